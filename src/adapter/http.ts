import type {CallOptions, Timers} from '../flow/index.js';
import {untilAborted} from '../flow/limits.js';
import {CardVaultError} from '../protocol/index.js';
import type {AnswerSide} from '../protocol/index.js';

/** What a request came back with: its status, the parsed body (`undefined` when it is no JSON) and where it came from. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** Address after redirects; empty when the platform does not say. */
  readonly url: string;
}

export interface Outgoing {
  readonly side: AnswerSide;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The other side does it once however often it hears it: a request that only reads, or one with a key. */
  readonly repeatable: boolean;
}

export interface HttpOptions {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
}

/** How often, and after how many milliseconds, a request is asked for again while its first sending is under way. */
const inFlight = {tries: 5, pause: 1000} as const;

/**
 * Sends a request, once more if it is repeatable and the network gave no answer. When the first sending turns out to be
 * still under way there, its answer is waited for. An answer of any status is an answer.
 *
 * @throws CardVaultError `shop-server-unreachable` or `service-unreachable`; the signal's own reason when the caller gave up.
 */
export async function exchange(
  outgoing: Outgoing,
  {signal}: CallOptions,
  options: HttpOptions,
): Promise<Reply> {
  let reply = await exchangeTwice(outgoing, signal, options);
  for (let tries = 1; tries < inFlight.tries && isInFlight(reply); tries += 1) {
    await pause(inFlight.pause, signal, options.timers);
    reply = await exchangeTwice(outgoing, signal, options);
  }
  return reply;
}

function isInFlight({status, body}: Reply): boolean {
  return status === 409 && (body as {code?: unknown} | undefined)?.code === 'idempotency.in_flight';
}

function pause(ms: number, signal: AbortSignal, timers: Timers): Promise<void> {
  let stop: (() => void) | undefined;
  const over = new Promise<void>((resolve) => (stop = timers.after(ms, resolve)));
  return untilAborted(signal, over).finally(() => stop?.());
}

async function exchangeTwice(outgoing: Outgoing, signal: AbortSignal, options: HttpOptions): Promise<Reply> {
  for (let again = outgoing.repeatable; ; again = false) {
    try {
      return await exchangeOnce(outgoing, signal, options);
    } catch (error) {
      if (signal.aborted || !(error instanceof NoAnswer)) throw error;
      if (again) continue;
      const {origin} = new URL(outgoing.url, globalThis.location?.href);
      const [code, who] =
        outgoing.side === 'shop'
          ? (['shop-server-unreachable', "The shop's server"] as const)
          : (['service-unreachable', 'The service'] as const);
      throw new CardVaultError(code, `${who} at ${origin} did not answer.`, {cause: error.cause});
    }
  }
}

/** The network, a policy of the page or the platform let no answer through. */
class NoAnswer extends Error {}

async function exchangeOnce(
  {side, url, method, headers, body}: Outgoing,
  signal: AbortSignal,
  {fetch}: HttpOptions,
): Promise<Reply> {
  signal.throwIfAborted();
  try {
    const response = await fetch(url, {
      method,
      headers: body === undefined ? headers : {...headers, 'Content-Type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
      cache: 'no-store',
      // The shop knows its shopper by a cookie, at its relay too; another origin gets none.
      credentials: 'same-origin',
      // The token must not be followed elsewhere.
      redirect: side === 'shop' ? 'follow' : 'error',
      signal,
    });
    return {status: response.status, body: parsed(await response.text()), url: response.url};
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new NoAnswer('no answer', {cause: error});
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
