import type {Trace} from 'card-vault/inspector';
import {ask, posted} from '../dom.js';
import {isAsExpected, type Outcome} from './cases.js';
import {openChannel, type BenchMessage} from './channel.js';
import type {Moment} from './looks.js';
import {pageOf, type Run} from './plan.js';

/** What a run came to. */
export interface Result {
  readonly seen: Outcome;
  readonly passed: boolean;
  /** In milliseconds. */
  readonly took: number;
  readonly trace: Trace | undefined;
}

const tools = '/behind-the-counter';
/** Milliseconds that a run may take: one test card lets the bank’s directory be silent for ten seconds. */
const patience = 60_000;
/** Milliseconds in which a page that was asked to go on must say that it has. */
const answersWithin = 8_000;

/** Plays runs, one at a time: in a frame of the bench, or in a window where the bank’s page takes the page’s place. */
export class Runner {
  readonly #frame: HTMLIFrameElement;
  readonly #channel = openChannel();
  /** The window of the last redirect stands at a page of the shop and hears. */
  #isWindowThere = false;
  /** A window that stands empty. The bank's page cuts the bench off from one that has played. */
  #window: Window | null = null;
  #count = 0;

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
  }

  /** Opens the window that redirects need: browsers let a page do so at a press, and not minutes later. */
  openWindow(runs: readonly Run[]): void {
    const first = runs.find(({way}) => way === 'redirect');
    if (first && !this.#isWindowThere) this.#window = opened('about:blank', first);
  }

  async play(run: Run, signal: AbortSignal): Promise<Result> {
    const began = performance.now();
    const id = this.#newId();
    await this.#prepare(run);
    const isWindow = run.way === 'redirect';
    const end = this.#heard(id, 'ended', patience, signal);
    if (isWindow && !(await this.#inWindow(run, id, signal)))
      return {
        seen: {outcome: 'none', reason: 'the browser opened no window: allow windows of this page'},
        ...{passed: false, took: 0, trace: undefined},
      };
    if (!isWindow) this.#inFrame(run, pageOf(run, id));
    const message = await end;
    if (isWindow) this.#isWindowThere = message !== undefined;
    const seen: Outcome = message
      ? {...message.outcome, width: otherWidth(message.trace, run)}
      : {outcome: 'none', reason: signal.aborted ? 'broken off' : 'nothing came'};
    const took = Math.round(performance.now() - began);
    return {seen, passed: isAsExpected(run.expected, seen), took, trace: message?.trace};
  }

  /** Brings the page of a run to where the card is typed, or on to the bank’s question, and leaves it there. */
  async show(run: Run, moment: Moment): Promise<void> {
    await this.reset();
    this.#inFrame(run, pageOf(run, this.#newId(), moment));
  }

  #newId(): string {
    this.#count += 1;
    return `${Date.now()}-${this.#count}`;
  }

  #inFrame({width}: Run, address: string): void {
    this.#frame.style.setProperty('inline-size', `${width}px`);
    this.#frame.src = address;
  }

  /** Takes back all that a run has switched on. */
  async reset(): Promise<void> {
    await ask(`${tools}/in-force`, {method: 'DELETE'});
    await ask(`${tools}/limits`, {method: 'DELETE'});
  }

  /** The bank answers for the shopper, the faults of the case lie in wait, and the tries begin at zero. */
  async #prepare({case: {faults}}: Run): Promise<void> {
    await Promise.all([
      ask(`${tools}/bank`, posted({step_up: 'answered'})),
      ask(`${tools}/faults`, faults.length > 0 ? posted({rules: faults}) : {method: 'DELETE'}),
      ask(`${tools}/limits`, {method: 'DELETE'}),
    ]);
  }

  /** @returns whether there is a window, which begins the run */
  async #inWindow(run: Run, id: string, signal: AbortSignal): Promise<boolean> {
    const address = pageOf(run, id);
    if (this.#isWindowThere) {
      const begun = this.#heard(id, 'begun', answersWithin, signal);
      this.#channel.postMessage({type: 'go', address} satisfies BenchMessage);
      if (await begun) return true;
    }
    this.#isWindowThere = false;
    const window = this.#window?.closed === false ? this.#window : opened('about:blank', run);
    this.#window = null;
    window?.location.assign(address);
    return window !== null;
  }

  /** The message of a run, or nothing when it does not come in time or is not waited for any more. */
  #heard<Type extends 'begun' | 'ended'>(
    id: string,
    type: Type,
    within: number,
    signal: AbortSignal,
  ): Promise<Extract<BenchMessage, {readonly type: Type}> | undefined> {
    return new Promise((resolve) => {
      const over = AbortSignal.any([signal, AbortSignal.timeout(within)]);
      const hear = ({data}: MessageEvent<BenchMessage>): void => {
        if (data.type !== type || !('id' in data) || data.id !== id) return;
        finish(data as Extract<BenchMessage, {readonly type: Type}>);
      };
      const finish = (message?: Extract<BenchMessage, {readonly type: Type}>): void => {
        this.#channel.removeEventListener('message', hear);
        resolve(message);
      };
      this.#channel.addEventListener('message', hear);
      over.addEventListener('abort', () => finish(), {once: true});
      if (over.aborted) finish();
    });
  }
}

const opened = (address: string, {width}: Run): Window | null =>
  window.open(address, '_blank', `popup,width=${width},height=800`);

/** A browser may have windows that get no narrower than some width. */
const otherWidth = ({environment: {width}}: Trace, run: Run): number | undefined =>
  width === Number(run.width) ? undefined : width;
