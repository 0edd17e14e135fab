import {ServiceError} from '../errors.js';
import {readJson} from '../http/body.js';
import {merchantOf} from '../http/env.js';
import type {ServiceContext, ServiceMiddleware} from '../http/env.js';
import {send} from '../http/envelope.js';
import type {Answer} from '../http/envelope.js';
import type {IdempotencyStore} from './store.js';

/** Header of an answer that was given before. */
export const replayHeader = 'idempotent-replayed';

/** Turns a function that produces an answer into a POST handler that honours `Idempotency-Key`. */
export type AnswerOnce = (work: (c: ServiceContext) => Promise<Answer>) => ServiceMiddleware;

/** Key as a structured-field string (quoted) or bare, 1 to 255 printable characters. */
function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ServiceError(
      400,
      'idempotency.key_invalid',
      'Idempotency-Key must be 1 to 255 printable characters.',
    );
  }
  return key;
}

/** The same JSON value always gives the same text. `merchant_api_key` is left out: it may be the secret key (spec 5.4). */
export function canonicalBody(value: unknown): string {
  const sorted = (key: string, part: unknown): unknown => {
    if (key === 'merchant_api_key') return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(value, sorted) ?? '';
}

export function answerOnce(deps: {readonly store: IdempotencyStore}): AnswerOnce {
  return (work) => async (c) => {
    const key = readKey(c.req.header('idempotency-key'));
    if (key === undefined) return send(c, await work(c));
    const body = canonicalBody(await readJson(c));
    const scope = JSON.stringify([c.get('caller').kind, c.req.method, c.req.path, key]);
    const request = {merchant: merchantOf(c).id, scope, body};
    const {answer, replayed} = await deps.store.once(request, () => work(c));
    const response = send(c, answer);
    if (replayed) response.headers.set(replayHeader, 'true');
    return response;
  };
}
