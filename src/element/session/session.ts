import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {isBusy, type CardInput, type Flow, type State} from '../../flow/index.js';
import {asCardVaultError} from '../../flow/effects.js';
import {CardVaultError} from '../../protocol/index.js';
import {idle} from '../phases.js';
import {whenOpened} from './lifecycle.js';
import {Deferred} from './deferred.js';

export interface SessionOptions {
  /** A new flow for the element as it is now; throws the CardVaultError that prevents it. */
  readonly createFlow: () => Flow;
  /** The run that stood here is over for this page: the element was reset or removed. */
  readonly onAbandon: (left: State) => void;
  /** Hears of every change of state, also of a flow that could not be made. */
  readonly onState: (state: State, previous: State) => void;
}

/**
 * Owns the element's flow: makes it when it is first needed, disposes of it when the element leaves, and
 * turns its states into the promise of `whenReady()`.
 */
export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SessionOptions;
  #flow: Flow | undefined;
  #state: State = idle;
  #ready: Deferred<void> | undefined;
  #page: AbortController | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, options: SessionOptions) {
    (this.#host = host).addController(this);
    this.#options = options;
  }

  get state(): State {
    return this.#state;
  }

  get busy(): boolean {
    return isBusy(this.#state);
  }

  hostConnected(): void {
    const {signal} = (this.#page = new AbortController());
    // A page that comes back from the back/forward cache takes up a step-up that it was left for.
    addEventListener('pageshow', ({persisted}) => persisted && this.#flow?.resume(), {signal});
    addEventListener('online', () => this.#backOnline(), {signal});
  }

  hostDisconnected(): void {
    this.#page?.abort();
    this.#drop();
    const left = this.#state;
    if (left.name !== 'saved') this.#move(idle);
    // A move in the DOM connects again at once and takes the run up; anything else ends it for this page.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#abandon(left);
    });
  }

  /** Takes up a remembered run; fresh fields when it is none any more. */
  resume(): void {
    this.#with((flow) => {
      if (!flow.resume()) flow.open();
    });
  }

  /** Fresh fields from `idle`, `stopped`, `failed` and `saved`. */
  open(): void {
    whenOpened(() => this.#with((flow) => flow.open()));
  }

  save(input: CardInput): void {
    this.#flow?.save(input);
  }

  /** Opens from `idle`; after a run that stopped, waits for the `open()` that follows. */
  whenReady(): Promise<void> {
    const {name} = this.#state;
    if (name === 'collecting' || name === 'saved' || this.busy) return Promise.resolve();
    if (this.#state.name === 'failed') return Promise.reject(this.#state.error);
    if (!this.#host.isConnected) return Promise.reject(notLive());
    const ready = (this.#ready ??= new Deferred());
    if (name === 'idle') this.open();
    return ready.promise;
  }

  cancel(): void {
    this.#flow?.cancel();
  }

  /** Stands in a state that no flow has brought about. No event is dispatched. */
  stand(state: State): void {
    this.#drop();
    this.#state = state;
    this.#settle(state);
    this.#host.requestUpdate();
  }

  /** The run is over by something that no flow knows of. */
  fail(error: CardVaultError): void {
    this.#drop();
    this.#move({name: 'failed', run: this.#state.run, error});
  }

  reset(): void {
    // The flow forgets it as it is reset.
    const left = this.#state;
    this.#flow?.reset();
    this.#drop();
    if (this.#state.name !== 'idle') this.#move({name: 'idle', run: left.run});
    this.#abandon(left);
  }

  #with(use: (flow: Flow) => void): void {
    if (!this.#flow && this.#host.isConnected) this.#make();
    if (this.#flow) use(this.#flow);
  }

  #make(): void {
    // The view of a run that is over goes at once.
    if (this.#state.name !== 'idle') this.#move({name: 'idle', run: this.#state.run});
    try {
      this.#flow = this.#options.createFlow();
    } catch (error) {
      this.#move({name: 'failed', run: this.#state.run + 1, error: asCardVaultError(error)});
      return;
    }
    this.#state = this.#flow.state;
    this.#flow.subscribe((state) => this.#move(state));
  }

  #drop(): void {
    this.#flow?.dispose();
    this.#flow = undefined;
  }

  #move(state: State): void {
    const previous = this.#state;
    this.#state = state;
    this.#options.onState(state, previous);
    this.#settle(state);
    this.#host.requestUpdate();
  }

  /**
   * Answers `whenReady()` as a new call would be answered. While the element is moved it has no flow: the
   * promise stays open.
   */
  #settle(state: State): void {
    const {name} = state;
    if (name === 'collecting' || name === 'saved' || isBusy(state)) this.#takeReady()?.resolve();
    else if (name === 'failed') this.#takeReady()?.reject(state.error);
    else if (name === 'idle' && this.#flow) this.#takeReady()?.reject(interrupted());
  }

  #takeReady(): Deferred<void> | undefined {
    const ready = this.#ready;
    this.#ready = undefined;
    return ready;
  }

  #abandon(left: State): void {
    this.#takeReady()?.reject(interrupted());
    this.#options.onAbandon(left);
  }

  /** The connection is back: what failed for want of it before anything was typed is tried again. */
  #backOnline(): void {
    const state = this.#state;
    if (state.name === 'failed' && state.error.audience === 'network' && !state.card) this.open();
  }
}

/** Why there are no fields to fill. */
export function notLive(): CardVaultError {
  return new CardVaultError('not-ready', 'The element is not in a page.');
}

/** Why something that was waited for does not come. */
export function interrupted(): CardVaultError {
  return new CardVaultError('not-ready', 'It was cancelled, reset or removed.');
}
