/** The routes with which a merchant's server manages the web origins of its shops (decision 0075). */
import {randomUUID} from 'node:crypto';
import {Hono} from 'hono';
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../../domain/events/events.js';
import type {ListedOrigin, OriginLists} from '../../domain/merchants/origins.js';
import {ServiceError} from '../../platform/errors.js';
import {check, clearText, readJson, record} from '../../platform/http/body.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {Guards} from '../../platform/identity/guards.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import {isLoopback, readOrigin} from '../../platform/identity/origins.js';

/** Request body of `POST /client/origins/v1`. */
export const originBody = record({
  origin: clearText('the origin of the shop’s pages, such as https://shop.example'),
});

/** Why an origin’s proof was not accepted, as the end of a sentence. */
export type ProveOrigin = (origin: string, publicKey: string) => Promise<string | undefined>;

const path = '/client/origins/v1';
export const proofPath = '/.well-known/card-vault';

/** Lists, adds and removes origins. All require the secret key. */
export function originRoutes(deps: {
  readonly origins: OriginLists;
  readonly events: Events;
  readonly clock: Clock;
  readonly guards: Guards;
  readonly once: AnswerOnce;
  /** Reads the proof from the origin. Undefined in development, where no proof is asked for. */
  readonly prove: ProveOrigin | undefined;
}): Hono<ServiceEnv> {
  const {origins, events, clock, guards, once, prove} = deps;

  const record = (
    unit: UnitOfWork,
    {id}: Merchant,
    type: 'origin.added' | 'origin.removed',
    origin: string,
  ) => events.append(unit, {merchant: id, type, subject: origin, occurrence: randomUUID(), data: {origin}});

  async function add(unit: UnitOfWork, merchant: Merchant, origin: string): Promise<ListedOrigin> {
    const known = await find(merchant, origin);
    if (known) return known;
    if (merchant.development && isLoopback(new URL(origin))) return everyones(origin);
    // Refused before the origin is called.
    await origins.isListed(unit, merchant, origin);
    const why = await prove?.(origin, merchant.publicKey);
    if (why !== undefined) throw notProven(origin, merchant, why);
    const at = clock.now();
    const provenAt = prove ? at : null;
    if (await origins.add(unit, merchant, {origin, at, provenAt}))
      record(unit, merchant, 'origin.added', origin);
    return {origin, configured: false, created_at: at, proven_at: provenAt};
  }

  const find = async (merchant: Merchant, origin: string) =>
    (await origins.list(merchant)).find((listed) => listed.origin === origin);

  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get(path, guards.secret, async (c) => {
    const list = await origins.list(merchantOf(c));
    return send(c, {status: 200, body: success(list.map(originJson))});
  });
  routes.post(
    path,
    guards.secret,
    once(async (c, unit) => {
      const merchant = merchantOf(c);
      const body = check(originBody, await readJson(c));
      const origin = readOrigin(body.origin, '/origin', merchant.development);
      return unit.commit({status: 200, body: success(originJson(await add(unit, merchant, origin)))});
    }),
  );
  routes.delete(
    `${path}/:origin`,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const merchant = merchantOf(c);
      const origin = c.req.param('origin')!;
      await origins.remove(unit, merchant, origin);
      record(unit, merchant, 'origin.removed', origin);
      return unit.commit({status: 200, body: success({deleted: true, origin})});
    }),
  );
  return routes;
}

/** In development, origins on this machine are on no list. */
const everyones = (origin: string): ListedOrigin => ({
  ...{origin, configured: true, created_at: null, proven_at: null},
});

const originJson = ({origin, configured, created_at, proven_at}: ListedOrigin) => ({
  origin,
  configured,
  created_at: created_at?.toISOString() ?? null,
  proven_at: proven_at?.toISOString() ?? null,
});

const notProven = (origin: string, {publicKey}: Merchant, why: string) =>
  new ServiceError(
    409,
    'origin.not_proven',
    `${origin}${proofPath} ${why}. Serve there, as text, a line with the public key ${publicKey} (vault.wellKnown of the server kit), then repeat the request.`,
  );
