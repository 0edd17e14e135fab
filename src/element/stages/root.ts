import {html, isServer, nothing, type TemplateResult} from 'lit';
import type {State} from '../../flow/index.js';
import type {Drawn} from './contracts.js';
import type {CardVaultHost} from '../host.js';
import {hasEnded, isLoading} from '../phases.js';
import {lostWords} from '../report.js';
import {billingInputs} from '../fields.js';
import {fieldView, type FormView} from '../views/form.js';
import {problemView} from '../views/icons.js';

/** The whole shadow tree. Its nodes for frames, dialog and live region are made once and stay. */
export function rootView(host: CardVaultHost, drawn: Drawn): TemplateResult {
  const {announcer, appearance, formValue, lifecycle, locale} = drawn;
  const state = drawn.state();
  const form = formOf(host, drawn);
  const wake = (): void => lifecycle.wake();
  return html`<div class="fit">
    <div
      class="base"
      part="base"
      lang=${locale.language}
      dir=${locale.rightToLeft ? 'rtl' : nothing}
      data-layout=${host.layout}
      data-labels=${host.labelPlacement}
      ?data-wordless=${!locale.isKnown}
      data-state=${state.name}
      @pointerdown=${wake}
      @focusin=${wake}
    >
      <div class="stage" part="stage">${drawn.draw(form)}</div>
      ${form.hidden && formValue.isRevealed ? problemView(formValue.custom) : nothing}
      <slot></slot>
      <div class="overlay"></div>
      <div class="offstage"></div>
      <div class="sr" role="status" aria-live="polite">${announcer.text}</div>
      <span class="probe" aria-hidden="true" @transitionend=${appearance.onProbeChange}></span>
    </div>
  </div>`;
}

/** The page has brought its fields up: they stay in sight while the element takes them over. */
const isEarly = (host: CardVaultHost): boolean =>
  !isServer && host.querySelector('[data-live]:not(:empty)') !== null;

/** Present content of the form. */
export function formOf(host: CardVaultHost, drawn: Drawn): FormView {
  const {live, locale, ownerForm, store, use} = drawn;
  const interaction = drawn.interaction();
  const {say} = locale;
  const state = drawn.state();
  const payment = state.session?.payment ?? store.payment;
  const loaded = live.value;
  const shown = loaded?.outcome.value;
  const outcome = (hasEnded(state) && shown?.outcomeView(host, drawn, state)) || nothing;
  const hidden = outcome !== nothing;
  const inputs = interaction?.raw.inputs;
  const waiting = interaction?.waiting;
  const showButton = !host.hideButton && !ownerForm.button;
  return {
    say,
    store,
    hidden,
    outcome,
    loading: (isLoading(state) && !isEarly(host)) || (hasEnded(state) && !hidden),
    marks: shown,
    brands: shown?.brandsOf(host, drawn),
    expiry: shown?.expiryOf(host, drawn),
    disabled: host.inactive,
    busyText: loaded?.busy ? (waiting?.step ?? say('saving')) : undefined,
    line: waiting?.line(showButton),
    problem: sentenceAboveButton(drawn, state, hidden),
    showButton,
    rawInput: inputs && ((field) => inputs.view(field, say, host.inactive)),
    paying:
      (payment || (host.savedCard && !state.session)) &&
      (shown?.payingView(payment, locale) ??
        html`<div class="field wide">
          <div class="box"></div>
          <p class="error wide"></p>
        </div>`),
    payment,
    nameShown: host.cardholderName,
    address: addressOf(host, drawn),
    focusHosted: (field) => use(({focus}) => focus.into(field)),
    onSubmit: (event) => {
      event.preventDefault();
      use(({submitting}) => submitting.submit(), true);
    },
  };
}

/** The inputs of the address and the consent, or their room while they are loaded. */
function addressOf(host: CardVaultHost, drawn: Drawn): unknown {
  const {inUse} = drawn.billing;
  return inUse
    ? inUse.ownBillingView(host, drawn)
    : [
        roomOf(host),
        host.consent === 'none'
          ? nothing
          : html`<p class="words">
                <slot name="consent">${drawn.locale.say('consent', {shop: host.shopName ?? ''})}</slot>
              </p>
              <p class="error"></p>`,
      ];
}

/** Empty fields, as the server has drawn them for the country; else as they are for any country. */
function roomOf({billingFields, room}: CardVaultHost): unknown {
  const fields = billingInputs[billingFields];
  return fields[0] && room?.[0]
    ? room
    : fields.map((name, index) => fieldView({name, label: '\xa0', wide: index < 4}));
}

function sentenceAboveButton(
  {interaction, live, locale: {say}}: Drawn,
  state: State,
  isHidden: boolean,
): FormView['problem'] {
  const outcome = live.value?.outcome;
  const silent = hasEnded(state) && !isHidden && state.name !== 'saved';
  const failure =
    live.failure ?? live.value?.interactionLoader.failure ?? (silent ? outcome?.failure : undefined);
  return interaction()?.problem(state) ?? (failure && {text: say(lostWords(failure)), info: false});
}
