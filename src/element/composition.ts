import type {Flow, State} from '../flow/index.js';
import type {FieldEvent, FieldName as HostedField} from '../gateways/index.js';
import {CardVaultError} from '../protocol/index.js';
import {Announcing} from './controllers/announcing.js';
import {AppearanceController} from './controllers/appearance.js';
import {Entries} from './controllers/entries.js';
import {Focus} from './controllers/focus.js';
import {FocusRequests} from './controllers/focus-requests.js';
import {FormValue} from './controllers/form-value.js';
import {Frames} from './controllers/frames.js';
import {LazyParts} from './controllers/lazy-parts.js';
import {Lifecycle} from './controllers/lifecycle.js';
import {LiveRegion} from './controllers/live-region.js';
import {LocaleController} from './controllers/locale.js';
import {OwnerFormController} from './controllers/owner-form.js';
import {PlacesController} from './controllers/places.js';
import type {Problem} from './controllers/problems.js';
import {RawEntry} from './controllers/raw-entry.js';
import {ChangeReporter, reportMove} from './controllers/reporter.js';
import {Saving} from './controllers/saving.js';
import {SessionController} from './controllers/session.js';
import {Submitting} from './controllers/submitting.js';
import {CardVaultErrorEvent} from './events.js';
import type {CardVaultHost} from './host.js';
import {memoryKey} from './memory.js';
import type {FieldName} from './options.js';
import type {ElementPorts} from './ports.js';

export type Controllers = ReturnType<typeof compose>;

/** Makes the controllers of one element and connects them. Each rule is in one of them, none is here. */
export function compose(host: CardVaultHost, internals: ElementInternals, ports: ElementPorts) {
  const knowledge: Knowledge = composeKnowledge(host, ports, () =>
    createFlow(host, ports, knowledge, onFieldEvent),
  );
  const {entries, frames, raw, session} = knowledge;
  const actions = composeActions(host, internals, knowledge);
  new ChangeReporter(host, () => entries.describe());
  const {saving, submitting} = actions;
  const lifecycle = new Lifecycle(host, {
    session,
    remembers: () => ports.createMemory(memoryKey(host)).recall() !== undefined,
    preloadEngine: () => void ports.loadEngine().catch(() => undefined),
  });

  function onFieldEvent(event: FieldEvent): void {
    if (event.type === 'submit') submitting.submit();
    else if (event.type === 'error') host.dispatchEvent(new CardVaultErrorEvent(event.error));
    else entries.hear(event);
  }

  /** Empties the element: the fields where they are live, else the run. */
  function reset(): void {
    saving.cancel();
    entries.clear();
    raw.clear();
    if (session.state.name === 'collecting') return frames.clear();
    session.reset();
    frames.close();
    lifecycle.start();
  }

  /** Moved by `moveBefore`: frames and run are still there; form and language may be others. */
  function moved(): void {
    actions.ownerForm.hostConnected();
    knowledge.locale.hostConnected();
    host.requestUpdate();
  }

  return {...knowledge, ...actions, lifecycle, reset, moved};
}

type Knowledge = ReturnType<typeof composeKnowledge>;

/** What the element knows: the state of the flow, the entries, its language and appearance. */
function composeKnowledge(host: CardVaultHost, {timers}: ElementPorts, create: () => Promise<Flow>) {
  const locale = new LocaleController(host);
  const live = new LiveRegion(host);
  const entries = new Entries(host, timers);
  const places = new PlacesController(host);
  const parts = new LazyParts(host, {locale, entries});
  const session = new SessionController(host, {createFlow: create});
  const frames = new Frames(host, () => session.state.name === 'collecting');
  const appearance = new AppearanceController(host, () => frames.restyle());
  const raw = new RawEntry(host, {
    entries,
    now: () => new Date(timers.now()),
    sessionMode: () => session.state.session?.entryMode,
  });
  return {locale, live, entries, places, parts, session, frames, appearance, raw};
}

/** What the element does: saves, submits, announces, moves the focus. */
function composeActions(host: CardVaultHost, internals: ElementInternals, knowledge: Knowledge) {
  const {entries, frames, live, locale, parts, raw, session} = knowledge;
  const {say} = locale;
  const state = (): State => session.state;
  const focusFrame = (field: HostedField): void => frames.focus(field);
  const focus = new Focus(host, {state, focusFrame, raw: () => raw.inputs});
  new FocusRequests(host, focus);
  const announcing = new Announcing({
    ...{live, say},
    outcome: () => parts.outcome.load(),
    onOutcome: () => void focus.intoOutcome(),
  });
  const announce = (field: FieldName, problem: Problem): void => announcing.problem(field, problem);
  const report = (): void => submitting.report();
  const saving = new Saving(host, {session, entries, report, disabled: () => host.inactive});
  const form = new OwnerFormController(host, {
    internals,
    mustHold: (submitter) => submitting.mustHold(submitter),
    save: () => saving.succeeds(),
  });
  /** The button of an outcome: fresh fields, and the focus goes there. */
  const again = (): void => {
    focus.intoNext('number');
    session.open();
  };
  const submitting: Submitting = new Submitting(host, {
    ...{state, saving, entries, form, announce, again},
    focus: (field) => focus.into(field),
  });
  entries.onReveal = announce;
  session.subscribe((current, previous) => {
    entries.moved(current, previous);
    parts.moved(current);
    focus.moved(current, previous);
    announcing.moved(current, previous);
    raw.moved(current);
    reportMove(host, current, previous, host.stepUp);
  });
  return {focus, saving, ownerForm: form, submitting, again, formValue: new FormValue(internals)};
}

async function createFlow(
  host: CardVaultHost,
  ports: ElementPorts,
  {entries, frames, locale, parts, places, raw, session}: Knowledge,
  onEvent: (event: FieldEvent) => void,
): Promise<Flow> {
  if (!host.adapter && !host.sessionUrl)
    throw new CardVaultError('configuration-missing', 'Set session-url, or give the element an adapter.');
  const {engine, createRun} = await ports.loadEngine().catch((cause: unknown) => {
    const message = 'The rest of the element’s script could not be loaded.';
    throw new CardVaultError('shop-server-unreachable', message, {cause});
  });
  const run = createRun({
    ...{host, engine, places, entries, locale, session, onEvent},
    timers: ports.timers,
    memory: ports.createMemory(memoryKey(host)),
    room: parts.room,
    readRaw: () => raw.read(),
  });
  frames.take(run);
  return run.flow;
}
