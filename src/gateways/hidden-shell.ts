import type {CardVaultError, ShellCommand, ShellReport} from '../protocol/index.js';
import {makeFrame, placeHidden} from './frames.js';
import {speakWithShell, unreachableBecause} from './shell.js';
import {afterUnless, type After} from './waiting.js';

/**
 * Milliseconds until a shell must have taken a job, the second try included. Shorter than the flow's limit
 * for device data, which skips them in silence: an unreachable shell is the shop's fault and has to be
 * reported.
 */
const takenWithin = 8_000;

/** Where a hidden shell stands. */
export interface ShellPlace {
  readonly document: Document;
  readonly parent: ParentNode;
  /** Address of the shell. */
  readonly url: URL;
  readonly after: After;
}

/** Work of a shell, and the listeners for its result. */
export interface ShellJob {
  readonly command: ShellCommand;
  readonly hear: (report: Exclude<ShellReport, {type: 'ready'}>) => void;
  /** The shell cannot be reached: `shell-unreachable`. */
  readonly fail: (error: CardVaultError) => void;
}

/** A shell frame that the shopper does not see. It loads at once, and then waits for its one job. */
class HiddenShell {
  readonly #end = new AbortController();
  readonly #gone = new AbortController();
  readonly #frame: HTMLIFrameElement;
  #send: ((command: ShellCommand) => void) | undefined;
  #job: ShellJob | undefined;

  /** @param unused aborts when the shell is no longer needed; one that has its job already goes on. */
  constructor({document, parent, url, after}: ShellPlace, unused?: AbortSignal) {
    const {signal} = this.#end;
    const closeUnused = (): void => {
      if (!this.#job) this.close();
    };
    unused?.addEventListener('abort', closeUnused, {signal});
    this.#frame = makeFrame(document, {title: 'Device check', src: url.href, hidden: true});
    speakWithShell({
      frame: this.#frame,
      origin: url.origin,
      after,
      signal,
      connected: (send) => {
        this.#send = send;
        if (this.#job) send(this.#job.command);
      },
      hear: (report) => this.#job?.hear(report),
      // Without a job, a failure only closes the frame; the job starts a new one and gets its error.
      fail: (error) => (this.#job ? this.#job.fail(error) : this.close()),
    });
    placeHidden(this.#frame, parent, this.#gone.signal);
  }

  /** The shell has answered. */
  get connected(): boolean {
    return this.#send !== undefined;
  }

  /** The shell is loaded from this address, and still in the page. */
  isAt(url: URL): boolean {
    return this.#frame.isConnected && this.#frame.src === url.href;
  }

  /**
   * Has it do its only job. After `signal` aborts no message is sent or received; `gone` removes the frame.
   */
  run(job: ShellJob, signal: AbortSignal, gone: AbortSignal): void {
    this.#job = job;
    signal.addEventListener('abort', () => this.#end.abort(), {once: true});
    gone.addEventListener('abort', () => this.close(), {once: true});
    this.#send?.(job.command);
  }

  close(): void {
    this.#end.abort();
    this.#gone.abort();
  }
}

/** The shells that wait for a job: one at most in each place. */
const waiting = new WeakMap<ParentNode, HiddenShell>();

/**
 * Loads a shell ahead of its job, unless one waits there already. Without a job it closes when `signal`
 * aborts.
 */
export function prepareShell(place: ShellPlace, signal: AbortSignal): void {
  const {parent, url} = place;
  const shell = waiting.get(parent);
  if (shell?.isAt(url)) return;
  shell?.close();
  waiting.set(parent, new HiddenShell(place, signal));
}

/** Gives a job to the shell that waits in this place, or to a new one. The signals are those of `run`. */
export function runInShell(place: ShellPlace, job: ShellJob, signal: AbortSignal, gone: AbortSignal): void {
  const {parent, url, after} = place;
  const prepared = waiting.get(parent);
  waiting.delete(parent);
  let shell = prepared;
  /** Why the first try failed. */
  let why = unreachableBecause('it did not answer in time');
  afterUnless(signal, after, takenWithin, () => {
    if (!shell?.connected) job.fail(why);
  });
  const runInNew = (): void => {
    shell = new HiddenShell(place);
    shell.run(job, signal, gone);
  };
  if (!prepared?.isAt(url)) {
    prepared?.close();
    return runInNew();
  }
  const again = (error: CardVaultError): void => {
    why = error;
    prepared.close();
    runInNew();
  };
  // The cause that kept it from loading, such as a lost connection, may be over by now.
  prepared.run({...job, fail: again}, signal, gone);
}
