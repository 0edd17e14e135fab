import {html, nothing, type TemplateResult} from 'lit';
import type {Assembly} from '../assembly.js';
import {hasEnded} from '../ending.js';
import type {CardVaultHost} from '../host.js';
import {formView, type FormView} from './form.js';

/** The whole shadow tree. Its nodes for frames, dialog and live region are made once and stay. */
export function rootView(host: CardVaultHost, assembly: Assembly): TemplateResult {
  const {locale, session, live, look} = assembly;
  const {state} = session;
  const outcome = hasEnded(state) ? assembly.outcome.value : undefined;
  return html`<div
    class="base"
    part="base"
    lang=${locale.language}
    dir=${locale.rightToLeft ? 'rtl' : nothing}
    data-layout=${host.layout}
    data-state=${state.name}
    @pointerdown=${() => assembly.wake()}
    @focusin=${() => assembly.wake()}
  >
    ${
      outcome && hasEnded(state)
        ? html`${outcome.outcomeView({state, say: locale.say, onAction: assembly.again})}`
        : nothing
    }
    ${formView(formOf(host, assembly, outcome !== undefined))}
    <slot></slot>
    <div class="overlay"></div>
    <div class="offstage"></div>
    <div class="sr" role="status" aria-live="polite">${live.text}</div>
    <span class="probe" aria-hidden="true" @transitionend=${look.onProbeChange}></span>
  </div>`;
}

function formOf(host: CardVaultHost, assembly: Assembly, hidden: boolean): FormView {
  const {locale, entries, session, saving, ownerForm} = assembly;
  const {say} = locale;
  const {state} = session;
  const raw = host.entryMode === 'raw' ? assembly.raw : undefined;
  const waiting = state.name === 'stepping-up' || state.name === 'confirming';
  const root = host.renderRoot;
  const billing = host.billingFields === 'none' ? undefined : assembly.billing.value;
  if (billing) entries.billingRule = billing.billingProblem;
  return {
    say,
    entries,
    hidden,
    loading: assembly.loading || (hasEnded(state) && !hidden),
    signs: state.name === 'collecting' ? assembly.signs.value : assembly.signs.loaded,
    disabled: host.inactive,
    busyText: saving.active ? say(waiting ? 'waitingForBank' : 'saving') : undefined,
    problem: problemOf(assembly, hidden),
    showButton: !host.hideButton && !ownerForm.hasSubmitButton,
    rawInput: raw && ((field) => raw.view(field, say, root, host.inactive)),
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
    focusHosted: (field) => assembly.focus(field === 'number' ? 'number' : 'security-code'),
    onSubmit: (event) => {
      event.preventDefault();
      assembly.submit();
    },
  };
}

function problemOf({session, outcome, locale: {say}}: Assembly, shown: boolean): FormView['problem'] {
  const {state} = session;
  if (state.name === 'collecting' && state.renewed) return {text: say('renewed'), info: true};
  if (state.name === 'collecting' && state.error) {
    const key = outcome.value?.errorKey(state.error);
    return {text: say(key ?? 'formIncomplete'), info: false};
  }
  // The words for an ending could not be loaded: most likely the connection is gone.
  if (hasEnded(state) && !shown && state.name !== 'saved' && outcome.failed)
    return {text: say('errorNetwork'), info: false};
  return undefined;
}
