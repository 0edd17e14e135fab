import {Hono} from 'hono';
import type {Clock} from '../../platform/clock/clock.js';
import {invalidRequest, misfit} from '../../platform/errors.js';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {instantExpected, readInstant} from '../../platform/http/instant.js';
import {refuseOtherFilters} from '../../platform/http/paging.js';
import {shownAnswer} from '../../platform/http/shown-body.js';
import type {Velocity} from '../../domain/velocity/velocity.js';
import type {Queries} from '../../platform/storage/database.js';
import {deliveryJson, type Deliveries} from '../webhooks/deliveries.js';
import {chargeViews, planViews, subscriptionViews} from './billing-views.js';
import {comingCharges} from './coming-charges.js';
import type {EventSource} from './events.js';
import {logLines} from './log-lines.js';
import type {LogRing} from './log-ring.js';
import type {RequestRing} from './request-ring.js';
import type {OwnTokensOf} from './ownership.js';
import {customerViews, ledgerViews, paymentMethodViews, trackerViews, type ViewRequest} from './views.js';

const defaultLimit = 100;
const maxLimit = 500;
const yearMs = 366 * 86_400_000;

/**
 * @param filters What the list takes besides `limit`.
 * @throws {ServiceError} 400 `request.invalid` for another filter, and unless `limit` is from 1 to 500.
 */
function requestOf(c: ServiceContext, filters: readonly string[]): ViewRequest {
  refuseOtherFilters(c, [...filters, 'limit']);
  const text = c.req.query('limit');
  const limit = Number(text ?? defaultLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw invalidParameter('limit', `a whole number from 1 to ${maxLimit}`, text);
  }
  // With a secret key the list holds only that merchant's data; for the dashboard, all data.
  return {limit, merchant: merchantIfKnown(c)?.id};
}

/**
 * The end of the list of coming charges; a year from now by default.
 *
 * @throws {ServiceError} 400 `request.invalid` for text that is not an ISO instant.
 */
function untilOf(text: string | undefined, now: Date): Date {
  if (text === undefined) return new Date(now.getTime() + yearMs);
  const until = readInstant(text);
  if (until) return until;
  throw invalidParameter('until', instantExpected, text);
}

const invalidParameter = (name: string, expected: string, text: string | undefined) =>
  invalidRequest([misfit(`/${name}`, expected, text === '' ? 'an empty string' : 'a string')]);

/**
 * Lists for testers, newest first:
 * `/sandbox/v1/{customers,trackers,payment-methods,plans,subscriptions,charges,moves,events,deliveries,limits,
 * requests,logs}`. `coming-charges` lists the earliest first, `limits` the fullest.
 */
export function viewRoutes(deps: {
  readonly database: Queries;
  readonly clock: Clock;
  readonly events: EventSource;
  readonly deliveries: Deliveries;
  readonly velocity: Velocity;
  readonly log: LogRing;
  readonly requests: RequestRing;
  readonly ownTokensOf: OwnTokensOf;
  readonly access: ServiceMiddleware;
}): Hono<ServiceEnv> {
  const {database, clock, events, deliveries, velocity, log, requests, ownTokensOf, access} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const list = (
    name: string,
    read: (c: ServiceContext, request: ViewRequest) => unknown,
    filters: readonly string[] = [],
  ) =>
    routes.get(`/sandbox/v1/${name}`, access, async (c) =>
      send(c, {status: 200, body: success(await read(c, requestOf(c, filters)))}),
    );
  list('customers', (_, request) => customerViews(database, request));
  list('trackers', (_, request) => trackerViews(database, request));
  list('payment-methods', (_, request) => paymentMethodViews(database, request));
  list('plans', (_, request) => planViews(database, request));
  list('subscriptions', (_, request) => subscriptionViews(database, request));
  list(
    'charges',
    (c, request) => chargeViews(database, {...request, subscription: c.req.query('subscription')}),
    ['subscription'],
  );
  list(
    'coming-charges',
    (c, request) => comingCharges(database, {...request, until: untilOf(c.req.query('until'), clock.now())}),
    ['until'],
  );
  list('moves', (_, request) => ledgerViews(database, request));
  list('deliveries', async (_, {merchant, limit}) =>
    (await deliveries.newest(merchant, limit)).map((delivery) => ({
      ...deliveryJson(delivery),
      data: shownAnswer(delivery.data),
    })),
  );
  list('limits', (_, request) => velocity.views(request));
  list('requests', (_, {merchant, limit}) => requests.newest(merchant, limit));
  list('logs', (c, {limit}) => logLines({log, ownTokensOf}, merchantIfKnown(c), limit));
  list(
    'events',
    (c, request) => events({...request, tracker: c.req.query('tracker'), type: c.req.query('type')}),
    ['tracker', 'type'],
  );
  return routes;
}
