import type {State} from '../../flow/index.js';
import type {Entries} from '../fields/entries.js';
import type {Focus} from '../shopper/focus.js';
import {carryCard} from '../form/carried-card.js';
import {refusedBy, submitOwner} from '../form/owner-press.js';
import type {Problem} from '../fields/problems.js';
import {Saving} from '../session/saving.js';
import {Submitting} from '../form/submitting.js';
import type {Drawn, Live} from './drawn.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import {createWaiting} from './waiting.js';

interface Validated {
  readonly entries: Entries;
  readonly focus: Focus;
  readonly announce: (field: FieldName, problem: Problem) => void;
}

/** What a press does. */
export function composeSaving(
  host: CardVaultHost,
  drawn: Drawn & Live,
  {announce, entries, focus}: Validated,
) {
  const {form, live, locale, session, timers} = drawn;
  const parts = drawn.parts();
  const {say} = locale;
  const state = (): State => session.state;
  const saving = new Saving(host, {
    ...{session, entries, timers, report: () => submitting.report(), disabled: () => host.inactive},
    language: () => locale.tag,
  });
  const waiting = createWaiting(host, {
    ...{entries, parts, state, saving, form, live, say, timers},
    cancel() {
      saving.cancel();
      session.cancel();
    },
    loadAgain() {
      session.reset();
      focus.intoNext('number');
      session.open();
    },
  });
  /** The button of an outcome: fresh fields, and the focus goes there. */
  const again = (): void => {
    if (parts.outcome.value?.needsAnotherCard(state())) entries.clear();
    focus.intoNext('number');
    session.open();
  };
  const submitting: Submitting = new Submitting(host, {
    ...{state, saving, entries, announce, again},
    form: {submit: () => submitOwner(form), carry: () => carryCard(host, form)},
    focus: (field) => focus.into(field),
    typedEarly: () => drawn.early.heard,
    early() {
      host.focus();
      waiting.pressed();
    },
  });
  return {
    again: () => void submitting.again(),
    refused: refusedBy(form, host, submitting),
    saving,
    submitting,
    waiting,
  };
}
