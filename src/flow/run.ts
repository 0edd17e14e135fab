import {CardVaultError} from '../protocol/errors.js';
import {lostScript} from '../protocol/lost-script.js';
import {atTime} from './at-time.js';
import {
  asCardVaultError,
  entryPerformers,
  type AskingType,
  type BareAnswer,
  type Perform,
  type Performers,
  type RunSecrets,
} from './effects.js';
import {entryHandlers, needsSaving} from './entry.js';
import type {Effect, FlowAnswer, FlowEvent} from './events.js';
import {handle, type Handlers} from './handlers.js';
import {untilLimit} from './limits.js';
import {defaultLimits, type EntryPorts, type FlowLimits, type SavingPorts} from './ports.js';
import type {CardInput, Flow, State, StateName} from './state.js';

/** Half of the flow that saves a card; the other half leads as far as live fields. */
export interface SavingHalf {
  readonly handlers: Handlers;
  readonly performers: Performers;
  readonly ports: SavingPorts;
  /** Whether a run in this state belongs to this page; where not, its home is given up. */
  readonly livesHere: (state: State, ports: SavingPorts) => boolean;
}

export interface FlowOptions {
  readonly ports: EntryPorts;
  /** The saving half, or the loading of it: a page loads it when the fields are live. */
  readonly saving: SavingHalf | (() => Promise<SavingHalf>);
  /** Only for tests and unusual pages; see `defaultLimits`. */
  readonly limits?: Partial<FlowLimits>;
}

type Listener = (state: State, previous: State) => void;

/** A flow: events go into its machine one by one, and what it wants done is done through the ports. */
class Runner implements Flow {
  readonly #ports: EntryPorts;
  readonly #limits: FlowLimits;
  #saving: FlowOptions['saving'];
  /** Aborts the wait for the saving half, while the event at the head of the queue needs it. */
  #loading: AbortController | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #waiting: FlowEvent[] = [];
  #state: State = {name: 'idle', run: 0};
  #stepping = false;
  #disposed = false;
  /** There may be fields to take down: those of a mount, or at first those that the page has begun. */
  #mayHaveFields = true;
  #secrets: RunSecrets = {};
  #abort = new AbortController();
  #stopWatch: (() => void) | undefined;

  constructor({ports, limits, saving}: FlowOptions) {
    this.#ports = ports;
    this.#limits = {...defaultLimits, ...limits};
    this.#saving = saving;
  }

  get state(): State {
    return this.#state;
  }

  /** The saving half, once it is there. */
  get #half(): SavingHalf | undefined {
    return typeof this.#saving === 'function' ? undefined : this.#saving;
  }

  open(): void {
    this.#handle({type: 'open'});
  }

  save(input: CardInput): void {
    this.#handle({type: 'save', input});
  }

  cancel(): void {
    this.#handle({type: 'cancel'});
  }

  reset(): void {
    this.#handle({type: 'reset'});
  }

  resume(): boolean {
    const state = this.#state;
    const remembered = this.#ports.memory.recall();
    const fits = state.name === 'idle' || (state.name === 'stepping-up' && state.leaving === true);
    if (remembered === undefined || !fits) return false;
    this.#handle({type: 'resume', remembered});
    return true;
  }

  renew(silent?: boolean): void {
    this.#handle({type: 'context-ending', run: this.#state.run, silent});
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#disposed = true;
    this.#listeners.clear();
    this.#loading?.abort();
    this.#leaveHome({name: 'idle', run: 0});
    this.#giveUp();
    this.#unmount();
  }

  /** One event after the other: what a listener or an effect asks for meanwhile waits for its turn. */
  #handle(event: FlowEvent): void {
    if (event.type === 'cancel' || event.type === 'reset') this.#dropSave();
    this.#waiting.push(event);
    this.#handleWaiting();
  }

  #handleWaiting(): void {
    if (this.#stepping || this.#loading) return;
    this.#stepping = true;
    try {
      for (let next = this.#waiting[0]; next !== undefined && !this.#disposed; next = this.#waiting[0]) {
        if (!this.#half && needsSaving(this.#state, next)) return void this.#loadFor(next);
        this.#waiting.shift();
        this.#move(next);
      }
    } finally {
      this.#stepping = false;
    }
  }

  /** Loads the saving half; events wait for it in their order. */
  async #loadFor(event: FlowEvent): Promise<void> {
    const {signal} = (this.#loading = new AbortController());
    const late = (): never => {
      throw new CardVaultError('shop-server-unreachable', 'A script did not load in time.');
    };
    try {
      await untilLimit(this.#ports.timers, this.#limits.request, signal, () => this.#load(), late);
    } catch (cause) {
      if (signal.aborted) return;
      this.#waiting[0] = notLoaded(event, this.#state.run, lostScript(cause));
    }
    if (signal.aborted) return;
    this.#loading = undefined;
    this.#handleWaiting();
  }

  /**
   * Drops a save that waits for its script, with what is queued behind it: nothing of it was sent. A run that
   * is to be settled stays, because it may hold an amount at the bank.
   */
  #dropSave(): void {
    if (!this.#loading || this.#waiting[0]?.type !== 'save' || this.#state.unsettled) return;
    this.#loading.abort();
    this.#loading = undefined;
    this.#waiting.length = 0;
  }

  /** Loads the saving half; the first that arrives stays. */
  async #load(): Promise<void> {
    const half = typeof this.#saving === 'function' ? await this.#saving() : this.#saving;
    if (!this.#half) this.#saving = half;
  }

  /** Gives up the home of a run that no longer belongs to this page. */
  #leaveHome(state: State): void {
    const half = this.#half;
    if (half?.livesHere(state, half.ports) === false) half.ports.home?.leave();
  }

  #move(event: FlowEvent): void {
    const previous = this.#state;
    const [state, effects] = handle(this.#half?.handlers ?? entryHandlers, previous, event);
    this.#state = state;
    // To take frames out takes a browser a while: the page hears of the end before.
    const isOver = ends.includes(state.name);
    for (const effect of effects) if (!isOver || effect.type !== 'unmount-fields') this.#perform(effect);
    this.#leaveHome(state);
    if (state === previous) return;
    for (const listener of [...this.#listeners]) {
      try {
        listener(state, previous);
      } catch (error) {
        // A listener's fault is the page's to hear of, and must not leave the flow half moved.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    if (isOver) this.#unmount();
    // Ahead of the save: it begins at once then, even if the connection is gone.
    if (state.name === 'collecting' && !this.#half) this.#load().catch(() => undefined);
  }

  #perform(effect: Effect): void {
    const {memory} = this.#ports;
    switch (effect.type) {
      case 'abort':
        return this.#giveUp();
      case 'unmount-fields':
        return this.#unmount();
      case 'forget':
        return memory.forget();
      case 'watch-context':
        return this.#watchContext(effect.expiresAt);
      default:
        this.#mayHaveFields ||= effect.type === 'mount-fields';
        return void this.#ask(effect);
    }
  }

  /** Does what may come to an answer, and hands that to the machine, unless it was given up meanwhile. */
  async #ask(effect: Extract<Effect, {readonly type: AskingType}>): Promise<void> {
    const {run} = this.#state;
    const {signal} = this.#abort;
    const ports = {...this.#ports, ...this.#half?.ports};
    const context = {ports, limits: this.#limits, secrets: this.#secrets, signal};
    const performers: Partial<Performers> = this.#half?.performers ?? entryPerformers;
    let answer: BareAnswer | undefined;
    try {
      // The compiler has checked each performer against its own effect; the pair in hand is one of those.
      answer = await (performers[effect.type] as Perform)(effect, context);
    } catch (error) {
      answer = {type: 'error', error: asCardVaultError(error)};
    }
    if (answer && !signal.aborted) this.#handle({...answer, run} as FlowAnswer);
  }

  /** Has the fields renewed before the context of this run ends, unless the run's work is given up first. */
  #watchContext(endsAt: number): void {
    this.#stopWatch?.();
    const {timers, renewal} = this.#ports;
    const {signal} = this.#abort;
    const renew = (silent?: boolean): void => this.renew(silent);
    const stop = atTime(timers, endsAt - this.#limits.contextMargin, () => {
      signal.removeEventListener('abort', stop);
      // A save that is under way has no more use for the fields. Back at them, the watch begins anew.
      if (this.#state.name !== 'collecting') return;
      if (renewal) renewal(renew, endsAt);
      else renew();
    });
    signal.addEventListener('abort', stop, {once: true});
    this.#stopWatch = stop;
  }

  #giveUp(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#secrets = {};
  }

  #unmount(): void {
    if (!this.#mayHaveFields) return;
    this.#mayHaveFields = false;
    this.#ports.hostedFields.unmount();
  }
}

/** The states in which a run is over. */
const ends: readonly StateName[] = ['saved', 'stopped', 'failed'];

/** Turns an event whose half of the flow did not load into an error. */
function notLoaded(event: FlowEvent, run: number, error: CardVaultError): FlowEvent {
  if (event.type !== 'resume' || event.remembered === undefined) return {type: 'error', run, error};
  return {type: 'error', run, error, resuming: event.remembered};
}

/** A flow at rest in `idle`. */
export function createFlow(options: FlowOptions): Flow {
  return new Runner(options);
}
