import {html, nothing, type TemplateResult} from 'lit';
import type {Controllers} from '../composition.js';
import type {CardVaultHost} from '../host.js';
import {hasEnded, isLoading} from '../phases.js';
import {formView, type FormView} from './form.js';

/** The whole shadow tree. Its nodes for frames, dialog and live region are made once and stay. */
export function rootView(host: CardVaultHost, controllers: Controllers): TemplateResult {
  const {locale, session, live, appearance, lifecycle, parts, again, waiting} = controllers;
  const {state} = session;
  const outcome = hasEnded(state) ? parts.outcome.value : undefined;
  const wake = (): void => lifecycle.wake();
  return html`<div
    class="base"
    part="base"
    lang=${locale.language}
    dir=${locale.rightToLeft ? 'rtl' : nothing}
    data-layout=${host.layout}
    data-state=${state.name}
    @pointerdown=${wake}
    @focusin=${wake}
  >
    <div class="stage" part="stage">
      ${outcome && hasEnded(state) ? outcome.outcomeView({state, say: locale.say, onAction: again, primary: !waiting.value?.buttonSpeaks}) : nothing}
      ${formView(formOf(host, controllers, outcome !== undefined))}
    </div>
    <slot></slot>
    <div class="overlay"></div>
    <div class="offstage"></div>
    <div class="sr" role="status" aria-live="polite">${live.text}</div>
    <span class="probe" aria-hidden="true" @transitionend=${appearance.onProbeChange}></span>
  </div>`;
}

function formOf(host: CardVaultHost, controllers: Controllers, hidden: boolean): FormView {
  const {locale, entries, session, saving, ownerForm, parts, raw, focus, submitting, waiting} = controllers;
  const {say} = locale;
  const {state} = session;
  const root = host.renderRoot;
  const showButton = !host.hideButton && !ownerForm.button;
  const inputs = raw.inputs;
  const billing = host.billingFields === 'none' ? undefined : parts.billing.value;
  return {
    say,
    entries,
    hidden,
    loading: isLoading(state) || (hasEnded(state) && !hidden),
    signs: parts.outcome.value?.brandSigns,
    disabled: host.inactive,
    busyText: saving.active ? (waiting.value?.step ?? say('saving')) : undefined,
    line: waiting.value?.line(showButton),
    problem: problemOf(controllers, hidden),
    showButton,
    rawInput: inputs && ((field) => inputs.view(field, say, root, host.inactive)),
    nameShown: host.cardholderName,
    address: billing
      ? billing.billingView({
          say,
          entries,
          fields: entries.fields,
          locale: locale.tag,
          disabled: host.inactive,
        })
      : nothing,
    focusHosted: (field) => focus.into(field === 'number' ? 'number' : 'security-code'),
    onSubmit: (event) => {
      event.preventDefault();
      submitting.submit();
    },
  };
}

function problemOf({session, parts, locale: {say}}: Controllers, shown: boolean): FormView['problem'] {
  const {state} = session;
  const {outcome} = parts;
  if (state.name === 'collecting' && state.renewed) return {text: say('renewed'), info: true};
  if (state.name === 'collecting' && state.error) {
    const key = outcome.value?.errorKey(state.error);
    return {text: say(key ?? 'formIncomplete'), info: false};
  }
  // The words for the outcome could not be loaded: most likely the connection is gone.
  if (hasEnded(state) && !shown && state.name !== 'saved' && outcome.failed)
    return {text: say('errorNetwork'), info: false};
  return undefined;
}
