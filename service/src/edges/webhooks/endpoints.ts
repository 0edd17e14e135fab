/** Stores and changes merchants' webhook endpoints. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError, misfit} from '../../platform/errors.js';
import type {EventType} from '../../domain/events/events.js';
import {pageSql, type Page} from '../../platform/http/paging.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {readEndpointUrl, refusalOf, type AddressRules} from './address.js';
import type {Backlog, Endpoint} from './endpoint.js';
import type {EndpointSecrets} from './secrets.js';

/** The limit is low, because every event is sent to each endpoint of its merchant. */
const maxEndpointsOfMerchant = 16;

/** How long events are also signed with a replaced secret, by default. */
export const secretOverlapSeconds = 24 * 3600;

export interface EndpointDetails {
  readonly url: string;
  readonly description: string | null;
  /** Event types to send; null for all. */
  readonly events: readonly EventType[] | null;
}

export type EndpointChanges = Partial<EndpointDetails> & {readonly enabled?: boolean | undefined};

export type EndpointView = readonly [Endpoint, Backlog];

export interface Endpoints {
  /** @throws {ServiceError} 400 `webhook.url_refused`, 409 `webhook.too_many`. */
  create(tx: Queries, merchant: string, details: EndpointDetails, secret: string): Promise<Endpoint>;
  /** Creates or resets the endpoint that the service's options name, and enables it. */
  configure(merchant: string, details: EndpointDetails, secret: string): Promise<void>;
  /** @throws {ServiceError} 404 `webhook.not_found`, like all methods below. */
  read(queries: Queries, merchant: string, token: string): Promise<Endpoint>;
  backlog(queries: Queries, token: string): Promise<Backlog>;
  list(
    merchant: string,
    page: Page,
  ): Promise<{readonly total: number; readonly list: readonly EndpointView[]}>;
  /**
   * Changes the given fields. Enabling an endpoint clears its failures; disabling it gives up its pending
   * deliveries.
   */
  update(merchant: string, token: string, changes: EndpointChanges): Promise<Endpoint>;
  remove(merchant: string, token: string): Promise<void>;
  replaceSecret(
    tx: Queries,
    merchant: string,
    token: string,
    secret: string,
    overlapSeconds: number,
  ): Promise<Endpoint>;
}

export interface EndpointDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: EndpointSecrets;
  readonly rules: AddressRules;
}

const notFound = () => new ServiceError(404, 'webhook.not_found', 'webhook endpoint not found');
const ofMerchant = 'merchant = $1 AND deleted_at IS NULL';

/** @throws {ServiceError} 400 `webhook.url_refused`, with the reason. */
function validateUrl(text: string, rules: AddressRules): string {
  const urlOrReason = readEndpointUrl(text, rules);
  if (typeof urlOrReason !== 'string') return urlOrReason.href;
  const expected = rules.loopback
    ? 'a public https address, or one of this machine'
    : 'a public https address on port 443 or 8443';
  throw new ServiceError(400, 'webhook.url_refused', refusalOf(urlOrReason, rules), [
    misfit('/url', expected),
  ]);
}

/** Gives up the pending deliveries of a disabled endpoint. They can still be listed and sent again. */
export async function giveUpPending(
  queries: Queries,
  endpoint: string,
  now: Date,
  reason: string,
): Promise<void> {
  await queries.query(
    `UPDATE webhook_deliveries SET state = 'dead', reason = $2, next_try_at = NULL, claim = NULL, claim_until = NULL,
       updated_at = $3 WHERE endpoint = $1 AND next_try_at IS NOT NULL`,
    [endpoint, reason, now],
  );
}

const enabledWithoutFailures = `state = 'enabled', disabled_reason = NULL, failures = 0, failing_since = NULL, slowdowns = 0, resume_at = NULL`;

async function find(queries: Queries, merchant: string, token: string, lock = ''): Promise<Endpoint> {
  const [row] = await queries.query<Endpoint>(
    `SELECT * FROM webhook_endpoints WHERE ${ofMerchant} AND token = $2 ${lock}`,
    [merchant, token],
  );
  if (!row) throw notFound();
  return row;
}

async function insert(
  queries: Queries,
  {clock, secrets, rules}: EndpointDependencies,
  owner: {readonly token: string; readonly merchant: string},
  {details, secret}: {readonly details: EndpointDetails; readonly secret: string},
): Promise<Endpoint> {
  const {token, merchant} = owner;
  const url = validateUrl(details.url, rules);
  const [row] = await queries.query<Endpoint>(
    `INSERT INTO webhook_endpoints (token, merchant, url, description, events, secrets, state, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, 'enabled', $7, $7)
     ON CONFLICT (token) DO UPDATE SET url = $3, secrets = $6::jsonb, ${enabledWithoutFailures}, updated_at = $7
     RETURNING *`,
    [
      token,
      merchant,
      url,
      details.description,
      details.events,
      JSON.stringify([await secrets.seal(owner, secret)]),
      clock.now(),
    ],
  );
  return row!;
}

const backlogColumns = `
  (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.state = 'pending') AS pending,
  (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.state = 'dead') AS dead`;

async function update(
  tx: Queries,
  {clock, rules}: EndpointDependencies,
  endpoint: Endpoint,
  changes: EndpointChanges,
): Promise<Endpoint> {
  const {url = endpoint.url, description = endpoint.description, events = endpoint.events, enabled} = changes;
  const now = clock.now();
  let stateChange = '';
  if (enabled === true) stateChange = `, ${enabledWithoutFailures}`;
  if (enabled === false) stateChange = `, state = 'disabled', disabled_reason = 'requested'`;
  const [row] = await tx.query<Endpoint>(
    `UPDATE webhook_endpoints SET url = $2, description = $3, events = $4, updated_at = $5 ${stateChange}
     WHERE token = $1 RETURNING *`,
    [endpoint.token, validateUrl(url, rules), description, events, now],
  );
  if (enabled === false) await giveUpPending(tx, endpoint.token, now, 'endpoint_disabled');
  return row!;
}

async function remove(tx: Queries, merchant: string, token: string, now: Date): Promise<void> {
  const [row] = await tx.query(
    `UPDATE webhook_endpoints SET deleted_at = $3, updated_at = $3, state = 'disabled', secrets = '[]'
     WHERE ${ofMerchant} AND token = $2 RETURNING token`,
    [merchant, token, now],
  );
  if (!row) throw notFound();
  await giveUpPending(tx, token, now, 'endpoint_removed');
}

async function list(database: Queries, merchant: string, page: Page) {
  const [counted] = await database.query<{total: number}>(
    `SELECT count(*)::int AS total FROM webhook_endpoints WHERE ${ofMerchant}`,
    [merchant],
  );
  const rows = await database.query<Endpoint & Backlog>(
    `SELECT e.*, ${backlogColumns} FROM webhook_endpoints e WHERE ${ofMerchant} ${pageSql(page)}`,
    [merchant],
  );
  const list = rows.map((endpointAndBacklog) => [endpointAndBacklog, endpointAndBacklog] as const);
  return {total: counted!.total, list};
}

export function createEndpoints(deps: EndpointDependencies): Endpoints {
  const {database, clock, secrets} = deps;
  return {
    async create(tx, merchant, details, secret) {
      // Locks the merchant, so that concurrent requests cannot exceed the limit together.
      await tx.query('SELECT 1 FROM merchants WHERE id = $1 FOR UPDATE', [merchant]);
      const existing = await tx.query(`SELECT 1 FROM webhook_endpoints WHERE ${ofMerchant}`, [merchant]);
      if (existing.length >= maxEndpointsOfMerchant) {
        const message = `A merchant can have at most ${maxEndpointsOfMerchant} endpoints. Remove one first.`;
        throw new ServiceError(409, 'webhook.too_many', message);
      }
      return insert(tx, deps, {token: `whe_${randomUUID()}`, merchant}, {details, secret});
    },
    async configure(merchant, details, secret) {
      const owner = {token: `whe_${merchant.replace(/^mer_/, '')}`, merchant};
      await insert(database, deps, owner, {details, secret});
    },
    read: (queries, merchant, token) => find(queries, merchant, token),
    async backlog(queries, token) {
      const [row] = await queries.query<Backlog>(
        `SELECT ${backlogColumns} FROM webhook_endpoints e WHERE token = $1`,
        [token],
      );
      return row!;
    },
    list: (merchant, page) => list(database, merchant, page),
    update: (merchant, token, changes) =>
      database.transaction(async (tx) =>
        update(tx, deps, await find(tx, merchant, token, 'FOR UPDATE'), changes),
      ),
    remove: (merchant, token) => database.transaction((tx) => remove(tx, merchant, token, clock.now())),
    async replaceSecret(tx, merchant, token, secret, overlapSeconds) {
      const endpoint = await find(tx, merchant, token, 'FOR UPDATE');
      const [row] = await tx.query<Endpoint>(
        'UPDATE webhook_endpoints SET secrets = $2::jsonb, updated_at = $3 WHERE token = $1 RETURNING *',
        [token, JSON.stringify(await secrets.replace(endpoint, secret, overlapSeconds)), clock.now()],
      );
      return row!;
    },
  };
}
