import {isBusy, type Flow, type State} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {CardVaultError} from '../../protocol/index.js';
import type * as BringBack from './bring-back.js';
import {CardVaultErrorEvent, CardVaultReadyEvent, CardVaultStepEvent} from '../events.js';
import {Frames} from '../fields/frames.js';
import {PlacesController} from '../fields/places.js';
import type {CardVaultHost} from '../host.js';
import {memoryKey} from '../session/memory.js';
import {hasEnded, isLoading} from '../phases.js';
import {SessionController} from '../session/session.js';
import {createRun} from './run.js';
import type {LocaleController} from '../shopper/locale.js';
import type {Drawn, Engine, Live} from './contracts.js';
import {LateInteraction} from './late-interaction.js';
import {LateModule, withWords} from '../late-module.js';
import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Makes what brings an element to live fields. What is done with those is in `interaction.ts`. */
export function createLive(host: CardVaultHost, drawn: Drawn, engine: Engine): Live {
  const {lifecycle, locale} = drawn;
  // Before the session, which empties the fields when it leaves.
  host.addController({hostDisconnected: () => loader.value?.entries.disconnected()});
  const places: PlacesController = new PlacesController(host, () => bringBack(host, drawn, live));
  const session = new SessionController(host, {
    createFlow,
    onAbandon: (left) => loader.value?.saving.abandoned(left),
    onState(current, previous) {
      loader.stateChanged(current, previous);
      drawn.formValue.take(current);
      reportState(host, current, previous, () => loader.value?.report(current, previous));
      // Preloads come after the news that the fields are live.
      preload(current);
      for (const late of [loader, outcome]) late.hostUpdate();
      if (current.name === 'collecting') places.check();
    },
  });
  const frames = new Frames(host, () => session.state.name === 'collecting');
  const loader: LateInteraction = new LateInteraction(host, {
    drawn,
    live: () => live,
    load: engine.loadInteraction,
  });
  const outcome = createOutcome(host, locale, session);
  const {stateChanged: preload, ...ahead} = saveAhead(host, locale);
  endUnusedFields(host);
  const memory = () => engine.createMemory(memoryKey(host));
  const noteSource = followSource(host, session, () => live.busy);

  function createFlow(): Flow {
    noteSource();
    checkSource(host);
    const run = createRun({host, drawn, live, engine, memory: memory(), onEvent});
    frames.take(run);
    return run.flow;
  }

  const onEvent = (event: FieldEvent): void =>
    event.type === 'error'
      ? void host.dispatchEvent(new CardVaultErrorEvent(event.error))
      : loader.hear(event);

  const live: Live = {
    session,
    frames,
    places,
    visibility: new VisibilityController(host, () => lifecycle.wake()),
    outcome,
    interactionLoader: loader,
    ...ahead,
    get busy() {
      return (loader.held && session.state.name === 'collecting') || loader.value?.saving.active === true;
    },
    remembers: () => memory().recall() !== undefined,
    cancel: () => [loader, session].forEach((part) => part.cancel()),
    clear() {
      loader.clear();
      return clearFields(session, frames);
    },
  };
  return live;
}

/**
 * Reports a step of the flow to the page, and that the fields are live or that something broke. How a save
 * ends is reported by `reportSave`. Names are only added (decision 0008).
 */
export function reportState(target: EventTarget, state: State, previous: State, more: () => void): void {
  const tracker = state.session?.tracker;
  if (state.name !== previous.name)
    target.dispatchEvent(
      new CardVaultStepEvent({step: state.name, previous: previous.name, run: state.run, tracker}),
    );
  more();
  if (state.name === previous.name && state.run === previous.run) return;
  if (state.name === 'collecting' && !isBusy(previous))
    target.dispatchEvent(new CardVaultReadyEvent({tracker, renewed: state.renewed === true}));
  if ((state.name === 'collecting' || state.name === 'failed') && state.error)
    target.dispatchEvent(new CardVaultErrorEvent(state.error));
}

/** False where there were none to empty, and the run is ended. */
function clearFields(session: SessionController, frames: Frames): boolean {
  if (session.state.name === 'collecting') {
    frames.clear();
    return true;
  }
  session.reset();
  frames.close();
  return false;
}

/** @throws CardVaultError where nothing can be opened for the element as it is now. */
function checkSource(host: CardVaultHost): void {
  const missing = (what: string) => new CardVaultError('configuration-missing', what);
  if (host.adapter) return;
  if (!host.sessionUrl) throw missing('Set session-url, or give the element an adapter.');
  // The frames of the card fields would have nothing to encrypt with.
  if (globalThis.isSecureContext === false)
    throw missing('This page is not a secure context: open it by https, or at localhost.');
}

function createOutcome(
  host: CardVaultHost,
  locale: LocaleController,
  session: SessionController,
): Live['outcome'] {
  return new LateModule(
    host,
    () => withWords(host, locale, import('../views/outcome.js')),
    // The brands that the page names are shown while the fields are still loading.
    () => !isLoading(session.state) || !!host.acceptedBrands,
  );
}

interface Ahead extends Pick<Live, 'dialog' | 'typed' | 'whenTyped'> {
  readonly stateChanged: (state: State) => void;
}

/** Loads the modules of a save while the card is typed, so that no save waits for them. */
function saveAhead(host: CardVaultHost, locale: LocaleController): Ahead {
  const dialog = new LateModule(host, () => withWords(host, locale, import('../step-up/dialog.js')));
  /** There from the first digit of a card to the end of its run. */
  let typing: AbortController | undefined;
  let prepare: ((signal: AbortSignal) => void) | undefined;
  const loadDialog = (): void => void (host.stepUp !== 'redirect' && dialog.preload());
  return {
    dialog,
    whenTyped(next) {
      prepare = next;
      if (typing) prepare(typing.signal);
    },
    typed() {
      if (typing) return;
      typing = new AbortController();
      prepare?.(typing.signal);
      import('../../gateways/step-up.js').catch(() => undefined);
      loadDialog();
    },
    stateChanged(state) {
      if (state.name === 'idle' || hasEnded(state)) {
        typing?.abort();
        typing = undefined;
      }
      if (state.name === 'collecting-device-data') loadDialog();
    },
  };
}

/** The page has taken the card fields away. */
const bringBack: typeof BringBack.bringBack = (host, drawn, live) =>
  void import('./bring-back.js')
    .then((module) => module.bringBack(host, drawn, live))
    .catch(() => live.session.reset());

/**
 * Ends the fields that were begun for an element which was disabled before its engine came: no run will take
 * them over.
 */
function endUnusedFields(host: CardVaultHost): void {
  const end = (): void => {
    if (!host.inactive) return;
    host.begunSession?.abort();
    host.begunSession = undefined;
  };
  host.addController({hostConnected: end, hostUpdate: end});
}

/**
 * Resets an element that names another server, adapter or entry mode than at the last note, unless it is
 * saving.
 */
function followSource(host: CardVaultHost, session: SessionController, busy: () => boolean): () => void {
  let source: readonly unknown[] = [];
  const note = (): void => void (source = [host.adapter ?? host.sessionUrl, host.entryMode]);
  host.addController({
    hostUpdate() {
      const former = source;
      note();
      const {name} = session.state;
      const isOther = source.some((one, index) => one !== former[index]);
      if (!isOther || name === 'idle' || name === 'saved' || busy()) return;
      // Fields that are live belong to the former session: a reset alone would only empty them.
      session.reset();
      host.reset();
    },
  });
  return note;
}

/** Calls back once when the host comes near the part of the page that is seen; armed anew by `watch`. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #seen: () => void;
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, seen: () => void) {
    (this.#host = host).addController(this);
    this.#seen = seen;
  }

  watch(): void {
    this.hostDisconnected();
    // Simulated pages show nothing: there the element waits until it is used.
    if (!('IntersectionObserver' in globalThis)) return;
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({isIntersecting}) => isIntersecting)) return;
        this.hostDisconnected();
        this.#seen();
      },
      {rootMargin: '200px'},
    );
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
