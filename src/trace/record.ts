import * as v from 'valibot';
import type {CardVaultElement} from '../element/exports/index.js';
import {isBusy} from '../flow/state.js';
import {environmentOf, optionsOf} from './environment.js';
import {keptTrace, keepTrace} from './kept.js';
import {watchRequests} from './requests.js';
import {entrySchema, whys} from './schema.js';
import {
  largestTrace,
  traceFormat,
  traceVersion,
  type FrameEntry,
  type Trace,
  type TraceEntry,
} from './trace.js';
import {cardVaultVersion} from './version.js';

/** Recorder of one element. */
export interface TraceRecorder {
  /** The trace as it is now. */
  readonly trace: Trace;
  /**
   * Calls back after every new entry.
   * @returns ends that
   */
  subscribe(listener: () => void): () => void;
  /** Begins a fresh trace. */
  clear(): void;
  /** Records no more; the trace stays. */
  stop(): void;
}

export interface TraceOptions {
  /**
   * Keeps the trace in the tab's storage, so that it goes on after the bank's page or a reload. Default true.
   */
  readonly keep?: boolean;
}

/** An entry before it has its time. */
type Bare<Entry> = Entry extends TraceEntry ? Omit<Entry, 'at'> & {readonly at?: number} : never;

/** Place of an element’s recorder: a page may have loaded this module twice, as a part of its own scripts and as the ready one. */
const place = Symbol.for('card-vault/recorder');

interface Recorded {
  [place]?: TraceRecorder | undefined;
}

declare module '../element/card-vault.js' {
  interface CardVaultElement {
    /** Trace of what it has done, only while `card-vault/inspector` records it. */
    readonly trace?: Trace;
  }
}

/**
 * Records what a `<card-vault>` does from now on, and lets its property `trace` tell it. An element has one recorder: a
 * second call gives the first.
 */
export function recordTrace(element: CardVaultElement, {keep = true}: TraceOptions = {}): TraceRecorder {
  const recorded = element as Recorded;
  return (recorded[place] ??= new Recorder(element, keep));
}

/** A save was under way when the page ended: it goes on in the next one. */
function isUnfinished({entries}: Trace): boolean {
  const last = entries.findLast((entry) => entry.kind === 'state');
  return last !== undefined && isBusy({name: last.state});
}

/** Room for what stands around the entries. */
const entriesLimit = largestTrace - 2000;

/** The first to go when a trace is full. */
function rankOf(entry: TraceEntry): number {
  if (entry.kind === 'event') return /^(change|focus|blur|covered)$/.test(entry.event) ? 0 : 2;
  if (entry.kind === 'request') return entry.to === 'script' ? 0 : 2;
  return entry.kind === 'page' || entry.kind === 'frame' ? 1 : 3;
}

/** Milliseconds since 1970 by the clock that also times the requests: it runs on when the wall clock is set. */
const now = (): number => Math.round(performance.timeOrigin + performance.now());
const sizeOf = (entry: TraceEntry): number => new TextEncoder().encode(JSON.stringify(entry)).length + 1;

class Recorder implements TraceRecorder {
  readonly #element: CardVaultElement;
  readonly #keep: boolean;
  readonly #listeners = new Set<() => void>();
  readonly #end = new AbortController();
  #started = now();
  #entries: TraceEntry[] = [];
  #size = 0;
  #dropped = 0;
  #isDue = false;

  constructor(element: CardVaultElement, keep: boolean) {
    this.#element = element;
    this.#keep = keep;
    const kept = keep ? keptTrace(element) : undefined;
    if (kept && isUnfinished(kept)) this.#takeUp(kept);
    else this.#started = Math.floor(performance.timeOrigin);
    this.#add({kind: 'page', page: 'loaded', at: Math.floor(performance.timeOrigin)});
    const {state} = element;
    if (state !== 'idle') this.#add({kind: 'state', state, previous: state, run: 0});
    this.#listen();
    Object.defineProperty(element, 'trace', {get: () => this.trace, configurable: true});
  }

  get trace(): Trace {
    return {
      format: traceFormat,
      version: traceVersion,
      cardVault: cardVaultVersion,
      started: new Date(this.#started).toISOString(),
      environment: environmentOf(this.#element),
      options: optionsOf(this.#element),
      entries: [...this.#entries].sort((one, other) => one.at - other.at),
      dropped: this.#dropped,
    };
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#started = now();
    this.#entries = [];
    this.#size = 0;
    this.#dropped = 0;
    this.#changed();
  }

  stop(): void {
    this.#end.abort();
    (this.#element as Recorded)[place] = undefined;
    Object.defineProperty(this.#element, 'trace', {value: this.trace, configurable: true});
  }

  #takeUp({started, entries, dropped}: Trace): void {
    this.#started = Date.parse(started);
    this.#entries = [...entries];
    this.#size = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
    this.#dropped = dropped;
  }

  #listen(): void {
    const {signal} = this.#end;
    const on = <Type extends keyof GlobalEventHandlersEventMap>(
      type: Type,
      hear: (
        detail: GlobalEventHandlersEventMap[Type] extends CustomEvent<infer Detail> ? Detail : never,
      ) => void,
    ) =>
      this.#element.addEventListener(
        type,
        (event) => void (event.target === this.#element && hear((event as CustomEvent).detail as never)),
        {signal},
      );
    on('card-vault-step', ({step: state, previous, run, tracker}) =>
      this.#add({kind: 'state', state, previous, run, tracker}),
    );
    on('card-vault-ready', ({renewed}) => this.#add({kind: 'event', event: 'ready', renewed}));
    on('card-vault-change', ({valid, empty, brand}) =>
      this.#add({kind: 'event', event: 'change', valid, empty, brand}),
    );
    on('card-vault-focus', ({field}) => this.#add({kind: 'event', event: 'focus', field}));
    on('card-vault-blur', ({field}) => this.#add({kind: 'event', event: 'blur', field}));
    on('card-vault-covered', ({field, covered}) =>
      this.#add({kind: 'event', event: 'covered', field, covered}),
    );
    on('card-vault-before-save', ({brand}) => this.#add({kind: 'event', event: 'before-save', brand}));
    on('card-vault-step-up-open', ({mode}) => this.#add({kind: 'event', event: 'step-up-open', mode}));
    on('card-vault-step-up-close', ({mode, ended}) =>
      this.#add({kind: 'event', event: 'step-up-close', mode, ended}),
    );
    const saved = ({
      outcome,
      authentication: {status, eci, liabilityShift},
      paymentMethod: {brand, singleUse},
    }: GlobalEventHandlersEventMap['card-vault-saved' | 'card-vault-paid']['detail']) =>
      this.#add({kind: 'outcome', outcome, status, eci, liabilityShift, brand, singleUse});
    on('card-vault-saved', saved);
    on('card-vault-paid', saved);
    on('card-vault-stopped', ({outcome, reason, cause, authentication: {status, eci, liabilityShift} = {}}) =>
      this.#add({kind: 'outcome', outcome, reason, cause, status, eci, liabilityShift}),
    );
    on('card-vault-error', ({code, audience, retryable, error}) =>
      this.#add({kind: 'error', code, audience, retryable, status: error.status, why: whyOf(error)}),
    );
    this.#watchPage(signal);
    const stop = watchRequests(
      () => this.#element.sessionUrl,
      ({begun, ...request}) => this.#add({kind: 'request', ...request, at: Math.round(begun)}),
    );
    signal.addEventListener('abort', stop);
  }

  #watchPage(signal: AbortSignal): void {
    const page = (
      target: EventTarget,
      type: string,
      what: (event: Event) => 'loaded' | 'hidden' | 'visible' | 'left' | 'offline' | 'online',
    ) => target.addEventListener(type, (event) => this.#add({kind: 'page', page: what(event)}), {signal});
    page(document, 'visibilitychange', () => (document.hidden ? 'hidden' : 'visible'));
    page(window, 'pagehide', () => 'left');
    for (const type of ['online', 'offline'] as const) page(window, type, () => type);
    const loaded = ({target}: Event): void => {
      const frame = target instanceof Element && frameOf(target);
      if (frame) this.#add({kind: 'frame', frame});
    };
    const watch = (root: Node): void => root.addEventListener('load', loaded, {capture: true, signal});
    watch(this.#element);
    // A root of its own comes with the first drawing.
    void customElements
      .whenDefined(this.#element.localName)
      .then(() => this.#element.updateComplete)
      .then(() => watch(this.#element.renderRoot));
  }

  #add({at = now(), ...bare}: Bare<TraceEntry>): void {
    const entry = {...bare, at: Math.max(0, at - this.#started)};
    if (v.is(entrySchema, entry)) {
      this.#entries.push(entry);
      this.#size += sizeOf(entry);
      while (this.#size > entriesLimit) this.#drop();
    } else this.#dropped += 1;
    this.#changed();
  }

  #drop(): void {
    const ranks = this.#entries.map(rankOf);
    const at = ranks.indexOf(Math.min(...ranks));
    const [entry] = this.#entries.splice(at, 1);
    this.#size -= sizeOf(entry!);
    this.#dropped += 1;
  }

  /** Many entries may come at once: they are kept and shown together. */
  #changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.#keep) keepTrace(this.#element, this.trace);
      for (const listener of this.#listeners) listener();
    });
  }
}

/** A word of the list. The reader of a capture context says in its sentence alone that it is for another page. */
function whyOf({cause, message}: Error): string | undefined {
  const {reason} = (cause ?? {}) as {readonly reason?: unknown};
  return / is meant for /.test(message) ? 'other-page' : whys.find((why) => why === reason);
}

/** Frames of an element, and the place in which the bank's page has loaded. */
function frameOf(target: Element): FrameEntry['frame'] | undefined {
  if (target.matches('.overlay .bank')) return 'bank';
  if (!(target instanceof HTMLIFrameElement)) return undefined;
  const {slot} = target.closest<HTMLElement>('[slot]') ?? {};
  if (slot === 'number' || slot === 'security-code') return slot;
  return target.closest('.overlay') ? 'shell' : 'hidden';
}
