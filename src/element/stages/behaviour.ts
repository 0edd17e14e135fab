import type {Flow} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {CardVaultError} from '../../protocol/index.js';
import type * as BringBack from '../fields/bring-back.js';
import {ActionsPart} from './actions-part.js';
import type {EnteredFields} from '../fields/early-entries.js';
import {Frames} from '../fields/frames.js';
import {LazyParts} from './lazy-parts.js';
import {PlacesController} from '../fields/places.js';
import {reportMove} from '../session/reporter.js';
import {SessionController} from '../session/session.js';
import {VisibilityController} from '../session/visibility.js';
import {CardVaultErrorEvent} from '../events.js';
import type {Drawn} from './drawn.js';
import type {WithEngine} from './engine-parts.js';
import type {CardVaultHost} from '../host.js';
import {memoryKey} from '../session/memory.js';

export type Behaviour = ReturnType<typeof composeBehaviour>;

/** Makes the controllers that bring an element to live fields. What is done with those is in `actions.ts`. */
export function composeBehaviour(host: CardVaultHost, drawn: Drawn & WithEngine) {
  const {early, locale, module, timers} = drawn;
  // Before the session, which empties the fields when it leaves.
  host.addController({hostDisconnected: () => actions.value?.entries.left()});
  const places: PlacesController = new PlacesController(host, () => bringBack(host, taken()));
  const taken = () => ({actions, early, frames, places, session, timers});
  const session = new SessionController(host, {
    createFlow,
    onAbandon: (left) => actions.value?.saving.abandoned(left),
    onMove(current, previous) {
      actions.moved(current, previous);
      drawn.formValue.take(current);
      reportMove(host, current, previous, () => actions.value?.report(current, previous));
      // What is loaded ahead comes after the news that the fields are live.
      parts.moved(current);
    },
  });
  const frames = new Frames(host, () => session.state.name === 'collecting');
  const actions = new ActionsPart(host, {...drawn, session, frames, parts: () => parts});
  const parts: LazyParts = new LazyParts(host, {locale, actions});

  endUnusedFields(host);

  const memory = () => module.createMemory(memoryKey(host));
  const noteSource = followSource(host, session, () => behaviour.busy);

  function createFlow(): Flow {
    noteSource();
    if (!host.adapter && !host.sessionUrl) throw missing('Set session-url, or give the element an adapter.');
    // The frames of the card fields would have nothing to encrypt with.
    if (!host.adapter && globalThis.isSecureContext === false)
      throw missing('This page is not a secure context: open it by https, or at localhost.');
    const run = module.createRun({
      ...{host, engine: module.engine, memory: memory(), places, locale, session, onEvent, timers},
      entries: (): EnteredFields => actions.value?.entries ?? early,
      ...{dialog: parts.dialog, renewal: actions.renewal, whenTyped: (prepare) => parts.whenTyped(prepare)},
      readRaw: () => actions.value!.raw.read(),
    });
    frames.take(run);
    return run.flow;
  }

  const onEvent = (event: FieldEvent): void =>
    event.type === 'error'
      ? void host.dispatchEvent(new CardVaultErrorEvent(event.error))
      : actions.hear(event);

  /** Empties the fields where they are live; else ends the run, and answers false. */
  function clear(): boolean {
    actions.clear();
    if (session.state.name === 'collecting') {
      frames.clear();
      return true;
    }
    session.reset();
    frames.close();
    return false;
  }

  const cancel = (): void => [actions, session].forEach((part) => part.cancel());
  const behaviour = {
    ...{actions, cancel, clear, frames, parts, places, session},
    visibility: new VisibilityController(host, drawn.wake),
    /**
     * From the press for a complete card to the end of its save; also while the script for it is on its way.
     */
    get busy(): boolean {
      return (actions.held && session.state.name === 'collecting') || actions.value?.saving.active === true;
    },
    /** True when a run of this element was left unfinished by an earlier page. */
    remembers: () => memory().recall() !== undefined,
  };
  return behaviour;
}

const missing = (what: string): CardVaultError => new CardVaultError('configuration-missing', what);

/** The page has taken the card fields away. */
const bringBack: typeof BringBack.bringBack = (host, taken) =>
  void import('../fields/bring-back.js')
    .then((part) => part.bringBack(host, taken))
    .catch(() => taken.session.reset());

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
      const moved = source.some((part, index) => part !== former[index]);
      if (!moved || name === 'idle' || name === 'saved' || busy()) return;
      // Fields that are live belong to the former session: a reset alone would only empty them.
      session.reset();
      host.reset();
    },
  });
  return note;
}
