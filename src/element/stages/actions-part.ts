import type {ContextRenewal, State} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {CardVaultError} from '../../protocol/index.js';
import {lostScript} from '../../protocol/lost-script.js';
import type {Actions} from './actions.js';
import type {Drawn, Live} from './drawn.js';
import type {WithEngine} from './engine-parts.js';
import {lostWords, tellOfScript} from '../script-lost.js';
import type {CardVaultHost} from '../host.js';
import {hasEnded, isLoading} from '../session/phases.js';
import {Lazy} from './lazy.js';
import {takePart} from './part.js';
import {notLive} from '../session/session.js';

/** Milliseconds after which the shopper reads that the fields still load. */
const slowLoad = 4_500;

/**
 * What a shopper does with live fields is in a script of its own. It is loaded once they are live, ahead of
 * its use; what happens before it is there is handed to it in the order in which it happened.
 */
export class ActionsPart {
  readonly #host: CardVaultHost;
  readonly #drawn: Drawn & Live;
  readonly #part: Lazy<Actions>;
  readonly #heard: FieldEvent[] = [];
  #missed: readonly [State, State] | undefined;
  /** Saves that wait for the script. */
  #presses = 0;
  /** How often `cancel()` was called: what was asked for before the last call is stopped. */
  #cancels = 0;
  #notSlow: (() => void) | undefined;
  value: Actions | undefined;
  /** Why the script for the last press could not be loaded. */
  failure: CardVaultError | undefined;

  constructor(host: CardVaultHost, live: Drawn & Live & WithEngine) {
    this.#host = host;
    this.#drawn = live;
    this.#part = new Lazy(host, async () => {
      const {composeActions} = await takePart(host, live.locale, live.module.loadActions());
      const loaded = (this.value = composeActions(host, live));
      if (this.#missed) {
        loaded.moved(...this.#missed);
        // A run that was resumed may be over before the script is there.
        if (hasEnded(this.#missed[0])) loaded.report(...this.#missed);
      }
      loaded.takeOver(live.early);
      for (const event of this.#heard.splice(0)) loaded.hear(event);
      return loaded;
    });
    if (host.hasAttribute('autofocus')) this.preload();
  }

  /** A press waits for the script. */
  get held(): boolean {
    return this.#presses > 0;
  }

  preload(): void {
    this.#part.preload();
  }

  /**
   * Loads the script for something that the shopper or the page has asked for.
   * @param pressed it is the save itself: the form is busy until the script is there.
   * @throws CardVaultError when it cannot be loaded, which the page hears of, or when `cancel()` came first.
   */
  async load(pressed: boolean): Promise<Actions> {
    if (this.value) return this.value;
    // Never in a page, it has nothing to show a part in.
    if (!this.#host.renderRoot) throw notLive();
    const cancels = this.#cancels;
    const isStopped = (): boolean => cancels !== this.#cancels;
    const presses = pressed && !this.#host.inactive ? 1 : 0;
    this.failure = undefined;
    this.#hold(presses);
    try {
      await this.#part.load();
    } catch (cause) {
      const failure = tellOfScript(this.#host, cause);
      if (!isStopped()) this.failure = failure;
      throw failure;
    } finally {
      this.#hold(-presses);
    }
    // What has to be put right takes the focus, so it must be open to input again.
    await this.#host.updateComplete;
    if (isStopped()) throw new CardVaultError('not-ready', 'cancel() was called first.', {retryable: true});
    return this.value!;
  }

  /** Takes an event of a hosted field. */
  hear(event: FieldEvent): void {
    if (event.type === 'change') this.#drawn.parts().typed();
    if (this.value) {
      if (event.type === 'unread') this.value.entries.hosted.unread = true;
      return this.value.hear(event);
    }
    this.#heard.push(event);
    // The state that follows it updates the host.
    if (event.type === 'loaded') return;
    const {early} = this.#drawn;
    if (event.type === 'focus') early.enter(event.field === 'number' ? 'number' : 'security-code');
    else if (event.type === 'blur') early.leave();
    else if (event.type === 'change' || event.type === 'unread') early.heard = true;
    else if (event.type === 'submit') this.load(true).catch(() => undefined);
    this.#host.requestUpdate();
  }

  readonly renewal: ContextRenewal = (renew, endsAt) =>
    this.value ? this.value.renewal.due(renew, endsAt) : renew(!this.#drawn.early.heard);

  moved(state: State, previous: State): void {
    if (state.name !== 'capturing') this.#notSlow?.();
    const isElsewhere = state.name === 'opening' && state.elsewhere;
    if (isElsewhere) this.#part.preload();
    else if (state.name === 'opening')
      this.#notSlow = this.#drawn.timers.after(
        slowLoad,
        () =>
          void this.#part.load().then(
            ({waiting}) => waiting.late(),
            () => undefined,
          ),
      );
    if (this.value) {
      // The live fields tell what they hold from now on.
      if (state.name === 'collecting') this.#drawn.early.heard = false;
      return this.value.moved(state, previous);
    }
    this.#missed = [state, previous];
    // What was typed into fields that came up first belongs to the run that begins.
    if (state.name !== 'collecting' && !isLoading(previous)) this.#forget();
    if (hasEnded(state)) this.#part.load().catch((cause: unknown) => this.#sayLost(lostScript(cause)));
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
    this.#drawn.early.heard = false;
  }

  /** The words of the ending could not be loaded. */
  #sayLost(failure: CardVaultError): void {
    const {live, locale} = this.#drawn;
    live.say(locale.say(lostWords(failure)));
  }

  #hold(presses: number): void {
    this.#presses += presses;
    this.#host.requestUpdate();
  }
}
