import type {Flow, State, Timers} from '../flow/index.js';
import type {FieldEvent, FieldName as HostedField} from '../gateways/index.js';
import {CardVaultError} from '../protocol/index.js';
import {Announcing} from './controllers/announcing.js';
import type {BillingPart} from './controllers/billing-part.js';
import {ChangeReporter} from './controllers/change-reporter.js';
import type {EarlyEntries} from './controllers/early-entries.js';
import {Entries} from './controllers/entries.js';
import {Focus} from './controllers/focus.js';
import {readFormState} from './controllers/form-state.js';
import {Frames} from './controllers/frames.js';
import {Lazy} from './controllers/lazy.js';
import {LazyParts} from './controllers/lazy-parts.js';
import type {LiveRegion} from './controllers/live-region.js';
import type {LocaleController} from './controllers/locale.js';
import type {OwnerFormController} from './controllers/owner-form.js';
import {takePart} from './controllers/part.js';
import {PlacesController} from './controllers/places.js';
import type {Problem} from './controllers/problems.js';
import {RawEntry} from './controllers/raw-entry.js';
import {reportMove} from './controllers/reporter.js';
import {Saving} from './controllers/saving.js';
import {SessionController} from './controllers/session.js';
import {Submitting} from './controllers/submitting.js';
import {CardVaultErrorEvent} from './events.js';
import type {EngineParts} from './engine-parts.js';
import type {CardVaultHost} from './host.js';
import {memoryKey} from './memory.js';
import type {FieldName} from './options.js';
import {isLoading} from './phases.js';

/** Milliseconds after which the shopper reads that the fields still load. */
const slowLoad = 4_500;

export type Behaviour = ReturnType<typeof composeBehaviour>;

/** What is there when an element has been drawn. */
export interface Drawn {
  readonly locale: LocaleController;
  readonly live: LiveRegion;
  readonly early: EarlyEntries;
  readonly billing: BillingPart;
  readonly form: OwnerFormController;
  readonly timers: Timers;
  readonly module: EngineParts;
}

/** Makes the controllers that make an element work, and connects them. Each rule is in one of them, none is here. */
export function composeBehaviour(host: CardVaultHost, drawn: Drawn) {
  const knowledge: Knowledge = composeKnowledge(host, drawn, () =>
    createFlow(host, drawn, knowledge, onFieldEvent),
  );
  const {entries, frames, raw, session} = knowledge;
  const actions = composeActions(host, drawn, knowledge);
  const {focus, saving, submitting} = actions;
  if (host.hasAttribute('autofocus'))
    void import('./controllers/autofocus.js').then(
      ({Autofocus}) => new Autofocus(host, () => focus.into('number')),
      () => undefined,
    );
  const {module} = drawn;

  function onFieldEvent(event: FieldEvent): void {
    if (event.type === 'submit') submitting.submit();
    else if (event.type === 'error') host.dispatchEvent(new CardVaultErrorEvent(event.error));
    else entries.hear(event);
  }

  /** Empties the fields where they are live; else ends the run, and answers false. */
  function clear(): boolean {
    saving.cancel();
    entries.clear();
    raw.clear();
    if (session.state.name === 'collecting') {
      frames.clear();
      return true;
    }
    session.reset();
    frames.close();
    return false;
  }

  function cancel(): void {
    saving.cancel();
    session.cancel();
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

  /** What the browser kept with the form: a card that was saved before the page was left. */
  function restore(kept: unknown): void {
    const outcome = readFormState(kept);
    if (outcome) session.restore(outcome);
  }

  return {
    ...knowledge,
    ...actions,
    ...{clear, cancel, focusFirst, restore},
    /** True when a run of this element was left unfinished by an earlier page. */
    remembers: () => module.createMemory(memoryKey(host)).recall() !== undefined,
  };
}

type Knowledge = ReturnType<typeof composeKnowledge>;

/** What the element knows once it works: the state of the flow, and the parts that are loaded for it. */
function composeKnowledge(
  host: CardVaultHost,
  {billing, early, locale, timers}: Drawn,
  create: () => Promise<Flow>,
) {
  const entries = new Entries(host, timers);
  entries.billingRule = (field, address) => billing.inputs?.billingProblem(field, address);
  takeOver(entries, early);
  const places = new PlacesController(host);
  const parts = new LazyParts(host, locale);
  const session = new SessionController(host, {createFlow: create});
  const frames = new Frames(host, () => session.state.name === 'collecting');
  const raw = new RawEntry(host, {
    entries,
    now: () => new Date(timers.now()),
    sessionMode: () => session.state.session?.entryMode,
  });
  return {entries, places, parts, session, frames, raw};
}

/** What was typed before the entries were there. */
function takeOver(entries: Entries, {consent, focused, typed}: EarlyEntries): void {
  entries.consent = consent;
  entries.focused = focused;
  for (const [field, text] of typed) {
    if (field === 'expiry') entries.typeExpiry(text, text.length, false);
    else if (field === 'name') entries.typeName(text);
    else entries.typeBilling(field, text);
  }
}

/** What the element does: saves, submits, announces, moves the focus. */
function composeActions(
  host: CardVaultHost,
  {form, live, locale, module, timers}: Drawn,
  knowledge: Knowledge,
) {
  const {entries, frames, parts, raw, session} = knowledge;
  const {say} = locale;
  const state = (): State => session.state;
  const focusFrame = (field: HostedField): void => frames.focus(field);
  const focus = new Focus(host, {state, focusFrame, raw: () => raw.inputs});
  const announcing = new Announcing({
    ...{live, say},
    outcome: () => parts.outcome.load(),
    shopName: () => host.shopName,
    onOutcome: () => void focus.intoOutcome(),
  });
  const announce = (field: FieldName, problem: Problem): void => announcing.problem(field, problem);
  const report = (): void => submitting.report();
  const saving = new Saving(host, {
    ...{session, entries, report, disabled: () => host.inactive},
    load: module.loadSaveRun,
  });
  const waiting = new Lazy(host, async () => {
    const {createWaiting} = await takePart(host, locale, import('./waiting.js'));
    return createWaiting(host, {entries, parts, state, saving, form, live, say, timers});
  });
  const waits = (how: 'pressed' | 'late'): void =>
    void waiting.load().then(
      (part) => part[how](),
      () => undefined,
    );
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
      waits('pressed');
    },
  });
  entries.onReveal = announce;
  session.subscribe((current, previous) => {
    entries.moved(current, previous);
    parts.moved(current);
    saving.moved(current);
    focus.moved(current, previous);
    announcing.moved(current, previous);
    raw.moved(current);
    if (current.name === 'opening') timers.after(slowLoad, () => waits('late'));
    if (!isLoading(current)) waiting.preload();
    reportMove(host, current, previous, host.stepUp);
  });
  new ChangeReporter(host, () => entries.describe());
  return {focus, saving, submitting, waiting, again};
}

async function createFlow(
  host: CardVaultHost,
  {locale, module, timers}: Drawn,
  {entries, frames, parts, places, raw, session}: Knowledge,
  onEvent: (event: FieldEvent) => void,
): Promise<Flow> {
  if (!host.adapter && !host.sessionUrl)
    throw new CardVaultError('configuration-missing', 'Set session-url, or give the element an adapter.');
  const {createMemory, createRun, engine} = module;
  const run = createRun({
    ...{host, engine, places, entries, locale, session, onEvent, timers},
    memory: createMemory(memoryKey(host)),
    room: parts.room,
    readRaw: () => raw.read(),
  });
  frames.take(run);
  return run.flow;
}
