import type {CallOptions, Timers} from '../flow/index.js';
import {untilAborted} from '../flow/until-aborted.js';
import {CardVaultError} from '../protocol/index.js';
import {isLostRequest} from '../protocol/lost-script.js';
import {resolve} from './page-address.js';
import type {Reply} from './reply.js';
import {send, type HttpOptions, type Outgoing} from './send.js';

/**
 * How often, and after how many milliseconds, a request is asked for again while its first sending is under
 * way.
 */
const inFlight = {tries: 5, pause: 1000} as const;
/**
 * Milliseconds after which a request is sent a second time beside the first: a connection may be dead without
 * a sign of it.
 */
const patience = 10_000;

/**
 * Sends a request, and again if it is repeatable and the network gave no answer. When the first sending turns
 * out to be still under way there, its answer is waited for. An answer of any status is an answer. A
 * repeatable request that stays without one for ten seconds is sent beside the first; the answer that comes
 * first counts.
 *
 * @param first the first sending, where it is made already: it has ended, or has been silent for as long.
 * @throws CardVaultError `shop-server-unreachable` or `service-unreachable`; the signal's own reason when the
 *   caller gave up.
 */
export async function exchange(
  outgoing: Outgoing,
  {signal}: CallOptions,
  options: HttpOptions,
  first?: Promise<Reply>,
): Promise<Reply> {
  let reply = await untilHeard(outgoing, signal, options, first);
  for (let tries = 1; tries < inFlight.tries && isInFlight(reply); tries += 1) {
    await pause(inFlight.pause, signal, options.timers);
    reply = await untilHeard(outgoing, signal, options);
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

async function untilHeard(
  outgoing: Outgoing,
  signal: AbortSignal,
  options: HttpOptions,
  first?: Promise<Reply>,
): Promise<Reply> {
  let sending = first;
  let cause: unknown;
  for (const redirect of redirectsOf(outgoing)) {
    try {
      return await (outgoing.repeatable
        ? besideFirst(outgoing, redirect, signal, options, sending)
        : send(outgoing, {signal}, options, redirect));
    } catch (error) {
      sending = undefined;
      // The network, a policy of the page or the platform let no answer through.
      signal.throwIfAborted();
      if (!isLostRequest(error)) throw error;
      cause = error;
    }
  }
  const {origin} = resolve(outgoing.url);
  const [code, who] =
    outgoing.side === 'shop'
      ? (['shop-server-unreachable', "The shop's server"] as const)
      : (['service-unreachable', 'The service'] as const);
  throw new CardVaultError(code, `${who} at ${origin} did not answer.`, {cause});
}

/**
 * How often a request is sent, and what each sending does with a redirect. One of the service is never
 * followed: it would take the token elsewhere. The last sending to a shop's server follows none either: a login page of
 * another origin lets no page read it, and the policy of the page may forbid the request, which looks like a
 * network that is down.
 */
function redirectsOf({side, repeatable}: Outgoing): readonly RequestRedirect[] {
  const all: readonly RequestRedirect[] =
    side === 'service' ? ['error', 'error'] : ['follow', 'follow', 'manual'];
  return repeatable ? all : all.slice(0, 1);
}

/** The first answer of two sendings, of which the second begins when the first has been silent for long. */
async function besideFirst(
  outgoing: Outgoing,
  redirect: RequestRedirect,
  outer: AbortSignal,
  options: HttpOptions,
  first?: Promise<Reply>,
): Promise<Reply> {
  const own = new AbortController();
  const signal = AbortSignal.any([outer, own.signal]);
  const begin = (): Promise<Reply> => send(outgoing, {signal}, options, redirect);
  let stop: (() => void) | undefined;
  const second = new Promise<Reply>((resolve) => {
    stop = options.timers.after(first ? 0 : patience, () => {
      // A failure leaves it to the first, which is still waited for.
      whenDone(begin, signal, options).then(resolve, () => undefined);
    });
  });
  try {
    return await Promise.race([first ?? begin(), second]);
  } finally {
    stop?.();
    own.abort();
  }
}

/** Asks until the other side is no longer busy with an earlier sending. */
async function whenDone(
  begin: () => Promise<Reply>,
  signal: AbortSignal,
  {timers}: HttpOptions,
): Promise<Reply> {
  for (;;) {
    const reply = await begin();
    if (!isInFlight(reply)) return reply;
    await pause(inFlight.pause, signal, timers);
  }
}
