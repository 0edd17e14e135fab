import {css} from 'lit';
import type {State} from '../../flow/index.js';
import type {FieldName as HostedField} from '../../gateways/index.js';
import {brandNames} from '../../protocol/brand-names.js';
import type {SessionPayment} from '../../protocol/index.js';
import {Advancing} from '../fields/advancing.js';
import {Autofocus} from '../shopper/focus.js';
import {ChangeReporter} from '../fields/entries.js';
import type {EarlyEntries} from '../fields/early-entries.js';
import {Entries} from '../fields/entries.js';
import {editedExpiry, formatExpiry, wholeExpiry} from '../fields/expiry.js';
import {RawEntry} from '../fields/raw-entry.js';
import {Renewal} from '../fields/renewal.js';
import {Typing} from '../fields/typing.js';
import {AfterRedirect} from '../form/after-redirect.js';
import {carryCard} from '../form/submitting.js';
import {restoreForm} from '../form/form-state.js';
import {offerValue} from '../form/offered-value.js';
import {refusedBy, submitOwner} from '../form/submitting.js';
import {Submitting} from '../form/submitting.js';
import {WholePixels} from '../form/whole-pixels.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import {memoryKey} from '../session/memory.js';
import {Offline} from '../session/offline.js';
import {hasEnded} from '../session/phases.js';
import {reportSave} from '../session/save-reporter.js';
import {Saving} from '../session/saving.js';
import {Announcing} from '../shopper/announcing.js';
import {CoverReporter} from '../shopper/covered.js';
import {errorText} from '../shopper/error-words.js';
import {FocusReporter} from '../shopper/focus-reporter.js';
import {Focus} from '../shopper/focus.js';
import {bringIntoView, InView} from '../shopper/in-view.js';
import {Waiting} from '../shopper/waiting.js';
import {stepUpMode} from '../step-up/mode.js';
import {busyStyles} from '../styles/busy.js';
import {errorStyles} from '../styles/errors.js';
import {waitingStyles} from '../styles/waiting.js';
import type {Drawn, Interact, Live} from './contracts.js';

export {later as messages} from '../../texts/en/later.js';
export const styles = css`
  ${errorStyles}${busyStyles}${waitingStyles}
`;

/**
 * Makes the controllers for what a shopper does with live fields, and connects them. Each rule is in one of
 * them.
 */
export function createInteract(host: CardVaultHost, drawn: Drawn, live: Live): Interact {
  const {session} = live;
  const canType = (): boolean => session.state.name === 'collecting';
  const controllers = createControllers(host, drawn, live);
  const {announcing, entries, focus, goesOn, raw, renewal, saving, submitting, typing} = controllers;
  const afterRedirect = createAfterRedirect(host, drawn, submitting);
  new ChangeReporter(host, () => entries.describe());
  new InView(host, entries);
  const covers = new CoverReporter(host);
  const reporter = new FocusReporter(host, {fields: () => entries.fields, entered: drawn.early.focused});
  const offline = new Offline(host, {canType, announcer: drawn.announcer, say: drawn.locale.say});

  return {
    ...controllers,
    problem: (state) =>
      offline.words ? {text: offline.words, info: true} : problemOf(state, renewal, drawn, live),
    hear(event) {
      reporter.hear(event);
      // The browser brings only what is in the frame into view, not the box around it.
      if (event.type === 'focus') void bringIntoView(host, nameOf(event.field), entries.placed);
      if (event.type === 'covered') return covers.report(event, canType());
      if (event.type !== 'submit') entries.hear(event);
      else if (!event.field || !goesOn(nameOf(event.field))) submitting.submit();
      renewal.used();
    },
    listen(root) {
      if (!typing.listen(root)) return;
      keepInputs(root);
      reporter.listen(root);
    },
    moved(current, previous) {
      if (current.name === 'capturing') covers.forget();
      if (current.name !== 'collecting') reporter.forget();
      speakOfPayment(host, drawn, live, entries, current.session?.payment);
      offerValue(host);
      for (const each of [entries, focus, announcing, raw, saving, renewal, afterRedirect])
        each.moved(current, previous);
      offline.update();
    },
    report: (state, previous) => reportSave(host, state, previous, stepUpMode(host)),
    takeOver: (early) => takeOver(early, entries),
    again: () => void submitting.again(),
    clear() {
      entries.clear();
      raw.clear();
    },
    clearField: (field) => clearOne(field, live, controllers),
    focusFirst(asked, byLabel) {
      // A label around the element is also pressed with every field in it.
      if (host.inactive || document.activeElement !== asked || (byLabel && focus.isInside)) return;
      focus.into(entries.firstProblem ?? 'number');
      if (session.state.name === 'idle') session.open();
    },
    refused: refusedBy(drawn.ownerForm, host, submitting),
    restore: (kept) => restoreForm(session, kept),
  };
}

interface Controllers {
  readonly entries: Entries;
  readonly raw: RawEntry;
  readonly focus: Focus;
  readonly announcing: Announcing;
  readonly saving: Saving;
  readonly waiting: Waiting;
  readonly submitting: Submitting;
  readonly renewal: Renewal;
  readonly typing: Typing;
  /** Enter in a field; false where it submits. */
  readonly goesOn: (field: FieldName) => boolean;
}

function createControllers(host: CardVaultHost, drawn: Drawn, live: Live): Controllers {
  const {session} = live;
  const entries = createEntries(host, drawn);
  const raw = createRaw(host, drawn, live, entries, () => typing.forget());
  const focus = createFocus(host, live, entries, raw);
  const announcing = createAnnouncing(host, drawn, live, focus);
  entries.onReveal = (field, problem) => announcing.problem(field, problem);
  const saving = new Saving(host, {
    session,
    entries,
    timers: drawn.timers,
    report: () => submitting.report(),
    disabled: () => host.inactive,
    language: () => drawn.locale.tag,
  });
  const waiting = createWaiting(host, drawn, live, {entries, focus, saving});
  const submitting: Submitting = createSubmitting(host, drawn, live, {
    entries,
    saving,
    announcing,
    focus,
    waiting,
  });
  const renewal = createRenewal(host, drawn, live, {entries, focus});
  const advancing = new Advancing({host, entries, focus: (field) => focus.into(field)});
  entries.onWhole = (field) => advancing.whole(field);
  const goesOn = (field: FieldName): boolean =>
    session.state.name === 'collecting' && !host.inactive && advancing.enter(field);
  keepInputs(host.renderRoot);
  const typing: Typing = new Typing(host.renderRoot, {
    formatOf: (id) => (id === 'expiry' ? editedExpiry : raw.inputs?.formats[id]),
    onEnter: (id) => goesOn(id as FieldName),
  });
  return {entries, raw, focus, announcing, saving, waiting, submitting, renewal, typing, goesOn};
}

const nameOf = (field: HostedField): 'number' | 'security-code' =>
  field === 'number' ? 'number' : 'security-code';

/** Stops `input` events of single fields: the element fires one of its own. */
function keepInputs(root: EventTarget): void {
  root.addEventListener('input', (event) => event.stopPropagation());
}

/** Empties one field that is shown, for a page that asks for it. */
function clearOne(
  field: FieldName,
  {frames, session}: Live,
  {entries, raw, typing}: Pick<Controllers, 'entries' | 'raw' | 'typing'>,
): void {
  if (session.state.name !== 'collecting' || !entries.fields.includes(field)) return;
  // Cleared text does not come back by undoing.
  typing.forget();
  if (field === 'number' || field === 'security-code') {
    if (raw.inputs) raw.inputs.clearOne(field);
    else frames.clear(field === 'number' ? 'number' : 'securityCode');
  } else if (field === 'expiry') entries.typeExpiry('');
  else if (field === 'name') entries.typeName('');
  else if (field === 'consent') entries.consent = undefined;
  else entries.typeBilling(field, '');
  entries.hide(field);
}

/** A session that pays is spoken of as a payment, and has no fields but perhaps the code's. */
function speakOfPayment(
  host: CardVaultHost,
  {locale}: Drawn,
  {outcome}: Live,
  entries: Entries,
  payment?: SessionPayment,
): void {
  if (entries.isSaved === (payment !== undefined)) return;
  entries.isSaved = payment !== undefined;
  entries.hosted.alone = codeDigits(payment);
  const spoken = outcome.load().then(({speakOf}) => speakOf(payment, locale));
  spoken.then(() => host.requestUpdate()).catch(() => undefined);
}

/** Digits of the saved card's code, where that is asked for. */
const codeDigits = (payment?: SessionPayment) =>
  payment?.securityCode ? (payment.paymentMethod.brand === 'amex' ? 4 : 3) : undefined;

/** Adopts the text that was typed before the entries were there. */
function takeOver(early: EarlyEntries, entries: Entries): void {
  entries.focused = early.focused;
  entries.consent = early.consent;
  early.keep = (field, text) => {
    if (field === 'expiry') entries.typeExpiry(text);
    else if (field === 'name') entries.typeName(text);
    else entries.typeBilling(field, text);
  };
  for (const [field, text] of early.typed)
    early.keep(field, field === 'expiry' ? formatExpiry(wholeExpiry(text).text, text.length).text : text);
}

function createEntries(host: CardVaultHost, {announcer, billing, locale, timers}: Drawn): Entries {
  const entries = new Entries(host, timers);
  entries.billingRule = (field, address) => billing.inUse?.billingProblem(field, address);
  entries.brands.onChoice = (choices) =>
    announcer.say(locale.say('brandChoiceOffered', {brands: choices.map((id) => brandNames[id]).join(', ')}));
  return entries;
}

function createRaw(
  host: CardVaultHost,
  {timers}: Drawn,
  {session}: Live,
  entries: Entries,
  forget: () => void,
): RawEntry {
  return new RawEntry(host, {
    entries,
    now: () => new Date(timers.now()),
    sessionMode() {
      const mode = session.state.session?.entryMode;
      return mode === 'tms' ? undefined : mode;
    },
    forget,
  });
}

/** Where the keyboard is. */
function createFocus(host: CardVaultHost, {frames, session}: Live, entries: Entries, raw: RawEntry): Focus {
  const focus = new Focus(host, {
    state: () => session.state,
    focusFrame: (field) => frames.focus(entries.isSaved ? 'securityCode' : field),
    placed: () => entries.placed,
    raw: () => raw.inputs,
  });
  if (host.hasAttribute('autofocus')) new Autofocus(host, () => focus.into('number'));
  return focus;
}

const renewedBy = ({wereTaken}: {readonly wereTaken: boolean}) => (wereTaken ? 'fieldsMoved' : 'renewed');

/** Makes the announcements. */
function createAnnouncing(
  host: CardVaultHost,
  {announcer, locale}: Drawn,
  {frames, outcome}: Live,
  focus: Focus,
): Announcing {
  return new Announcing({
    announcer,
    say: locale.say,
    renewed: () => renewedBy(frames),
    outcome: () => outcome.load(),
    shopName: () => host.shopName,
    onOutcome: () => void focus.intoOutcome(),
  });
}

function createWaiting(
  host: CardVaultHost,
  {announcer, locale, ownerForm, timers}: Drawn,
  {outcome, session}: Live,
  {entries, focus, saving}: Pick<Controllers, 'entries' | 'focus' | 'saving'>,
): Waiting {
  const {say} = locale;
  // A page that is only simulated, as in a component test, has no sizes to observe.
  if ('ResizeObserver' in globalThis) new WholePixels(host);
  return new Waiting(host, {
    state: () => session.state,
    saving,
    form: ownerForm,
    announcer,
    say,
    timers,
    // Where a card is due, the form cannot be submitted without one: its button begins again instead.
    action() {
      const ended = session.state;
      if (!hasEnded(ended) || (!host.required && entries.empty)) return undefined;
      return outcome.value?.outcomeText(ended, say).action;
    },
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
}

/** Makes the handling of a press. */
function createSubmitting(
  host: CardVaultHost,
  {ownerForm}: Drawn,
  {outcome, session}: Live,
  used: Pick<Controllers, 'announcing' | 'entries' | 'focus' | 'saving' | 'waiting'>,
): Submitting {
  const {announcing, entries, focus, saving, waiting} = used;
  return new Submitting(host, {
    state: () => session.state,
    saving,
    entries,
    form: {submit: () => submitOwner(ownerForm), carry: () => carryCard(host, ownerForm)},
    announce: (field, problem) => announcing.problem(field, problem),
    focus: (field) => focus.into(field),
    early() {
      host.focus();
      waiting.pressed();
    },
    // Fresh fields, and the focus goes there.
    again() {
      if (outcome.value?.needsAnotherCard(session.state)) entries.clear();
      focus.intoNext('number');
      session.open();
    },
  });
}

/** When the fields are emptied because their context ends. */
function createRenewal(
  host: CardVaultHost,
  {announcer, locale, timers}: Drawn,
  {frames}: Live,
  {entries, focus}: Pick<Controllers, 'entries' | 'focus'>,
): Renewal {
  return new Renewal({
    entries,
    announcer,
    say: locale.say,
    timers,
    intoNext: (field) => focus.intoNext(field),
    renewed: () => renewedBy(frames),
    update: () => host.requestUpdate(),
  });
}

/** Makes the handling of the form after the page was left for the bank. */
function createAfterRedirect(
  host: CardVaultHost,
  {ownerForm, timers}: Drawn,
  submitting: Submitting,
): AfterRedirect {
  return new AfterRedirect(host, {
    held: () => submitting.holds,
    button: () => ownerForm.button,
    key: () => `card-vault-form:${memoryKey(host)}`,
    timers,
  });
}

/** Sentence above the button of live fields. */
function problemOf(
  state: State,
  renewal: Renewal,
  {locale: {say}}: Drawn,
  {outcome}: Live,
): ReturnType<Interact['problem']> {
  const info = renewal.words(state);
  if (info) return {text: say(info), info: true};
  const error = state.name === 'collecting' ? state.error : undefined;
  return error && {text: errorText(error, outcome.value, say), info: false};
}
