import type {CallOptions, EntryPorts, Timers, VaultAdapter} from '../flow/index.js';
import {untilLimit} from '../flow/limits.js';
import {isRecord} from '../protocol/answer.js';
import {type CaptureContext, type Session, readCaptureContextToken} from '../protocol/index.js';
import {freshId} from '../protocol/fresh-id.js';
import {lostScript} from '../protocol/lost-script.js';
import {readSession, type SessionAnswer} from '../protocol/session.js';
import {beginSession, pageFetch, type BegunRequest} from './begun.js';
import type {Connection} from './connection.js';
import {resolve} from './page-address.js';
import {readReply} from './reply.js';
import type {TrackerActions} from './tracker-actions.js';

export interface FetchAdapterOptions {
  /** Address of the shop server's session route; relative to the page. */
  readonly sessionUrl: string;
  readonly begun?: BegunRequest | undefined;
  readonly timers: Timers;
  readonly fetch?: typeof fetch;
  /** Makes the keys under which an action is done once. */
  readonly createKey?: () => string;
}

/**
 * The default adapter: sessions from the shop's server, tracker actions to the service with the time-based
 * token of the session (decision 0007). It is the only holder of that token, which appears in the
 * `Authorization` header and nowhere else.
 *
 * This is its part as far as live fields; `tracker-actions.ts` has the rest. How long a call may take is for
 * its caller.
 */
export function createFetchAdapter(options: FetchAdapterOptions): StagedAdapter {
  return new FetchAdapter(options);
}

type EntryAdapter = EntryPorts['adapter'];

/** The part of an adapter that live fields need, which loads the whole of it for a save. */
export interface StagedAdapter extends EntryAdapter {
  whole(): Promise<Required<VaultAdapter>>;
}

/** Milliseconds after which a session is asked for a second time, beside the first. */
const patience = 10_000;

/** Rejects; `#open` catches it, loads the whole adapter, and asks again under the same key. */
const failPlain = (): never => {
  throw new Error();
};

/** A capture context that has less than this left, in milliseconds, is not used. */
const margin = 60_000;

class FetchAdapter implements StagedAdapter {
  readonly #connection: Connection;
  #begun: BegunRequest | undefined;
  #whole: TrackerActions | undefined;

  constructor({sessionUrl, begun, timers, ...options}: FetchAdapterOptions) {
    const address = resolve(sessionUrl).href;
    const fetch = options.fetch ?? pageFetch;
    this.#begun = begun;
    this.#connection = {
      sessionUrl: address,
      http: {fetch, timers},
      createKey: options.createKey ?? freshId,
      opened: new Map(),
    };
  }

  async openSession({tracker}: {readonly tracker?: string}, options: CallOptions): Promise<Session> {
    const {opened, http} = this.#connection;
    const answer = await (tracker === undefined
      ? this.#open(options)
      : (await this.whole()).reopen(tracker, options));
    opened.set(answer.session.tracker, {answer, at: http.timers.now(), context: answer.captureContext});
    const {session} = answer;
    return session.entryMode === 'tms' ? (await this.whole()).paying(answer) : session;
  }

  async generateCaptureContext(
    request: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext> {
    return this.#takeContext(request) ?? (await this.whole()).requestCaptureContext(request, options);
  }

  /**
   * A new session. Any other answer than a plain one is handled by a part that is loaded when it is needed.
   */
  async #open(options: CallOptions): Promise<SessionAnswer> {
    const {signal} = options;
    signal.throwIfAborted();
    const {sessionUrl, createKey, http} = this.#connection;
    const begun = this.#begun ?? beginSession(sessionUrl, createKey(), http.fetch);
    this.#begun = undefined;
    signal.addEventListener('abort', () => begun.abort());
    const first = begun.answer.then(readReply);
    const plain = first.then((reply) => (reply.status < 400 && isRecord(reply.body) ? reply : failPlain()));
    const {url, body} = await untilLimit(http.timers, patience, signal, () => plain, failPlain).catch(
      async () => {
        signal.throwIfAborted();
        // The first may answer after all while the script that sends it again is on its way.
        const come = await Promise.any([plain, this.whole()]).catch(({errors: [, cause]}: AggregateError) => {
          throw lostScript(cause);
        });
        return 'status' in come ? come : come.openAgain(begun, first, options);
      },
    );
    return readSession(body, (this.#connection.sessionUrl = url || sessionUrl));
  }

  /**
   * The capture context that came with the session: once, and only where it has not been here for about as long
   * as it lives.
   */
  #takeContext({
    tracker,
    origin,
  }: {
    readonly tracker: string;
    readonly origin: string;
  }): CaptureContext | undefined {
    const {opened, http} = this.#connection;
    const session = opened.get(tracker);
    const token = session?.context;
    if (!session || token === undefined) return undefined;
    session.context = undefined;
    const context = readCaptureContextToken(token, origin, session.answer.libraryWithoutHash);
    // Its life counts from its arrival: the page's clock and the service's need not agree.
    const issuedAt = context.issuedAt + http.timers.now() - session.at;
    return context.expiresAt - issuedAt > margin ? {...context, issuedAt} : undefined;
  }

  /** The same instance at every call: it knows which actions have lost their answer. */
  async whole(): Promise<TrackerActions> {
    const {TrackerActions} = await import('./tracker-actions.js');
    return (this.#whole ??= new TrackerActions(this.#connection, this));
  }
}
