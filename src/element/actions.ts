import {css} from 'lit';
import type {State} from '../flow/index.js';
import type {FieldEvent, FieldName as HostedField} from '../gateways/index.js';
import {Announcing} from './controllers/announcing.js';
import {Autofocus} from './controllers/autofocus.js';
import {ChangeReporter} from './controllers/change-reporter.js';
import type {EarlyEntries} from './controllers/early-entries.js';
import {Entries} from './controllers/entries.js';
import {Focus} from './controllers/focus.js';
import type {Problem} from './controllers/problems.js';
import {RawEntry} from './controllers/raw-entry.js';
import {reportSave} from './controllers/save-reporter.js';
import {Saving} from './controllers/saving.js';
import {Submitting} from './controllers/submitting.js';
import type {Drawn, Live} from './drawn.js';
import type {CardVaultHost} from './host.js';
import type {FieldName} from './options.js';
import {busyStyles} from './styles/busy.js';
import {errorStyles} from './styles/errors.js';
import {waitingStyles} from './styles/waiting.js';
import {createWaiting} from './waiting.js';

export {enLater as messages} from './messages/en-later.js';
export const styles = css`
  ${errorStyles}${busyStyles}${waitingStyles}
`;

export type Actions = ReturnType<typeof composeActions>;

/** Makes the controllers for what a shopper does with live fields, and connects them. Each rule is in one of them. */
export function composeActions(host: CardVaultHost, live: Drawn & Live) {
  const {entries, raw} = composeEntries(host, live);
  const {session} = live;
  const {announce, announcing, focus} = composeAttention(host, live, raw);
  const {again, saving, submitting, waiting} = composeSaving(host, live, {announce, entries, focus});
  entries.onReveal = announce;
  new ChangeReporter(host, () => entries.describe());
  if (host.hasAttribute('autofocus')) new Autofocus(host, () => focus.into('number'));

  function hear(event: FieldEvent): void {
    if (event.type === 'submit') submitting.submit();
    else entries.hear(event);
  }

  /** What was typed before the entries were there. */
  function takeOver(early: EarlyEntries): void {
    entries.focused = early.focused;
    entries.consent = early.consent;
    early.keep = (field, text) => {
      if (field === 'expiry') entries.typeExpiry(text, text.length, false);
      else if (field === 'name') entries.typeName(text);
      else entries.typeBilling(field, text);
    };
    for (const [field, text] of early.typed) early.keep(field, text);
  }

  function moved(current: State, previous: State): void {
    entries.moved(current, previous);
    focus.moved(current, previous);
    announcing.moved(current, previous);
    raw.moved(current);
    saving.moved(current, previous);
  }

  function clear(): void {
    entries.clear();
    raw.clear();
  }

  /**
   * Into the first field that needs something, unless the shopper has moved on from where that was asked for. A label
   * around the element is also pressed with every field in it.
   */
  function focusFirst(asked: Element | null, byLabel: boolean): void {
    if (host.inactive || document.activeElement !== asked || (byLabel && focus.isInside)) return;
    focus.into(entries.firstProblem ?? 'number');
    if (session.state.name === 'idle') session.open();
  }

  /** Tells the page what a save comes to. */
  const report = (state: State, previous: State): void => reportSave(host, state, previous, host.stepUp);

  return {
    report,
    again,
    clear,
    entries,
    focus,
    focusFirst,
    hear,
    moved,
    raw,
    saving,
    submitting,
    takeOver,
    waiting,
  };
}

function composeEntries(host: CardVaultHost, {billing, session, timers}: Drawn & Live) {
  const entries = new Entries(host, timers);
  entries.billingRule = (field, address) => billing.inputs?.billingProblem(field, address);
  const raw = new RawEntry(host, {
    entries,
    now: () => new Date(timers.now()),
    sessionMode: () => session.state.session?.entryMode,
  });
  return {entries, raw};
}

/** What a shopper hears, and where the keyboard is. */
function composeAttention(host: CardVaultHost, drawn: Drawn & Live, raw: RawEntry) {
  const {frames, live, locale, parts, session} = drawn;
  const {say} = locale;
  const focus = new Focus(host, {
    state: () => session.state,
    focusFrame: (field: HostedField) => frames.focus(field),
    raw: () => raw.inputs,
  });
  const announcing = new Announcing({
    ...{live, say},
    outcome: () => parts().outcome.load(),
    shopName: () => host.shopName,
    onOutcome: () => void focus.intoOutcome(),
  });
  const announce = (field: FieldName, problem: Problem): void => announcing.problem(field, problem);
  return {announce, announcing, focus};
}

interface Validated {
  readonly entries: Entries;
  readonly focus: Focus;
  readonly announce: (field: FieldName, problem: Problem) => void;
}

/** What a press does. */
function composeSaving(host: CardVaultHost, drawn: Drawn & Live, {announce, entries, focus}: Validated) {
  const {form, live, locale, session, timers} = drawn;
  const parts = drawn.parts();
  const {say} = locale;
  const state = (): State => session.state;
  const saving = new Saving(host, {
    ...{session, entries, report: () => submitting.report(), disabled: () => host.inactive},
  });
  const waiting = createWaiting(host, {entries, parts, state, saving, form, live, say, timers});
  /** The button of an outcome: fresh fields, and the focus goes there. */
  const again = (): void => {
    if (parts.outcome.value?.needsAnotherCard(state())) entries.clear();
    focus.intoNext('number');
    session.open();
  };
  const submitting: Submitting = new Submitting(host, {
    ...{state, saving, entries, form, announce, again},
    focus: (field) => focus.into(field),
    early() {
      host.focus();
      waiting.pressed();
    },
  });
  return {again, saving, submitting, waiting};
}
