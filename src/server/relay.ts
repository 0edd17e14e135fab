import {Refusal, tooLarge} from './answers.js';
import {readBytes} from './body.js';
import {at} from './client/sending.js';
import type {Config} from './config.js';
import type {Owner} from './owners.js';
import {noSuchTracker, ownPayment, type Visit} from './session-answer.js';

/** A tracker action with its billing address or its transient token is a few kilobytes. */
const mostBytes = 64 * 1024;
const bearer = /^Bearer [\x21-\x7e]{1,8192}$/;
const idempotencyKey = /^[\x21-\x7e]{1,255}$/;

/**
 * `POST /relay/order/payments/v3/:tracker`: a tracker action of the page, passed on to a service that a browser cannot call (option
 * `relay`). What goes on is the session's own token, the content type, the body, the request's id and, proven by the secret key,
 * the shopper's address (option `shopperAddress`), and nothing else: no cookie, no secret key. A service that ties tokens to origins, or keeps idempotency keys, is sent these too. The path leads nowhere else: the
 * page renews its token at `token_url` and reads the payment at `payment_url`.
 */
export async function relayAction(tracker: string, visit: Visit, config: Config): Promise<Response> {
  const authorization = visit.request.headers.get('authorization') ?? '';
  if (!bearer.test(authorization)) {
    throw new Refusal(
      401,
      'credentials.refused',
      "Authorization is missing: send the session's time_based_token as Bearer token.",
    );
  }
  const {features} = await ownerOf(tracker, visit, config);
  const headers: Record<string, string> = {
    ...config.upstream.headers,
    Authorization: authorization,
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(await config.addressHeaders(visit.request, authorization.slice('Bearer '.length))),
  };
  const key = visit.request.headers.get('idempotency-key') ?? '';
  if (features.includes('idempotency-keys') && idempotencyKey.test(key)) headers['Idempotency-Key'] = key;
  if (features.includes('scoped-tokens')) headers['Origin'] = visit.origin;
  const body = await readBytes(visit.request, {most: mostBytes, tooLarge: () => tooLarge(mostBytes)});
  return send(at`/order/payments/v3/${{tracker}}`, {method: 'POST', headers, body}, config);
}

async function ownerOf(tracker: string, visit: Visit, config: Config): Promise<Owner> {
  const known = config.owners.of(tracker);
  if (known?.customer === visit.customer) return known;
  if (known) throw noSuchTracker();
  const {features} = await ownPayment(tracker, visit, config);
  const owner = {customer: visit.customer, features};
  config.owners.note(tracker, owner);
  return owner;
}

/** Longer than any answer to a tracker action. */
const mostOfAnswer = 1024 * 1024;

/** Answers what the service answered: status, JSON and when to come back. An answer that never came is not asked for again. */
async function send(path: string, init: RequestInit, {upstream}: Config): Promise<Response> {
  const unreachable = (cause: unknown) => {
    const late = cause instanceof Error && cause.name === 'TimeoutError';
    return late
      ? new Refusal(
          504,
          'request.timed_out',
          `The payment service did not answer within ${upstream.timeout} ms.`,
        )
      : new Refusal(502, 'service.unreachable', "The shop's server could not reach the payment service.");
  };
  try {
    const signal = AbortSignal.timeout(upstream.timeout);
    const answer = await upstream.fetch(upstream.url + path, {...init, redirect: 'manual', signal});
    const limits = {most: mostOfAnswer, tooLarge: () => unreachable(undefined)};
    const bytes = await readBytes(answer, limits);
    if (answer.status >= 300 && answer.status < 400) throw unreachable(undefined);
    const retryAfter = answer.headers.get('retry-after');
    return new Response(bytes, {
      status: answer.status,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        ...(retryAfter !== null && {'Retry-After': retryAfter}),
      },
    });
  } catch (error) {
    throw error instanceof Refusal ? error : unreachable(error);
  }
}
