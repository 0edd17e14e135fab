import {ServiceError} from '../errors.js';
import {readJson} from '../http/body.js';
import {anyCallerOf, merchantOf, type AnyCaller} from '../identity/callers.js';
import type {ServiceContext, ServiceMiddleware} from '../http/env.js';
import {send} from '../http/envelope.js';
import {withWarnings} from '../http/unknown-field-warnings.js';
import type {KeyedRequest} from './key.js';
import type {Answered, IdempotencyStore, Once, StagedOptions} from './store.js';
import type {Committed, RequestUnit} from './unit-of-work.js';

/** Marks an answer that repeats the first one. */
const replayHeader = 'idempotent-replayed';

/** Makes POST handlers that honour `Idempotency-Key`: the handler runs once for each key. */
export interface AnswerOnce {
  /** For work that calls the network or the issuer: the key is leased before the work begins. */
  (work: Handler): ServiceMiddleware;
  /**
   * For work that changes only the service's database, through its unit of work: its changes, the key and
   * the answer are one transaction. Never for work that calls the network or the issuer, because their
   * effects cannot be rolled back.
   */
  readonly databaseOnly: (work: Handler) => ServiceMiddleware;
  /**
   * For work that writes only with its commit, and with `lease` before it. All its writes are one message
   * to the database.
   */
  readonly staged: (work: Handler, options?: StagedOptions) => ServiceMiddleware;
}

/** Handles a request in its unit of work. It must end with `unit.commit(answer)`. */
type Handler = (c: ServiceContext, unit: RequestUnit) => Promise<Committed>;

/** Reads the key: quoted (a structured-field string) or bare, 1 to 255 printable characters. */
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
 * Text that is the same for equal JSON values, because object keys are sorted. `merchant_api_key` is left
 * out, because it may be the secret key (spec 5.4).
 */
export function canonicalBody(value: unknown): string {
  const sorted = (key: string, part: unknown): unknown => {
    if (key === 'merchant_api_key') return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(value, sorted) ?? '';
}

/** The owner of a key, the merchant or one shopper, so that a shopper never gets another one's answer. */
const keyOwnerOf = (caller: AnyCaller): readonly string[] =>
  caller.kind === 'shopper' ? [caller.kind, caller.session.customer] : [caller.kind];

export function createAnswerOnce({store}: {readonly store: IdempotencyStore}): AnswerOnce {
  /** Reads the request with its key; undefined without the header. */
  async function readKeyedRequest(c: ServiceContext): Promise<KeyedRequest | undefined> {
    const key = readKey(c.req.header('idempotency-key'));
    if (key === undefined) return undefined;
    const body = canonicalBody(await readJson(c));
    const scope = JSON.stringify([...keyOwnerOf(anyCallerOf(c)), c.req.method, c.req.path, key]);
    return {merchant: merchantOf(c).id, scope, body, asSent: (answer) => withWarnings(c, answer)};
  }
  const reply = (c: ServiceContext, {answer, replayed}: Answered) => {
    const response = send(c, answer);
    if (replayed) response.headers.set(replayHeader, 'true');
    return response;
  };
  const wrapperFor = (once: Once) => (work: Handler) => async (c: ServiceContext) =>
    reply(c, await once(await readKeyedRequest(c), (unit) => work(c, unit)));
  const staged = (work: Handler, options?: StagedOptions) => async (c: ServiceContext) =>
    reply(c, await store.onceStaged(await readKeyedRequest(c), (unit) => work(c, unit), options));
  return Object.assign(wrapperFor(store.once), {databaseOnly: wrapperFor(store.onceDatabaseOnly), staged});
}
