import type {ContextRenewal, State} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {CardVaultError} from '../../protocol/index.js';
import {lostScript} from '../../protocol/lost-script.js';
import {nameOf} from '../fields/frames.js';
import type {CardVaultHost} from '../host.js';
import {lostWords, reportLostScript} from '../report.js';
import {hasEnded, isLoading} from '../phases.js';
import {notLive} from '../session/session.js';
import type {Drawn, Interaction, InteractionModule, InteractionLoader, Live} from './contracts.js';
import {LateModule, withWords} from '../late-module.js';

/** Milliseconds after which the shopper reads that the fields still load. */
const slowLoad = 4_500;

export interface LateInteractionOptions {
  readonly drawn: Drawn;
  readonly live: () => Live;
  readonly load: () => Promise<InteractionModule>;
}

/**
 * Loads the third stage once the fields are live, ahead of its use; what happens before it is there is handed
 * to it in the order in which it happened.
 */
export class LateInteraction implements InteractionLoader {
  readonly #host: CardVaultHost;
  readonly #options: LateInteractionOptions;
  readonly #module: LateModule<Interaction>;
  readonly #heard: FieldEvent[] = [];
  #missed: readonly [State, State] | undefined;
  /** Saves that wait for the script. */
  #presses = 0;
  /** How often `cancel()` was called: what was asked for before the last call is stopped. */
  #cancels = 0;
  #notSlow: (() => void) | undefined;
  value: Interaction | undefined;
  failure: CardVaultError | undefined;

  constructor(host: CardVaultHost, options: LateInteractionOptions) {
    this.#host = host;
    this.#options = options;
    this.#module = new LateModule(
      host,
      () => this.#load(),
      () => this.#isWanted,
    );
    if (host.hasAttribute('autofocus')) this.preload();
  }

  /**
   * With the live fields, ahead of its use: what it says of a lost connection must be there by then. Raw inputs
   * are not in hosted frames: the element draws them itself.
   */
  get #isWanted(): boolean {
    const {session} = this.#options.live();
    return !this.value && (!isLoading(session.state) || this.#host.entryMode === 'raw');
  }

  async #load(): Promise<Interaction> {
    const {drawn, live, load} = this.#options;
    const {createInteraction} = await withWords(this.#host, drawn.locale, load());
    const loaded = (this.value = createInteraction(this.#host, drawn, live()));
    if (this.#missed) {
      loaded.stateChanged(...this.#missed);
      // A run that was resumed may be over before the script is there.
      if (hasEnded(this.#missed[0])) loaded.report(...this.#missed);
    }
    for (const event of this.#heard.splice(0)) loaded.hear(event);
    return loaded;
  }

  get held(): boolean {
    return this.#presses > 0;
  }

  preload(): void {
    this.#module.preload();
  }

  /** Loads it where it is wanted by now. */
  hostUpdate(): void {
    this.#module.hostUpdate();
  }

  /**
   * Loads the script for something that the shopper or the page has asked for.
   * @param pressed it is the save itself: the form is busy until the script is there.
   * @throws CardVaultError when it cannot be loaded, which the page hears of, or when `cancel()` came first.
   */
  async load(pressed: boolean): Promise<Interaction> {
    if (this.value) return this.value;
    // Never in a page, it has nothing to draw in.
    if (!this.#host.renderRoot) throw notLive();
    const cancels = this.#cancels;
    const isStopped = (): boolean => cancels !== this.#cancels;
    const presses = pressed && !this.#host.inactive ? 1 : 0;
    this.failure = undefined;
    this.#hold(presses);
    try {
      await this.#module.load();
    } catch (cause) {
      const failure = reportLostScript(this.#host, cause);
      if (!isStopped()) this.failure = failure;
      throw failure;
    } finally {
      this.#hold(-presses);
    }
    // A wrong field takes the focus, so it must be open to input again.
    await this.#host.updateComplete;
    if (isStopped()) throw new CardVaultError('not-ready', 'cancel() was called first.', {retryable: true});
    return this.value!;
  }

  hear(event: FieldEvent): void {
    const {store} = this.#options.drawn;
    if (event.type === 'change') this.#options.live().typed();
    if (event.type === 'change' || event.type === 'unread') store.hasHosted = true;
    if (this.value) return this.value.hear(event);
    this.#heard.push(event);
    // The state that follows it updates the host.
    if (event.type === 'loaded') return;
    if (event.type === 'focus') store.enter(nameOf(event.field));
    else if (event.type === 'blur') store.leave(nameOf(event.field));
    else if (event.type === 'submit') this.load(true).catch(() => undefined);
    this.#host.requestUpdate();
  }

  readonly renewal: ContextRenewal = (renew, endsAt) =>
    this.value ? this.value.renewal.due(renew, endsAt) : renew(!this.#options.drawn.store.hasHosted);

  stateChanged(state: State, previous: State): void {
    if (state.name !== 'capturing') this.#notSlow?.();
    const isElsewhere = state.name === 'opening' && state.elsewhere;
    if (isElsewhere) this.#module.preload();
    else if (state.name === 'opening')
      this.#notSlow = this.#options.drawn.timers.after(
        slowLoad,
        () =>
          void this.#module.load().then(
            ({waiting}) => waiting.late(),
            () => undefined,
          ),
      );
    // Fields that came up before their run keep what is typed into them.
    if (hasEnded(state) || (isLoading(state) && !isLoading(previous))) this.#forget();
    if (this.value) return this.value.stateChanged(state, previous);
    this.#missed = [state, previous];
    if (hasEnded(state)) this.#module.load().catch((cause: unknown) => this.#sayLost(lostScript(cause)));
  }

  clear(): void {
    this.cancel();
    this.#forget();
    this.value?.clear();
  }

  /** Stops what waits for the script. */
  cancel(): void {
    this.#cancels += 1;
    this.failure = undefined;
    this.value?.saving.cancel();
  }

  #forget(): void {
    this.#heard.length = 0;
    this.#options.drawn.store.hasHosted = false;
    this.value?.entries.forgetHosted();
  }

  /** The words of the ending could not be loaded. */
  #sayLost(failure: CardVaultError): void {
    const {announcer, locale} = this.#options.drawn;
    announcer.say(locale.say(lostWords(failure)));
  }

  #hold(presses: number): void {
    this.#presses += presses;
    this.#host.requestUpdate();
  }
}
