import type {Flow} from '../flow/index.js';
import type {FieldEvent} from '../gateways/index.js';
import {CardVaultError} from '../protocol/index.js';
import {ActionsPart} from './controllers/actions-part.js';
import type {EnteredFields} from './controllers/early-entries.js';
import {readFormState} from './controllers/form-state.js';
import {Frames} from './controllers/frames.js';
import {LazyParts} from './controllers/lazy-parts.js';
import {PlacesController} from './controllers/places.js';
import {reportMove} from './controllers/reporter.js';
import {SessionController} from './controllers/session.js';
import {CardVaultErrorEvent} from './events.js';
import type {Drawn} from './drawn.js';
import type {WithEngine} from './engine-parts.js';
import type {CardVaultHost} from './host.js';
import {memoryKey} from './memory.js';

/** Milliseconds after which the shopper reads that the fields still load. */
const slowLoad = 4_500;

export type Behaviour = ReturnType<typeof composeBehaviour>;

/** Makes the controllers that bring an element to live fields. What is done with those is in `actions.ts`. */
export function composeBehaviour(host: CardVaultHost, drawn: Drawn & WithEngine) {
  const {early, locale, module, timers} = drawn;
  // Before the session, which empties the fields when it leaves.
  host.addController({hostDisconnected: () => actions.value?.entries.left()});
  const places = new PlacesController(host);
  const session = new SessionController(host, {
    createFlow,
    onAbandon: (left) => actions.value?.saving.abandoned(left),
  });
  const frames = new Frames(host, () => session.state.name === 'collecting');
  const actions = new ActionsPart(host, {...drawn, session, frames, parts: () => parts});
  const parts: LazyParts = new LazyParts(host, {locale, actions});
  session.subscribe((current, previous) => {
    actions.moved(current, previous);
    parts.moved(current);
    if (current.name === 'opening') timers.after(slowLoad, () => actions.late());
    reportMove(host, current, previous, () => actions.value?.report(current, previous));
  });

  function createFlow(): Flow {
    if (!host.adapter && !host.sessionUrl)
      throw new CardVaultError('configuration-missing', 'Set session-url, or give the element an adapter.');
    const run = module.createRun({
      ...{host, engine: module.engine, places, locale, session, onEvent, timers},
      entries: (): EnteredFields => actions.value?.entries ?? early,
      memory: module.createMemory(memoryKey(host)),
      room: parts.room,
      readRaw: () => actions.value!.raw.read(),
    });
    frames.take(run);
    return run.flow;
  }

  function onEvent(event: FieldEvent): void {
    if (event.type === 'error') host.dispatchEvent(new CardVaultErrorEvent(event.error));
    else actions.hear(event);
  }

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

  function cancel(): void {
    actions.cancel();
    session.cancel();
  }

  /** What the browser kept with the form: a card that was saved before the page was left. */
  function restore(kept: unknown): void {
    const outcome = readFormState(kept);
    if (outcome) session.restore(outcome);
  }

  return {
    ...{actions, cancel, clear, frames, parts, restore, session},
    /** From the press for a complete card to the end of its save; also while the script for it is on its way. */
    get busy(): boolean {
      return (actions.held && session.state.name === 'collecting') || actions.value?.saving.active === true;
    },
    /** True when a run of this element was left unfinished by an earlier page. */
    remembers: () => module.createMemory(memoryKey(host)).recall() !== undefined,
  };
}
