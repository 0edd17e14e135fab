import type {Flow, State} from '../flow/index.js';
import type {FieldEvent} from '../gateways/index.js';
import {CardVaultError} from '../protocol/index.js';
import {Announcing} from './controllers/announcing.js';
import {AppearanceController} from './controllers/appearance.js';
import {Entries} from './controllers/entries.js';
import {Focus} from './controllers/focus.js';
import {FormValue} from './controllers/form-value.js';
import {Frames} from './controllers/frames.js';
import {LazyParts} from './controllers/lazy-parts.js';
import {Lifecycle} from './controllers/lifecycle.js';
import {LiveRegion} from './controllers/live-region.js';
import {LocaleController} from './controllers/locale.js';
import {OwnerFormController} from './controllers/owner-form.js';
import {PlacesController} from './controllers/places.js';
import {RawEntry} from './controllers/raw-entry.js';
import {reportMove} from './controllers/reporter.js';
import {Saving} from './controllers/saving.js';
import {SessionController} from './controllers/session.js';
import {Submitting} from './controllers/submitting.js';
import {CardVaultErrorEvent} from './events.js';
import type {CardVaultHost} from './host.js';
import {memoryKey} from './memory.js';
import type {ElementPorts} from './ports.js';

export type Controllers = ReturnType<typeof compose>;

/** Makes the controllers of one element and connects them. Every rule is in one of them; here is none. */
export function compose(host: CardVaultHost, internals: ElementInternals, ports: ElementPorts) {
  const {timers} = ports;
  const now = (): Date => new Date(timers.now());
  const state = (): State => session.state;
  const memory = () => ports.createMemory(memoryKey(host));

  const locale = new LocaleController(host);
  const live = new LiveRegion(host);
  const entries = new Entries(host, timers);
  const places = new PlacesController(host);
  const parts = new LazyParts(host, {locale, entries});
  const frames = new Frames(host, () => state().name === 'collecting');
  const appearance = new AppearanceController(host, () => frames.restyle());
  const session = new SessionController(host, {createFlow});
  const raw = new RawEntry(host, {entries, now, sessionMode: () => state().session?.entryMode});
  const focus = new Focus(host, {
    state,
    focusFrame: (field) => frames.focus(field),
    raw: () => raw.inputs,
  });
  const announcing = new Announcing({
    live,
    say: locale.say,
    outcome: () => parts.outcome.load(),
    onOutcome: () => void focus.intoOutcome(),
  });
  const saving = new Saving(host, {
    session,
    entries,
    report: () => submitting.report(),
    disabled: () => host.inactive,
  });
  const ownerForm = new OwnerFormController(host, {
    internals,
    mustHold: (submitter) => submitting.mustHold(submitter),
    save: () => saving.succeeds(),
  });
  const submitting: Submitting = new Submitting(host, {
    state,
    saving,
    entries,
    form: ownerForm,
    announce: (field, problem) => announcing.problem(field, problem),
    focus: (field) => focus.into(field),
    again,
  });
  const lifecycle = new Lifecycle(host, {
    session,
    remembers: () => memory().recall() !== undefined,
    preloadEngine: () => void ports.loadEngine().catch(() => undefined),
  });

  entries.onReveal = (field, problem) => announcing.problem(field, problem);
  session.subscribe((current, previous) => {
    entries.moved(current, previous);
    parts.moved(current);
    focus.moved(current, previous);
    announcing.moved(current, previous);
    raw.moved(current);
    reportMove(host, current, previous, host.stepUp);
  });

  async function createFlow(): Promise<Flow> {
    if (!host.adapter && !host.sessionUrl)
      throw new CardVaultError('configuration-missing', 'Set session-url, or give the element an adapter.');
    const {engine, createRun} = await ports.loadEngine().catch((cause: unknown) => {
      const message = 'The rest of the element’s script could not be loaded.';
      throw new CardVaultError('shop-server-unreachable', message, {cause});
    });
    const run = createRun({
      ...{host, engine, places, entries, locale, session, timers},
      room: parts.room,
      memory: memory(),
      readRaw: () => raw.read(),
      onEvent: onFieldEvent,
    });
    frames.take(run);
    return run.flow;
  }

  function onFieldEvent(event: FieldEvent): void {
    if (event.type === 'submit') submitting.submit();
    else if (event.type === 'error') host.dispatchEvent(new CardVaultErrorEvent(event.error));
    else entries.hear(event);
  }

  /** The button of an outcome: fresh fields, and the focus goes there. */
  function again(): void {
    focus.intoNext('number');
    session.open();
  }

  /** Empties the element: the fields where they are live, else the run. */
  function reset(): void {
    saving.cancel();
    entries.clear();
    raw.clear();
    if (state().name === 'collecting') return frames.clear();
    session.reset();
    frames.close();
    lifecycle.start();
  }

  return {
    ...{
      locale,
      live,
      entries,
      parts,
      appearance,
      session,
      raw,
      focus,
      saving,
      ownerForm,
      submitting,
      lifecycle,
    },
    formValue: new FormValue(internals),
    again,
    reset,
  };
}
