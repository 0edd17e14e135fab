import {css} from 'lit';
import {brandNames} from '../../protocol/brand-names.js';
import type {State} from '../../flow/index.js';
import type {SessionPayment} from '../../protocol/index.js';
import type {FieldEvent, FieldName as HostedField} from '../../gateways/index.js';
import {Advancing} from '../fields/advancing.js';
import {AfterRedirect} from '../form/after-redirect.js';
import {Announcing} from '../shopper/announcing.js';
import {Autofocus} from '../fields/autofocus.js';
import {ChangeReporter} from '../fields/change-reporter.js';
import {clearField} from '../fields/clearing.js';
import type {EarlyEntries} from '../fields/early-entries.js';
import {Entries} from '../fields/entries.js';
import {errorText} from '../shopper/error-words.js';
import {FocusReporter} from '../shopper/focus-reporter.js';
import {Focus} from '../shopper/focus.js';
import {offerValue} from '../form/offered-value.js';
import {restoreForm} from '../form/form-state.js';
import {bringIntoView, InView} from '../shopper/in-view.js';
import {Offline} from '../session/offline.js';
import type {Problem} from '../fields/problems.js';
import {RawEntry} from '../fields/raw-entry.js';
import {Renewal} from '../fields/renewal.js';
import {reportSave} from '../session/save-reporter.js';
import type {Submitting} from '../form/submitting.js';
import {Typing} from '../fields/typing.js';
import {composeSaving} from './compose-saving.js';
import {CoverReporter} from '../shopper/covered.js';
import type {Drawn, Live} from './drawn.js';
import {editedExpiry, formatExpiry, wholeExpiry} from '../fields/expiry.js';
import type {CardVaultHost} from '../host.js';
import {memoryKey} from '../session/memory.js';
import type {FieldName} from '../options.js';
import {busyStyles} from '../styles/busy.js';
import {errorStyles} from '../styles/errors.js';
import {waitingStyles} from '../styles/waiting.js';
import {stepUpMode} from '../step-up/mode.js';

export {later as messages} from '../../texts/en/later.js';
export const styles = css`
  ${errorStyles}${busyStyles}${waitingStyles}
`;

export type Actions = ReturnType<typeof composeActions>;

/**
 * Makes the controllers for what a shopper does with live fields, and connects them. Each rule is in one of
 * them.
 */
export function composeActions(host: CardVaultHost, live: Drawn & Live) {
  const {entries, raw} = composeEntries(host, live, () => typing.forget());
  const {session} = live;
  const {announce, announcing, focus} = composeAttention(host, live, {entries, raw});
  const {again, refused, saving, submitting, waiting} = composeSaving(host, live, {announce, entries, focus});
  const renewal = composeRenewal(host, live, entries, focus);
  const afterRedirect = composeAfterRedirect(host, live, submitting);
  entries.onReveal = announce;
  const {goesOn, typing} = composeTyping(host, live, {entries, focus, raw});
  new ChangeReporter(host, () => entries.describe());
  new InView(host, entries);
  const covers = new CoverReporter(host);
  const isLive = (): boolean => session.state.name === 'collecting';
  const reporter = new FocusReporter(host, {fields: () => entries.fields, entered: live.early.focused});
  const offline = new Offline(host, {live: isLive, region: live.live, say: live.locale.say});

  function hear(event: FieldEvent): void {
    reporter.hear(event);
    // The browser brings only what is in the frame into view, not the box around it.
    if (event.type === 'focus')
      void bringIntoView(host, event.field === 'number' ? 'number' : 'security-code', entries.placed);
    if (event.type === 'covered') return covers.report(event, isLive());
    if (event.type !== 'submit') entries.hear(event);
    else if (!event.field || !goesOn(event.field === 'number' ? 'number' : 'security-code'))
      submitting.submit();
    renewal.used();
  }

  function moved(current: State, previous: State): void {
    if (current.name === 'capturing') covers.forget();
    if (current.name !== 'collecting') reporter.forget();
    speakOfPayment(host, live, entries, current.session?.payment);
    offerValue(host);
    entries.moved(current, previous);
    focus.moved(current, previous);
    announcing.moved(current, previous);
    raw.moved(current);
    saving.moved(current, previous);
    renewal.moved(current);
    afterRedirect.moved(current);
    offline.update();
  }

  function clear(): void {
    entries.clear();
    raw.clear();
  }

  /**
   * Into the first field that needs something, unless the shopper has moved on from where that was asked for.
   * A label around the element is also pressed with every field in it.
   */
  function focusFirst(asked: Element | null, byLabel: boolean): void {
    if (host.inactive || document.activeElement !== asked || (byLabel && focus.isInside)) return;
    focus.into(entries.firstProblem ?? 'number');
    if (session.state.name === 'idle') session.open();
  }

  /** Tells the page about the steps of a save and its result. */
  const report = (state: State, previous: State): void => reportSave(host, state, previous, stepUpMode(host));

  return {
    ...{report, again, clear, entries, focus, focusFirst, hear, moved, waiting},
    listen: (root: EventTarget) => typing.listen(root) && keepInputs(root) && reporter.listen(root),
    takeOver: (early: EarlyEntries) => takeOver(early, entries),
    clearField: (field: FieldName) => clearOne(field, live, {entries, raw, typing}),
    problem: (state: State) =>
      offline.words ? {text: offline.words, info: true} : problemOf(state, renewal, live),
    restore: (kept: unknown) => restoreForm(session, kept),
    ...{raw, refused, renewal, saving, submitting},
  };
}

/** What is typed is no value of the element, which tells of that by an `input` of its own. */
function keepInputs(root: EventTarget): true {
  root.addEventListener('input', (event) => event.stopPropagation());
  return true;
}

interface Filled {
  readonly entries: Entries;
  readonly raw: RawEntry;
  readonly typing: Typing;
}

function clearOne(field: FieldName, {frames, session}: Live, {entries, raw, typing}: Filled): void {
  clearField(field, {
    entries,
    live: () => session.state.name === 'collecting',
    raw: () => raw.inputs,
    forget: () => typing.forget(),
    clearFrame: (hosted) => frames.clear(hosted),
  });
}

/** A session that pays is spoken of as a payment, and has no fields but perhaps the code's. */
function speakOfPayment(
  host: CardVaultHost,
  live: Drawn & Live,
  entries: Entries,
  payment?: SessionPayment,
): void {
  if (entries.isSaved === (payment !== undefined)) return;
  entries.isSaved = payment !== undefined;
  entries.hosted.alone = codeDigits(payment);
  const {outcome} = live.parts();
  const spoken = outcome.load().then(({speakOf}) => speakOf(payment, live.locale));
  spoken.then(() => host.requestUpdate()).catch(() => undefined);
}

/** Digits of the saved card's code, where that is asked for. */
const codeDigits = (payment?: SessionPayment) =>
  payment?.securityCode ? (payment.paymentMethod.brand === 'amex' ? 4 : 3) : undefined;

/** What was typed before the entries were there. */
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

function composeEntries(
  host: CardVaultHost,
  {billing, live, locale, session, timers}: Drawn & Live,
  forget: () => void,
) {
  const entries = new Entries(host, timers);
  entries.billingRule = (field, address) => billing.inputs?.billingProblem(field, address);
  entries.brands.onChoice = (choices) =>
    live.say(locale.say('brandChoiceOffered', {brands: choices.map((id) => brandNames[id]).join(', ')}));
  const raw = new RawEntry(host, {
    entries,
    now: () => new Date(timers.now()),
    sessionMode() {
      const mode = session.state.session?.entryMode;
      return mode === 'tms' ? undefined : mode;
    },
    forget,
  });
  return {entries, raw};
}

const renewedBy = ({wereTaken}: {readonly wereTaken: boolean}) => (wereTaken ? 'fieldsMoved' : 'renewed');

/** When the fields are emptied because their context ends. */
function composeRenewal(
  host: CardVaultHost,
  {frames, live, locale, timers}: Drawn & Live,
  entries: Entries,
  focus: Focus,
) {
  return new Renewal({
    ...{entries, live, say: locale.say, timers},
    intoNext: (field) => focus.intoNext(field),
    renewed: () => renewedBy(frames),
    update: () => host.requestUpdate(),
  });
}

/** What becomes of the form when the page was left for the bank. */
function composeAfterRedirect(host: CardVaultHost, {form, timers}: Drawn, submitting: Submitting) {
  return new AfterRedirect(host, {
    held: () => submitting.holds,
    button: () => form.button,
    key: () => `card-vault-form:${memoryKey(host)}`,
    timers,
  });
}

/** What is said above the button of live fields. */
function problemOf(state: State, renewal: Renewal, {locale: {say}, parts}: Drawn & Live) {
  const info = renewal.words(state);
  if (info) return {text: say(info), info: true};
  const error = state.name === 'collecting' ? state.error : undefined;
  return error && {text: errorText(error, parts().outcome.value, say), info: false};
}

/** What is done while a shopper types, and with Enter. */
function composeTyping(
  host: CardVaultHost,
  {session}: Live,
  {entries, focus, raw}: {readonly entries: Entries; readonly focus: Focus; readonly raw: RawEntry},
) {
  keepInputs(host.renderRoot);
  const advancing = new Advancing({host, entries, focus: (field) => focus.into(field)});
  entries.onWhole = (field) => advancing.whole(field);
  const goesOn = (field: FieldName): boolean =>
    session.state.name === 'collecting' && !host.inactive && advancing.enter(field);
  const typing = new Typing(host.renderRoot, {
    formatOf: (id) => (id === 'expiry' ? editedExpiry : raw.inputs?.formats[id]),
    onEnter: (id) => goesOn(id as FieldName),
  });
  return {goesOn, typing};
}

/** What a shopper hears, and where the keyboard is. */
function composeAttention(
  host: CardVaultHost,
  drawn: Drawn & Live,
  {entries, raw}: {readonly entries: Entries; readonly raw: RawEntry},
) {
  const {frames, live, locale, parts, session} = drawn;
  const {say} = locale;
  const focus = new Focus(host, {
    state: () => session.state,
    focusFrame: (field: HostedField) => frames.focus(entries.isSaved ? 'securityCode' : field),
    placed: () => entries.placed,
    raw: () => raw.inputs,
  });
  if (host.hasAttribute('autofocus')) new Autofocus(host, () => focus.into('number'));
  const announcing = new Announcing({
    renewed: () => renewedBy(frames),
    ...{live, say},
    outcome: () => parts().outcome.load(),
    shopName: () => host.shopName,
    onOutcome: () => void focus.intoOutcome(),
  });
  const announce = (field: FieldName, problem: Problem): void => announcing.problem(field, problem);
  return {announce, announcing, focus};
}
