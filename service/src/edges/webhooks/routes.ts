/** The routes of webhook endpoints and their deliveries. */
import {Hono} from 'hono';
import * as v from 'valibot';
import {webhookKey} from '../../../../src/protocol/index.js';
import type {Clock} from '../../platform/clock/clock.js';
import {eventTypes} from '../../domain/events/events.js';
import {
  check,
  closedRecord,
  flag,
  instant,
  record,
  seconds,
  clearText,
  shortText,
  text,
  wordOf,
  readBody,
  readNoFields,
} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {readInstant} from '../../platform/http/instant.js';
import type {Guards} from '../../platform/identity/guards.js';
import {pageJson, readPage} from '../../platform/http/paging.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {deliveryJson, deliveryStates, tryJson, type Deliveries} from './deliveries.js';
import {endpointJson, type Endpoint} from './endpoint.js';
import {secretOverlapSeconds, type Endpoints} from './endpoints.js';
import {newWebhookSecret} from './secrets.js';

const eventType = wordOf(eventTypes);
const eventTypesExpected =
  'null for all, or a list of at least one event type, such as ["payment.succeeded"]';
const eventTypeList = v.nullable(
  v.pipe(v.array(eventType, eventTypesExpected), v.minLength(1, eventTypesExpected)),
);
const secretSchema = v.pipe(
  text,
  v.check((value) => webhookKey(value) !== undefined, 'whsec_ followed by 24 to 64 bytes in base64'),
);
const endpointUrl = clearText('the https address that receives the events');

/** Body of `POST /client/webhooks/v1/`. */
export const endpointBody = record(
  {
    url: endpointUrl,
    events: v.optional(eventTypeList, null),
    description: v.optional(v.nullable(shortText), null),
    secret: v.optional(secretSchema),
  },
  ['url', 'events', 'secret'],
);

/** Body of `PUT /client/webhooks/v1/:endpoint`. Omitted fields keep their value. */
export const endpointChanges = record(
  {
    url: v.optional(endpointUrl),
    events: v.optional(eventTypeList),
    description: v.optional(v.nullable(shortText)),
    enabled: v.optional(flag),
  },
  ['url', 'events', 'enabled'],
);

/** Body of `POST …/secret/rotate`. */
export const secretRotationBody = closedRecord({
  secret: v.optional(secretSchema),
  overlap_seconds: v.optional(seconds(secretOverlapSeconds), secretOverlapSeconds),
});

/** Body of `POST …/replay`. */
export const replayBody = record(
  {
    from: instant,
    to: v.optional(instant),
    types: v.optional(eventTypeList, null),
    include_delivered: v.optional(flag, false),
  },
  ['from', 'to', 'types', 'include_delivered'],
);

const deliveryFilters = {
  state: v.optional(wordOf(deliveryStates)),
  type: v.optional(eventType),
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

const webhooksPath = '/client/webhooks/v1';

/** Routes for a merchant's webhook endpoints and their deliveries. All require the secret key. */
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
  const readJsonOf = async (queries: Queries, endpoint: Endpoint) =>
    endpointJson(endpoint, await endpoints.backlog(queries, endpoint.token), clock.now());
  routes.post(
    webhooksPath,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const body = await readBody(c, endpointBody);
      const {url, description, events, secret = newWebhookSecret()} = body;
      const endpoint = await endpoints.create(unit, merchantOf(c).id, {url, description, events}, secret);
      return unit.commit({status: 200, body: success({...(await readJsonOf(unit, endpoint)), secret})});
    }),
  );
  routes.get(webhooksPath, guards.secret, async (c) => {
    const page = readPage(c);
    const {total, list} = await endpoints.list(merchantOf(c).id, page);
    const items = list.map(([endpoint, backlog]) => endpointJson(endpoint, backlog, clock.now()));
    return send(c, {status: 200, body: success(pageJson(page, total, items))});
  });
  routes.get(`${webhooksPath}/:endpoint`, guards.secret, async (c) => {
    const endpoint = await endpoints.read(database, merchantOf(c).id, c.req.param('endpoint'));
    return send(c, {status: 200, body: success(await readJsonOf(database, endpoint))});
  });
  routes.put(`${webhooksPath}/:endpoint`, guards.secret, async (c) => {
    const changes = await readBody(c, endpointChanges);
    const endpoint = await endpoints.update(
      merchantOf(c).id,
      c.req.param('endpoint'),
      definedFields(changes),
    );
    return send(c, {status: 200, body: success(await readJsonOf(database, endpoint))});
  });
  routes.delete(`${webhooksPath}/:endpoint`, guards.secret, async (c) => {
    const token = c.req.param('endpoint');
    await endpoints.remove(merchantOf(c).id, token);
    return send(c, {status: 200, body: success({deleted: true, token})});
  });
  routes.post(
    `${webhooksPath}/:endpoint/secret/rotate`,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const {secret = newWebhookSecret(), overlap_seconds: overlap} = await readBody(c, secretRotationBody);
      const endpoint = await endpoints.replaceSecret(unit, merchantOf(c).id, endpointOf(c), secret, overlap);
      return unit.commit({status: 200, body: success({...(await readJsonOf(unit, endpoint)), secret})});
    }),
  );
}

const endpointOf = (c: ServiceContext) => c.req.param('endpoint')!;

function deliveryRoutes(
  routes: Hono<ServiceEnv>,
  {database, endpoints, deliveries, clock, guards, once}: WebhookRouteDependencies,
): void {
  const deliveriesPath = `${webhooksPath}/:endpoint/deliveries`;
  const ownEndpoint = (c: ServiceContext, queries: Queries = database) =>
    endpoints.read(queries, merchantOf(c).id, endpointOf(c));
  routes.get(deliveriesPath, guards.secret, async (c) => {
    const page = readPage(c, deliveryFilters);
    const filter = check(deliveryQuery, c.req.query());
    const {total, list} = await deliveries.list((await ownEndpoint(c)).token, filter, page);
    return send(c, {status: 200, body: success(pageJson(page, total, list.map(deliveryJson)))});
  });
  routes.get(`${deliveriesPath}/:delivery`, guards.secret, async (c) => {
    const [delivery, tries] = await deliveries.read((await ownEndpoint(c)).token, c.req.param('delivery'));
    return send(c, {
      status: 200,
      body: success({...deliveryJson(delivery), history: tries.map(tryJson)}),
    });
  });
  routes.post(
    `${deliveriesPath}/:delivery/resend`,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      await readNoFields(c);
      const {token} = await ownEndpoint(c, unit);
      const delivery = await deliveries.resend(unit, {endpoint: token}, c.req.param('delivery')!);
      return unit.commit({status: 200, body: success(deliveryJson(delivery))});
    }),
  );
  routes.post(
    `${webhooksPath}/:endpoint/replay`,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const body = await readBody(c, replayBody);
      const from = readInstant(body.from)!;
      // `to` is not part of the range, so without it the range ends just after now.
      const to = body.to === undefined ? new Date(clock.now().getTime() + 1) : readInstant(body.to)!;
      const range = {from, to, types: body.types, includeDelivered: body.include_delivered};
      const count = await deliveries.replay(unit, await ownEndpoint(c, unit), range);
      return unit.commit({status: 200, body: success({count})});
    }),
  );
}

/** Drops undefined fields, so that they do not overwrite stored values. */
const definedFields = (changes: v.InferOutput<typeof endpointChanges>) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
