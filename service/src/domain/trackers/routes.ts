import {Hono} from 'hono';
import * as v from 'valibot';
import type {Customers} from '../customers/customers.js';
import {ServiceError, unauthorized} from '../../platform/errors.js';
import {anyRecord, check, minorAmount, readJson, record} from '../../platform/http/body.js';
import {seenOf} from '../../platform/identity/address.js';
import {callerOf, merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import type {Caller} from '../../platform/identity/callers.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {readPage} from '../../platform/http/paging.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Merchants} from '../merchants/merchants.js';
import {currency} from '../plans/body.js';
import {performAction} from './actions.js';
import {forgetCard} from './entered-card.js';
import {actionsOf} from './context.js';
import type {ActionDependencies, SharedDependencies} from './context.js';
import {refuseAction} from './tracker-lease.js';
import {fetchPayment, paymentFilters, searchPayments} from './fetch-payment.js';
import {firstActionOf} from './machine.js';
import {readAction} from './payload.js';
import {refundAnswer, voidAnswer} from './settled-money.js';
import {setupPayment} from './setup-payment.js';
import type {Tracker} from './tracker.js';
import {validate} from './validation.js';
import {capabilities, features, trackerJson} from './wire.js';

/** A merchant's own notes on a tracker (wire 1.6). */
export const metadataBody = record({data: anyRecord});

/** Body of `POST …/refund`; without an amount all that is left is refunded. */
export const refundBody = record({
  amount: v.optional(minorAmount),
  currency: v.optional(currency),
});

export interface TrackerRouteDependencies extends SharedDependencies {
  readonly merchants: Merchants;
  readonly customers: Customers;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}

const path = '/order/payments/v3';

/**
 * A scoped token opens only its own tracker. For others the answer is the same as for one that does not
 * exist, so that it reveals nothing.
 */
const ownTracker: ServiceMiddleware = async (c, next) => {
  const caller = callerOf(c);
  const scope = caller.kind === 'token' ? caller.claims.tracker : undefined;
  if (scope !== undefined && scope !== c.req.param('tracker')) {
    throw new ServiceError(404, 'tracker.not_found', 'tracker not found');
  }
  await next();
};

/**
 * How long a page may still read an ended tracker with the token it has: the return from the bank takes a
 * moment.
 */
export const readableAfterEndMs = 120_000;

/**
 * A token of one tracker expires with it (guarantees 3). One minted after the end can read the ended tracker.
 *
 * @throws {ServiceError} 401 `tbt_expired`.
 */
function refuseEnded(tracker: Tracker, caller: Caller, now: Date): void {
  if (caller.kind !== 'token' || caller.claims.tracker === undefined || tracker.next_kind !== 'NOOP') return;
  const ended = tracker.updated_at.getTime();
  if (now.getTime() < ended + readableAfterEndMs || caller.claims.issuedAt.getTime() > ended) return;
  throw unauthorized(
    'The tracker has ended, and its time-based token with it. A fresh one reads it.',
    'tbt_expired',
  );
}

/** Trackers and their actions (spec 4.2, 4.3), metadata, reset, and the shopper's return from the bank. */
export function trackerRoutes(deps: TrackerRouteDependencies): Hono<ServiceEnv> {
  const {guards, once, engine} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const own = (c: ServiceContext) => ({...actionsOf(deps, merchantOf(c)), seen: seenOf(c)});
  const read = async (c: ServiceContext) => {
    const tracker = await engine.read(merchantOf(c).id, c.req.param('tracker') ?? '');
    refuseEnded(tracker, callerOf(c), deps.clock.now());
    return tracker;
  };
  const shown = (c: ServiceContext, tracker: Tracker) =>
    trackerJson(tracker, merchantOf(c).publicKey, deps.environment);
  const open = once.staged(
    async (c, unit) => {
      const tracker = await setupPayment(own(c), unit, await readJson(c));
      return unit.commit({status: 200, body: success({tracker: shown(c, tracker), capabilities, features})});
    },
    {readsKeyEarly: false},
  );

  routes.post(path, guards.secret, open);

  routes.post(
    `${path}/:tracker`,
    guards.caller,
    ownTracker,
    once.staged(async (c, unit) => {
      const tracker = await read(c);
      const request = readAction(await readJson(c), tracker);
      return unit.commit(await performAction(own(c), unit, tracker, request, callerOf(c)));
    }),
  );

  routes.post(
    `${path}/:tracker/reversal`,
    guards.caller,
    ownTracker,
    once.staged(async (c, unit) => {
      const tracker = await read(c);
      const request = {action: 'REVERSAL'} as const;
      return unit.commit(await performAction(own(c), unit, tracker, request, callerOf(c)));
    }),
  );

  const report = (c: ServiceContext, data: unknown) => send(c, {status: 200, body: {ok: true, data}});
  routes.get(`/reporter/api/v1/payments/:tracker`, guards.caller, ownTracker, async (c) =>
    report(c, await fetchPayment(own(c), await read(c), callerOf(c))),
  );
  routes.get('/reporter/api/v1/payments', guards.secret, async (c) =>
    report(c, await searchPayments(own(c), readPage(c, paymentFilters), c.req.query())),
  );

  addAmendments(routes, deps);
  addAfterCapture(routes, deps);
  addValidation(routes, deps);
  return routes;
}

/** The merchant's metadata of a tracker, and its reset. */
function addAmendments(routes: Hono<ServiceEnv>, deps: TrackerRouteDependencies): void {
  const {guards, once, engine} = deps;
  const named = (c: ServiceContext) => ({merchant: merchantOf(c).id, token: c.req.param('tracker') ?? ''});
  const shown = (c: ServiceContext, tracker: Tracker) =>
    trackerJson(tracker, merchantOf(c).publicKey, deps.environment);
  routes.post(
    `${path}/:tracker/metadata`,
    guards.secret,
    once.local(async (c, unit) => {
      const {data} = check(metadataBody, await readJson(c));
      const tracker = await engine.amend(unit, named(c), ({metadata}) => ({
        metadata: {...metadata, ...data},
      }));
      return unit.commit({status: 200, body: success({tracker: shown(c, tracker)})});
    }),
  );
  routes.put(`${path}/:tracker`, guards.secret, async (c) => {
    const tracker = await reset(actionsOf(deps, merchantOf(c)), named(c));
    return send(c, {status: 200, body: success({tracker: shown(c, tracker), capabilities})});
  });
}

/** Void and refund of a captured payment: the merchant's server only. */
function addAfterCapture(routes: Hono<ServiceEnv>, deps: TrackerRouteDependencies): void {
  const {guards, once, engine} = deps;
  const own = (c: ServiceContext) => actionsOf(deps, merchantOf(c));
  const read = (c: ServiceContext) => engine.read(merchantOf(c).id, c.req.param('tracker') ?? '');
  routes.post(
    `${path}/:tracker/void`,
    guards.secret,
    once(async (c, unit) => unit.commit(await voidAnswer(own(c), unit, await read(c)))),
  );
  routes.post(
    `${path}/:tracker/refund`,
    guards.secret,
    once(async (c, unit) => {
      const {amount, currency} = check(refundBody, await readJson(c));
      const keyed = c.req.header('idempotency-key') !== undefined;
      return unit.commit(await refundAnswer(own(c), unit, await read(c), {amount, currency, keyed}));
    }),
  );
}

/** Resets a tracker, as long as no bank has been asked (wire 1.6). */
async function reset(deps: ActionDependencies, request: {merchant: string; token: string}): Promise<Tracker> {
  const {engine, database, cards, codes} = deps;
  await engine.read(request.merchant, request.token);
  return database.transaction((tx) =>
    engine.amend(tx, request, (tracker) => {
      if (tracker.state === 'TRACKER_EXPIRED') throw refuseAction('RESET', tracker);
      if (tracker.enrollment !== null || tracker.next_kind === 'NOOP') {
        throw new ServiceError(
          409,
          'tracker.not_resettable',
          'The bank has been asked about this payment; open a new tracker instead.',
        );
      }
      forgetCard(cards, tracker, tx);
      codes.forget(tracker.token);
      const nothing = {card: null, card_summary: null, reference_id: null, payment_method: null};
      return {...nothing, state: 'TRACKER_STARTED', next_kind: firstActionOf(tracker)};
    }),
  );
}

/** The bank's page posts its form here (some banks link); the answer redirects the browser to the shop. */
function addValidation(routes: Hono<ServiceEnv>, deps: TrackerRouteDependencies): void {
  const answer = async (c: ServiceContext, transactionId: unknown) => {
    const id = typeof transactionId === 'string' && transactionId !== '' ? transactionId : undefined;
    const token = c.req.param('tracker') ?? '';
    const merchant = (await deps.merchants.byId(await deps.engine.ownerOf(token)))!;
    const to = await validate(actionsOf(deps, merchant), token, id);
    return c.body(null, 303, {location: to.href});
  };
  const route = `${path}/:tracker/validation`;
  routes.get(route, (c) => answer(c, c.req.query('TransactionId')));
  routes.post(route, async (c) => {
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new ServiceError(415, 'request.not_form', 'The bank’s answer must be a form.');
    }
    return answer(c, new URLSearchParams(await c.req.text()).get('TransactionId'));
  });
}
