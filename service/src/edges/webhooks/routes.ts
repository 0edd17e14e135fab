import {Hono} from 'hono';
import * as v from 'valibot';
import {webhookKey} from '../../../../src/protocol/index.js';
import type {Clock} from '../../platform/clock/clock.js';
import {eventTypes} from '../../domain/events/events.js';
import {
  check,
  flag,
  instant,
  oneOf,
  readJson,
  record,
  seconds,
  shortText,
  text,
} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {pageJson, readPage} from '../../platform/http/paging.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {deliveryJson, deliveryStates, tryJson} from './deliveries.js';
import type {Deliveries} from './deliveries.js';
import {endpointJson} from './endpoint.js';
import type {Endpoint} from './endpoint.js';
import {secretOverlapSeconds} from './endpoints.js';
import type {Endpoints} from './endpoints.js';
import {newWebhookSecret} from './secrets.js';

const eventTypeIs = oneOf(eventTypes);
const eventTypesAre = 'null for all, or a list of at least one event type, such as ["payment.succeeded"]';
const kinds = v.nullable(
  v.pipe(v.array(v.picklist(eventTypes, eventTypeIs), eventTypesAre), v.minLength(1, eventTypesAre)),
);
const secret = v.pipe(
  text,
  v.check((value) => webhookKey(value) !== undefined, 'whsec_ followed by 24 to 64 bytes in base64'),
);
const urlIs = 'the https address that receives the events';

/** Body of `POST /client/webhooks/v1/`. */
export const endpointBody = record({
  url: v.string(urlIs),
  events: v.optional(kinds, null),
  description: v.optional(v.nullable(shortText), null),
  secret: v.optional(secret),
});

/** What an update names is changed; the rest stays. */
export const endpointChanges = record({
  url: v.optional(v.string(urlIs)),
  events: v.optional(kinds),
  description: v.optional(v.nullable(shortText)),
  enabled: v.optional(flag),
});

/** Body of `POST …/secret/rotate`. */
export const secretRotationBody = record({
  secret: v.optional(secret),
  overlap_seconds: v.optional(seconds(secretOverlapSeconds), secretOverlapSeconds),
});

/** Body of `POST …/replay`. */
export const replayBody = record({
  from: instant,
  to: v.optional(instant),
  types: v.optional(kinds, null),
  include_delivered: v.optional(flag, false),
});

const deliveryFilters = {
  state: v.optional(v.picklist(deliveryStates, oneOf(deliveryStates))),
  type: v.optional(v.picklist(eventTypes, eventTypeIs)),
  subscription: v.optional(shortText),
  event: v.optional(shortText),
};
const deliveryQuery = record(deliveryFilters);

export interface WebhookRouteDependencies {
  readonly database: Database;
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  readonly clock: Clock;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}

const path = '/client/webhooks/v1';

/** A merchant's webhook endpoints and their deliveries. Secret key only. */
export function webhookRoutes(deps: WebhookRouteDependencies): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  endpointRoutes(routes, deps);
  deliveryRoutes(routes, deps);
  return routes;
}

function endpointRoutes(
  routes: Hono<ServiceEnv>,
  {database, endpoints, clock, guards, once}: WebhookRouteDependencies,
): void {
  const shown = async (queries: Queries, endpoint: Endpoint) =>
    endpointJson(endpoint, await endpoints.backlog(queries, endpoint.token), clock.now());
  routes.post(
    path,
    guards.secret,
    once.local(async (c, unit) => {
      const given = check(endpointBody, await readJson(c));
      const {url, description, events, secret: own = newWebhookSecret()} = given;
      const endpoint = await endpoints.create(unit, merchantOf(c).id, {url, description, events}, own);
      return unit.commit({status: 200, body: success({...(await shown(unit, endpoint)), secret: own})});
    }),
  );
  routes.get(path, guards.secret, async (c) => {
    const page = readPage(c);
    const {total, list} = await endpoints.list(merchantOf(c).id, page);
    const items = list.map(([endpoint, backlog]) => endpointJson(endpoint, backlog, clock.now()));
    return send(c, {status: 200, body: success(pageJson(page, total, items))});
  });
  routes.get(`${path}/:endpoint`, guards.secret, async (c) => {
    const endpoint = await endpoints.read(database, merchantOf(c).id, c.req.param('endpoint'));
    return send(c, {status: 200, body: success(await shown(database, endpoint))});
  });
  routes.put(`${path}/:endpoint`, guards.secret, async (c) => {
    const changes = check(endpointChanges, await readJson(c));
    const endpoint = await endpoints.update(merchantOf(c).id, c.req.param('endpoint'), stated(changes));
    return send(c, {status: 200, body: success(await shown(database, endpoint))});
  });
  routes.delete(`${path}/:endpoint`, guards.secret, async (c) => {
    const token = c.req.param('endpoint');
    await endpoints.remove(merchantOf(c).id, token);
    return send(c, {status: 200, body: success({deleted: true, token})});
  });
  routes.post(
    `${path}/:endpoint/secret/rotate`,
    guards.secret,
    once.local(async (c, unit) => {
      const {secret: own = newWebhookSecret(), overlap_seconds: overlap} = check(
        secretRotationBody,
        await readJson(c),
      );
      const endpoint = await endpoints.replaceSecret(unit, merchantOf(c).id, endpointOf(c), own, overlap);
      return unit.commit({status: 200, body: success({...(await shown(unit, endpoint)), secret: own})});
    }),
  );
}

const endpointOf = (c: ServiceContext) => c.req.param('endpoint')!;

function deliveryRoutes(
  routes: Hono<ServiceEnv>,
  {database, endpoints, deliveries, clock, guards, once}: WebhookRouteDependencies,
): void {
  const its = `${path}/:endpoint/deliveries`;
  const own = (c: ServiceContext, queries: Queries = database) =>
    endpoints.read(queries, merchantOf(c).id, endpointOf(c));
  routes.get(its, guards.secret, async (c) => {
    const page = readPage(c, deliveryFilters);
    const filter = check(deliveryQuery, c.req.query());
    const {total, list} = await deliveries.list((await own(c)).token, filter, page);
    return send(c, {status: 200, body: success(pageJson(page, total, list.map(deliveryJson)))});
  });
  routes.get(`${its}/:delivery`, guards.secret, async (c) => {
    const [delivery, tries] = await deliveries.read((await own(c)).token, c.req.param('delivery'));
    return send(c, {
      status: 200,
      body: success({...deliveryJson(delivery), history: tries.map(tryJson)}),
    });
  });
  routes.post(
    `${its}/:delivery/resend`,
    guards.secret,
    once.local(async (c, unit) => {
      const {token} = await own(c, unit);
      const delivery = await deliveries.resend(unit, {endpoint: token}, c.req.param('delivery')!);
      return unit.commit({status: 200, body: success(deliveryJson(delivery))});
    }),
  );
  routes.post(
    `${path}/:endpoint/replay`,
    guards.secret,
    once.local(async (c, unit) => {
      const given = check(replayBody, await readJson(c));
      const from = new Date(given.from);
      const to = given.to === undefined ? new Date(clock.now().getTime() + 1) : new Date(given.to);
      const range = {from, to, types: given.types, delivered: given.include_delivered};
      const count = await deliveries.replay(unit, await own(c, unit), range);
      return unit.commit({status: 200, body: success({count})});
    }),
  );
}

/** Only the fields that are there. */
const stated = (changes: v.InferOutput<typeof endpointChanges>) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
