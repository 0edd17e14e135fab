import {ServiceError} from '../errors.js';
import {readJson} from '../http/body.js';
import {anyoneOf, merchantOf} from '../identity/callers.js';
import type {ServiceContext, ServiceMiddleware} from '../http/env.js';
import type {AnyCaller} from '../identity/callers.js';
import {send} from '../http/envelope.js';
import type {KeyedRequest} from './key.js';
import type {Answered, IdempotencyStore, Once, StagedOptions} from './store.js';
import type {Committed, RequestUnit} from './unit-of-work.js';

/** Header of an answer that was given before. */
const replayHeader = 'idempotent-replayed';

/** Turns a function that commits an answer into a POST handler that honours `Idempotency-Key`. */
export interface AnswerOnce {
  /** For work that asks the network or the bank: the key is taken before it begins. */
  (work: Handler): ServiceMiddleware;
  /**
   * For work that talks to nothing but the service's database, and to that only by its unit: everything it
   * does is one transaction with the key and the answer. Never for work that calls the network or the issuer:
   * their effects cannot be rolled back.
   */
  readonly local: (work: Handler) => ServiceMiddleware;
  /**
   * For work that writes only with its commit, and by `claim` before it: its effect is one message to the
   * database.
   */
  readonly staged: (work: Handler, options?: StagedOptions) => ServiceMiddleware;
}

/** Handles a request within its unit of work, and ends by `unit.commit(answer)`. */
type Handler = (c: ServiceContext, unit: RequestUnit) => Promise<Committed>;

/** Key as a structured-field string (quoted) or bare, 1 to 255 printable characters. */
function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ServiceError(
      400,
      'idempotency.key_invalid',
      'The header Idempotency-Key must be 1 to 255 printable ASCII characters.',
    );
  }
  return key;
}

/**
 * The same JSON value always gives the same text. `merchant_api_key` is left out: it may be the secret key
 * (spec 5.4).
 */
export function canonicalBody(value: unknown): string {
  const sorted = (key: string, part: unknown): unknown => {
    if (key === 'merchant_api_key') return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(value, sorted) ?? '';
}

/** The owner of a key: the merchant or one shopper, who must never get another's answer. */
const holderOf = (caller: AnyCaller): readonly string[] =>
  caller.kind === 'shopper' ? [caller.kind, caller.session.customer] : [caller.kind];

export function answerOnce({store}: {readonly store: IdempotencyStore}): AnswerOnce {
  /** Identifies a request that has a key. */
  async function keyed(c: ServiceContext): Promise<KeyedRequest | undefined> {
    const key = readKey(c.req.header('idempotency-key'));
    if (key === undefined) return undefined;
    const body = canonicalBody(await readJson(c));
    const scope = JSON.stringify([...holderOf(anyoneOf(c)), c.req.method, c.req.path, key]);
    return {merchant: merchantOf(c).id, scope, body};
  }
  const reply = (c: ServiceContext, {answer, replayed}: Answered) => {
    const response = send(c, answer);
    if (replayed) response.headers.set(replayHeader, 'true');
    return response;
  };
  const by = (once: Once) => (work: Handler) => async (c: ServiceContext) =>
    reply(c, await once(await keyed(c), (unit) => work(c, unit)));
  const staged = (work: Handler, options?: StagedOptions) => async (c: ServiceContext) =>
    reply(c, await store.onceStaged(await keyed(c), (unit) => work(c, unit), options));
  return Object.assign(by(store.once), {local: by(store.onceLocal), staged});
}
