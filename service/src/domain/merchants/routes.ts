/** The routes that create merchants, replace secret keys, and say how a merchant's pages look. */
import {Hono} from 'hono';
import * as v from 'valibot';
import type {Clock} from '../../platform/clock/clock.js';
import type {Database} from '../../platform/storage/database.js';
import {closedRecord, flag, optional, record, seconds, text, readBody} from '../../platform/http/body.js';
import {name} from '../../platform/http/person.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success, type Answer} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {readOrigin} from '../../platform/identity/origins.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {brandingBody, readBranding, storeBranding, logoPath, type Branding} from './branding.js';
import {defaultOverlapSeconds, longestOverlapSeconds, newKeys, type Merchants} from './merchants.js';
import type {OriginLists} from './origins.js';
import type {ServiceUrls} from '../../platform/settings.js';

/** Request body of `POST /client/passport/v1/secret-key`. */
export const rotationBody = closedRecord({
  confirm: v.literal(true, 'true, because this replaces the secret key that the shop’s server uses'),
  overlap_seconds: v.optional(seconds(longestOverlapSeconds), defaultOverlapSeconds),
});

const brandingPath = '/client/branding/v1';

/** Request body of `POST /sandbox/v1/merchants`. */
export const newMerchantBody = record(
  {
    name: optional(name),
    allow_raw: v.optional(flag, false),
    origins: v.optional(v.array(text, 'a list of origins, such as ["https://shop.example"]'), []),
  },
  ['allow_raw', 'origins'],
);

/** Replaces the caller's secret key. The old key stays valid for `overlap_seconds`; 0 revokes it at once. */
export function secretKeyRoutes(deps: {
  readonly merchants: Merchants;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {merchants, guards, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.post(
    '/client/passport/v1/secret-key',
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const {overlap_seconds: overlap} = await readBody(c, rotationBody);
      const {secretKey, oldKeysEndAt} = await merchants.rotate(unit, merchantOf(c), overlap);
      const data = {secret_key: secretKey, old_keys_end_at: oldKeysEndAt.toISOString()};
      return unit.commit({status: 200, body: success(data)});
    }),
  );
  return routes;
}

/** Reads and replaces the look of the merchant's hosted pages. */
export function brandingRoutes({
  database,
  guards,
  urls,
}: {
  readonly database: Database;
  readonly guards: Guards;
  readonly urls: ServiceUrls;
}): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  const json = ({logo_digest: digest, ...colours}: Branding) => ({
    ...colours,
    logo_url: digest && `${urls.hosted}${logoPath(digest)}`,
  });
  routes.get(brandingPath, guards.secret, async (c) =>
    send(c, {status: 200, body: success(json(await readBranding(database, merchantOf(c).id)))}),
  );
  routes.put(brandingPath, guards.secret, async (c) => {
    const branding = await storeBranding(database, merchantOf(c).id, await readBody(c, brandingBody));
    return send(c, {status: 200, body: success(json(branding))});
  });
  return routes;
}

/** Creates another merchant and returns its keys, which cannot be read again. Exists in development only. */
export function sandboxMerchantRoutes(deps: {
  readonly merchants: Merchants;
  readonly origins: OriginLists;
  readonly database: Database;
  readonly clock: Clock;
  /** Refuses callers that may not use the sandbox. */
  readonly access: ServiceMiddleware;
  /** Wraps a handler so that it honours the `Idempotency-Key` of a merchant's server. */
  readonly withIdempotencyKey: (work: (c: ServiceContext) => Promise<Answer>) => ServiceMiddleware;
}): Hono<ServiceEnv> {
  const {merchants, access, withIdempotencyKey} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const addMerchant = async (c: ServiceContext): Promise<Answer> => {
    const body = await readBody(c, newMerchantBody);
    // These routes exist in development only, where origins on this machine are accepted.
    const development = true;
    const origins = body.origins.map((origin, index) => readOrigin(origin, `/origins/${index}`, development));
    const keys = newKeys();
    const {id, name} = await merchants.add({
      ...keys,
      ...(typeof body.name === 'string' && {name: body.name}),
      allowRaw: body.allow_raw,
    });
    for (const origin of origins) {
      await deps.origins.add(deps.database, {id}, {origin, at: deps.clock.now(), provenAt: null});
    }
    const data = {id, name, public_key: keys.publicKey, secret_key: keys.secretKey};
    return {status: 200, body: success(data)};
  };
  routes.post('/sandbox/v1/merchants', access, withIdempotencyKey(addMerchant));
  return routes;
}
