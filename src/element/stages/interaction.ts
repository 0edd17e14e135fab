import {formatTag} from '../../texts/written.js';
import type {State} from '../../flow/index.js';
import {brandList} from '../../protocol/brand-names.js';
import type {SessionPayment} from '../../protocol/index.js';
import {isLoopback} from '../../protocol/trust.js';
import {Advancing, Autofocus, Focus} from '../shopper/focus.js';
import {ChangeReporter, Entries} from '../fields/entries.js';
import {editedExpiry, formatExpiry, wholeExpiry} from '../fields/expiry.js';
import type {FieldStore} from '../fields/field-store.js';
import {RawEntry} from '../fields/raw-entry.js';
import {Renewal} from '../fields/renewal.js';
import {Typing} from '../fields/typing.js';
import {AfterRedirect} from '../form/after-redirect.js';
import {restoreForm} from '../form/form-state.js';
import {carryCard, refusedBy, submitOwner, Submitting} from '../form/submitting.js';
import {offerValue} from '../form/offered-value.js';
import {WholePixels} from '../form/whole-pixels.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import {memoryKey, stepUpMode} from '../session/memory.js';
import {Offline} from '../session/offline.js';
import {hasEnded} from '../phases.js';
import {LastEnding} from '../session/last-ending.js';
import {reportSave, Saving} from '../session/saving.js';
import {Announcing, errorText} from '../shopper/announcing.js';
import {bringIntoView, InView} from '../shopper/in-view.js';
import {CoverReporter, FocusReporter} from '../fields/field-reporters.js';
import {nameOf} from '../fields/frames.js';
import {Waiting} from '../form/waiting.js';
import {busyStyles} from '../styles/busy.js';
import {css} from '../styles/css.js';
import {inUseStyles} from '../styles/in-use.js';
import type {Drawn, Interaction, Live} from './contracts.js';

export {later as messages} from '../../texts/en/later.js';
export const styles = css`
  ${busyStyles}${inUseStyles}
`;

/**
 * Makes the controllers for what a shopper does with live fields, and connects them. Each rule is in one of
 * them.
 */
export function createInteraction(host: CardVaultHost, drawn: Drawn, live: Live): Interaction {
  const {session} = live;
  const canType = (): boolean => session.state.name === 'collecting';
  const controllers = createControllers(host, drawn, live);
  const {announcer, store} = drawn;
  const {announcing, entries, focus, advanceByEnter, lastEnding, raw, renewal, saving, submitting, typing} =
    controllers;
  const afterRedirect = createAfterRedirect(host, drawn, submitting);
  new ChangeReporter(host, () => entries.describe(), store.texts.size > 0 || store.consent !== undefined);
  takeUpEntries(host, drawn);
  new InView(host, store);
  const covers = new CoverReporter(host);
  const reporter = new FocusReporter(host, {fields: () => entries.fields, entered: store.focused});
  const isLocal = () => isLoopback(new URL(session.state.session?.returnUrl ?? location.href));
  const offline = new Offline(host, {canType, isLocal, announcer, say: drawn.locale.say});

  return {
    ...controllers,
    problem: (state) =>
      offline.words ? {text: offline.words, info: true} : problemOf(state, controllers, drawn, live),
    hear(event) {
      reporter.hear(event);
      // The browser brings only what is in the frame into view, not the box around it.
      if (event.type === 'focus') void bringIntoView(host, nameOf(event.field), store.placed);
      if (event.type === 'covered') return covers.report(event, canType());
      if (event.type !== 'submit') entries.hear(event);
      else if (!event.field || !advanceByEnter(nameOf(event.field))) submitting.submit();
      renewal.used();
    },
    listen(root) {
      if (!typing.listen(root)) return;
      stopInputEvents(root);
      reporter.listen(root);
    },
    stateChanged(current, previous) {
      lastEnding.stateChanged(current);
      if (current.name === 'capturing') covers.forget();
      if (current.name !== 'collecting') reporter.forget();
      speakOfPayment(host, drawn, live, entries, current);
      offerValue(host);
      if (current.name === 'saved') store.clear();
      for (const each of [focus, announcing, raw, saving, renewal, afterRedirect])
        each.stateChanged(current, previous);
      offline.update();
    },
    report: (state, previous) => reportSave(host, state, previous, stepUpMode(host)),
    again: () => void submitting.again(),
    clear() {
      raw.clear();
      lastEnding.value = undefined;
    },
    clearField: (field) => clearOne(field, store, live, controllers),
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
  readonly lastEnding: LastEnding;
  readonly entries: Entries;
  readonly raw: RawEntry;
  readonly focus: Focus;
  readonly announcing: Announcing;
  readonly saving: Saving;
  readonly waiting: Waiting;
  readonly submitting: Submitting;
  readonly renewal: Renewal;
  readonly typing: Typing;
  /** Moves the focus to the next field at Enter; false where Enter submits the form. */
  readonly advanceByEnter: (field: FieldName) => boolean;
}

function createControllers(host: CardVaultHost, drawn: Drawn, live: Live): Controllers {
  const {session} = live;
  const entries = createEntries(host, drawn);
  const raw = createRaw(host, drawn, live, entries, () => typing.forget());
  const focus = createFocus(host, live, entries, raw);
  const lastEnding = new LastEnding({session, store: drawn.store, entries, outcome: live.outcome});
  const announcing = createAnnouncing(host, drawn, live, {focus, lastEnding});
  entries.onReveal = (field, problem) => announcing.problem(field, problem);
  const saving = new Saving(host, {
    session,
    entries,
    store: drawn.store,
    timers: drawn.timers,
    report: () => submitting.report(),
    disabled: () => host.inactive,
    language: () => drawn.locale.tag,
  });
  const waiting = createWaiting(host, drawn, live, {focus, saving});
  const submitting: Submitting = createSubmitting(host, drawn, live, {
    entries,
    saving,
    announcing,
    focus,
    lastEnding,
    waiting,
  });
  const renewal = createRenewal(host, drawn, live, focus);
  const advancing = new Advancing({host, entries, store: drawn.store, focus: (field) => focus.into(field)});
  entries.onWhole = (field) => advancing.whole(field);
  const advanceByEnter = (field: FieldName): boolean =>
    session.state.name === 'collecting' && !host.inactive && advancing.enter(field);
  stopInputEvents(host.renderRoot);
  const typing: Typing = new Typing(host.renderRoot, {
    formatOf: (id) => (id === 'expiry' ? editedExpiry : raw.inputs?.formats[id]),
    onEnter: (id) => advanceByEnter(id as FieldName),
  });
  return {
    lastEnding,
    entries,
    raw,
    focus,
    announcing,
    saving,
    waiting,
    submitting,
    renewal,
    typing,
    advanceByEnter,
  };
}

/** Stops `input` events of single fields: the element fires one of its own. */
function stopInputEvents(root: EventTarget): void {
  root.addEventListener('input', (event) => event.stopPropagation());
}

/** Empties one field that is shown, for a page that asks for it. */
function clearOne(
  field: FieldName,
  store: FieldStore,
  {frames, session}: Live,
  {entries, raw, typing}: Pick<Controllers, 'entries' | 'raw' | 'typing'>,
): void {
  if (session.state.name !== 'collecting' || !entries.fields.includes(field)) return;
  // Cleared text does not come back by undoing.
  typing.forget();
  if (field === 'number' || field === 'security-code') {
    if (raw.inputs) raw.inputs.clearOne(field);
    else frames.clear(field === 'number' ? 'number' : 'securityCode');
  } else if (field === 'consent') store.consent = undefined;
  else store.type(field, '');
  entries.hide(field);
}

/** A session that pays is spoken of as a payment, and has no fields but perhaps the code's. */
function speakOfPayment(
  host: CardVaultHost,
  {locale}: Drawn,
  {outcome}: Live,
  entries: Entries,
  {name, session}: State,
): void {
  const payment = session?.payment;
  if ((!session && name !== 'idle') || entries.store.payment === payment) return;
  entries.store.payment = payment;
  entries.hosted.alone = codeDigits(payment);
  const spoken = outcome.load().then(({speakOf}) => speakOf(payment, locale));
  spoken.then(() => host.requestUpdate()).catch(() => undefined);
}

/** Digits of the saved card's code, where that is asked for. */
const codeDigits = (payment?: SessionPayment) =>
  payment?.securityCode ? (payment.paymentMethod.brand === 'amex' ? 4 : 3) : undefined;

/**
 * Types the date again that was entered before its rules were loaded, so that they format and check it. Brings back what was
 * entered before Back or a reload; without that script Back finds an empty form, and all else works.
 */
function takeUpEntries(host: CardVaultHost, {store, timers}: Drawn): void {
  const ignore = () => undefined;
  import('../form/left-entries.js').then((late) => late.keepLeftEntries(host, store, timers), ignore);
  const {expiry} = store;
  if (expiry) store.type('expiry', formatExpiry(wholeExpiry(expiry).text, expiry.length).text);
}

function createEntries(host: CardVaultHost, {announcer, billing, locale, store, timers}: Drawn): Entries {
  const entries = new Entries(host, store, timers);
  entries.addressRules = () => billing.inUse?.addressRules({host, store, locale});
  entries.hosted.write = (count) => count.toLocaleString(formatTag(locale.language));
  entries.brands.list = (brands) => brandList(brands, locale.language);
  entries.brands.onChoice = (choices) =>
    announcer.say(locale.say('brandChoiceOffered', {brands: entries.brands.list(choices)}));
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
    focusFrame: (field) => frames.focus(entries.store.payment ? 'securityCode' : field),
    placed: () => entries.store.placed,
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
  {frames, outcome, session}: Live,
  {focus, lastEnding}: Pick<Controllers, 'focus' | 'lastEnding'>,
): Announcing {
  return new Announcing({
    announcer,
    say: locale.say,
    renewed: () => renewedBy(frames),
    outcome: () => outcome.load(),
    shopName: () => host.shopName,
    isKept: (state) => lastEnding.kept === state,
    afterSave: () => lastEnding.afterSave,
    onOutcome() {
      if (lastEnding.kept !== session.state) return void focus.intoOutcome();
      focus.again();
      lastEnding.openAgain();
    },
  });
}

function createWaiting(
  host: CardVaultHost,
  {announcer, locale, ownerForm, store, timers}: Drawn,
  {outcome, session}: Live,
  {focus, saving}: Pick<Controllers, 'focus' | 'saving'>,
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
      if (!hasEnded(ended) || outcome.value?.keepsForm(ended) || (!host.required && store.empty))
        return undefined;
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
  {ownerForm, store}: Drawn,
  {session}: Live,
  used: Pick<Controllers, 'announcing' | 'entries' | 'focus' | 'lastEnding' | 'saving' | 'waiting'>,
): Submitting {
  const {announcing, entries, focus, lastEnding, saving, waiting} = used;
  return new Submitting(host, {
    state: () => session.state,
    saving,
    entries,
    store,
    form: {submit: () => submitOwner(ownerForm), carry: () => carryCard(host, ownerForm)},
    announce: (field, problem) => announcing.problem(field, problem),
    focus: (field) => focus.into(field),
    early() {
      host.focus();
      waiting.pressed();
    },
    // Fresh fields, and the focus goes there.
    again() {
      focus.intoNext('number');
      lastEnding.openAgain();
    },
  });
}

/** When the fields are emptied because their context ends. */
function createRenewal(
  host: CardVaultHost,
  {announcer, locale, store, timers}: Drawn,
  {frames}: Live,
  focus: Focus,
): Renewal {
  return new Renewal({
    store,
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
  {lastEnding, renewal}: Pick<Controllers, 'lastEnding' | 'renewal'>,
  {formValue, locale: {say}}: Drawn,
  {outcome}: Live,
): ReturnType<Interaction['problem']> {
  if (formValue.isRevealed) return {text: formValue.custom, info: false};
  const info = renewal.words(state);
  if (info) return {text: say(info), info: true};
  if (state.name === 'collecting' && state.error)
    return {text: errorText(state.error, outcome.value, say), info: false};
  return lastEnding.kept && outcome.value?.problemAfter(lastEnding.kept, say);
}
