/** The routes of trackers. */
import {Hono} from 'hono';
import * as v from 'valibot';
import type {Customers} from '../customers/customers.js';
import {ServiceError, unauthorized} from '../../platform/errors.js';
import {
  lastingName,
  freeRecord,
  minorAmount,
  readJson,
  readBody,
  readNoFields,
  record,
} from '../../platform/http/body.js';
import {shopperDeviceOf} from '../../platform/identity/address.js';
import {callerOf, merchantOf, type Caller} from '../../platform/identity/callers.js';
import {readFormText} from '../../platform/http/body-text.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {readPage} from '../../platform/http/paging.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Merchants} from '../merchants/merchants.js';
import {currency} from '../plans/body.js';
import {performAction} from './actions.js';
import {forgetCard} from './entered-card.js';
import {dependenciesFor, type ActionDependencies, type SharedDependencies} from './context.js';
import {actionRefusal, isNotFound} from './tracker-lease.js';
import {fetchPayment, paymentFilters, searchPayments} from './fetch-payment.js';
import {firstActionOf} from './machine.js';
import {actionBody, readAction} from './payload.js';
import {nameOf, refuseOtherTerms} from './lasting-names.js';
import {knownRefund, refundAnswer, voidAnswer} from './settled-money.js';
import {setupPayment, termsIn, trackerBody} from './setup-payment.js';
import type {Tracker} from './tracker.js';
import {completeStepUp, transactionUnknown} from './validation.js';
import {capabilities, features, trackerJson} from './wire.js';

/** Body of `POST …/metadata`: the merchant's own data about a tracker (wire 1.6). */
export const metadataBody = record({data: freeRecord});

/** Body of `POST …/refund`. Without an amount the whole remaining amount is refunded. */
export const refundBody = record(
  {amount: v.optional(minorAmount), currency: v.optional(currency), name: v.optional(lastingName)},
  ['amount', 'currency', 'name'],
);

export interface TrackerRouteDependencies extends SharedDependencies {
  readonly merchants: Merchants;
  readonly customers: Customers;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}

const path = '/order/payments/v3';

/**
 * A time-based token for one tracker can only use that one. For every other tracker the answer is 404, so
 * that it does not reveal which trackers exist.
 */
const requireOwnTracker: ServiceMiddleware = async (c, next) => {
  const caller = callerOf(c);
  const scope = caller.kind === 'token' ? caller.claims.tracker : undefined;
  if (scope !== undefined && scope !== c.req.param('tracker')) {
    throw new ServiceError(404, 'tracker.not_found', 'tracker not found');
  }
  await next();
};

/**
 * How long a token still reads its tracker after the tracker has ended: the page reads the outcome when the
 * shopper is back from the bank.
 */
export const readableAfterEndMs = 120_000;

/**
 * A time-based token for one tracker expires when that tracker ends (guarantees 3). A token minted later can
 * read the ended tracker.
 *
 * @throws {ServiceError} 401 `tbt_expired`.
 */
function refuseIfEnded(tracker: Tracker, caller: Caller, now: Date): void {
  if (caller.kind !== 'token' || caller.claims.tracker === undefined || tracker.next_kind !== 'NOOP') return;
  const endedAt = tracker.updated_at.getTime();
  const isStillReadable = now.getTime() < endedAt + readableAfterEndMs;
  const wasMintedLater = caller.claims.issuedAt.getTime() > endedAt;
  if (isStillReadable || wasMintedLater) return;
  throw unauthorized(
    'The tracker has ended, and its time-based token has expired. Mint a new token to read the tracker.',
    'tbt_expired',
  );
}

/** Trackers and their actions (spec 4.2, 4.3), metadata, reset, and the shopper's return from the bank. */
export function trackerRoutes(deps: TrackerRouteDependencies): Hono<ServiceEnv> {
  const {guards, once, engine} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const actionDependenciesOf = (c: ServiceContext) => ({
    ...dependenciesFor(deps, merchantOf(c)),
    seen: shopperDeviceOf(c),
  });
  const readTracker = async (c: ServiceContext) => {
    const tracker = await engine.read(merchantOf(c).id, c.req.param('tracker') ?? '');
    refuseIfEnded(tracker, callerOf(c), deps.clock.now());
    return tracker;
  };
  addOpening(routes, deps);

  routes.post(
    `${path}/:tracker`,
    guards.caller,
    requireOwnTracker,
    once.staged(async (c, unit) => {
      const tracker = await readTracker(c);
      const request = readAction(await readBody(c, actionBody), await readJson(c), tracker);
      return unit.commit(await performAction(actionDependenciesOf(c), unit, tracker, request, callerOf(c)));
    }),
  );

  routes.post(
    `${path}/:tracker/reversal`,
    guards.caller,
    requireOwnTracker,
    once.staged(async (c, unit) => {
      const tracker = await readTracker(c);
      await readNoFields(c);
      const request = {action: 'REVERSAL'} as const;
      return unit.commit(await performAction(actionDependenciesOf(c), unit, tracker, request, callerOf(c)));
    }),
  );

  // The reporter has an envelope of its own (wire 1.7).
  const report = (c: ServiceContext, data: unknown) => send(c, {status: 200, body: {ok: true, data}});
  routes.get(`/reporter/api/v1/payments/:tracker`, guards.caller, requireOwnTracker, async (c) =>
    report(c, await fetchPayment(actionDependenciesOf(c), await readTracker(c), callerOf(c))),
  );
  routes.get('/reporter/api/v1/payments', guards.secret, async (c) =>
    report(c, await searchPayments(actionDependenciesOf(c), readPage(c, paymentFilters), c.req.query())),
  );

  addAmendments(routes, deps);
  addAfterCapture(routes, deps);
  addValidation(routes, deps);
  return routes;
}

/** Opens trackers, or answers the one that the request's names lead to. */
function addOpening(routes: Hono<ServiceEnv>, deps: TrackerRouteDependencies): void {
  const {guards, once} = deps;
  const dependenciesOf = (c: ServiceContext) => dependenciesFor(deps, merchantOf(c));
  const refuseIfOtherPayment: ServiceMiddleware = async (c, next) => {
    const wanted = termsIn(await readJson(c), dependenciesOf(c));
    if (wanted) await refuseOtherTerms(deps.database, wanted);
    await next();
  };
  const openTracker = once.staged(
    async (c, unit) => {
      const tracker = await setupPayment(dependenciesOf(c), unit, await readBody(c, trackerBody));
      return unit.commit({
        status: 200,
        body: success({
          tracker: trackerJson(tracker, merchantOf(c).publicKey, deps.environment),
          capabilities,
          features,
        }),
      });
    },
    // The idempotency key need not be read first: a repeated request may open a tracker again, because its
    // commit then fails and the first answer is returned.
    {readsKeyEarly: false},
  );

  routes.post(path, guards.secret, refuseIfOtherPayment, openTracker);
}

/** Changes that are no actions: metadata and reset. */
function addAmendments(routes: Hono<ServiceEnv>, deps: TrackerRouteDependencies): void {
  const {guards, once, engine} = deps;
  const trackerKey = (c: ServiceContext) => ({
    merchant: merchantOf(c).id,
    token: c.req.param('tracker') ?? '',
  });
  const shownTracker = (c: ServiceContext, tracker: Tracker) =>
    trackerJson(tracker, merchantOf(c).publicKey, deps.environment);
  routes.post(
    `${path}/:tracker/metadata`,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const {data} = await readBody(c, metadataBody);
      const tracker = await engine.amend(unit, trackerKey(c), ({metadata}) => ({
        metadata: {...metadata, ...data},
      }));
      return unit.commit({status: 200, body: success({tracker: shownTracker(c, tracker)})});
    }),
  );
  routes.put(`${path}/:tracker`, guards.secret, async (c) => {
    await readNoFields(c);
    const tracker = await reset(dependenciesFor(deps, merchantOf(c)), trackerKey(c));
    return send(c, {status: 200, body: success({tracker: shownTracker(c, tracker), capabilities})});
  });
}

/** Void and refund of a captured payment. Only the merchant's server may request them. */
function addAfterCapture(routes: Hono<ServiceEnv>, deps: TrackerRouteDependencies): void {
  const {guards, once, engine} = deps;
  const actionDependenciesOf = (c: ServiceContext) => dependenciesFor(deps, merchantOf(c));
  const readTracker = (c: ServiceContext) => engine.read(merchantOf(c).id, c.req.param('tracker') ?? '');
  const readRefund = async (c: ServiceContext) => {
    const {name: given, ...refund} = await readBody(c, refundBody);
    const name = nameOf(actionDependenciesOf(c), given);
    const isNamed = name !== null || c.req.header('idempotency-key') !== undefined;
    return {amount: refund.amount, currency: refund.currency, name, isNamed};
  };
  routes.post(
    `${path}/:tracker/void`,
    guards.secret,
    once(async (c, unit) => {
      await readNoFields(c);
      return unit.commit(await voidAnswer(actionDependenciesOf(c), unit, await readTracker(c)));
    }),
  );
  routes.post(
    `${path}/:tracker/refund`,
    guards.secret,
    async (c, next) => {
      // The idempotency key would say only that the body differs.
      const refund = await readRefund(c);
      if (refund.name !== null) knownRefund(await readTracker(c), refund);
      await next();
    },
    once(async (c, unit) =>
      unit.commit(
        await refundAnswer(actionDependenciesOf(c), unit, await readTracker(c), await readRefund(c)),
      ),
    ),
  );
}

/** Returns a tracker to its first action. Refused once the issuer was asked to authenticate (wire 1.6). */
async function reset(deps: ActionDependencies, request: {merchant: string; token: string}): Promise<Tracker> {
  const {engine, database, cards, codes} = deps;
  await engine.read(request.merchant, request.token);
  return database.transaction((tx) =>
    engine.amend(tx, request, (tracker) => {
      if (tracker.state === 'TRACKER_EXPIRED') throw actionRefusal('RESET', tracker);
      if (tracker.enrollment !== null || tracker.next_kind === 'NOOP') {
        throw new ServiceError(
          409,
          'tracker.not_resettable',
          'The bank has already been asked to authenticate the shopper. Open a new tracker instead.',
        );
      }
      forgetCard(cards, tracker, tx);
      codes.forget(tracker.token);
      return {
        state: 'TRACKER_STARTED',
        next_kind: firstActionOf(tracker),
        card: null,
        card_summary: null,
        reference_id: null,
        payment_method: null,
      };
    }),
  );
}

/** The bank's page posts a form here, or links here; the answer redirects the browser to the shop. */
function addValidation(routes: Hono<ServiceEnv>, deps: TrackerRouteDependencies): void {
  const answer = async (c: ServiceContext, transactionId: unknown) => {
    const id = typeof transactionId === 'string' && transactionId !== '' ? transactionId : undefined;
    const token = c.req.param('tracker') ?? '';
    const owner = await deps.engine.ownerOf(token).catch((error: unknown) => {
      throw isNotFound(error) ? transactionUnknown() : error;
    });
    const merchant = (await deps.merchants.byId(owner))!;
    const returnUrl = await completeStepUp(dependenciesFor(deps, merchant), token, id);
    // In a page that is cross-origin isolated, browsers load nothing else into the bank's frame.
    return c.body(null, 303, {
      location: returnUrl.href,
      'cross-origin-resource-policy': 'cross-origin',
    });
  };
  const route = `${path}/:tracker/validation`;
  routes.get(route, (c) => answer(c, c.req.query('TransactionId')));
  routes.post(route, async (c) => {
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new ServiceError(
        415,
        'request.not_form',
        'The bank’s answer must be a form. Send it as application/x-www-form-urlencoded.',
      );
    }
    return answer(c, (await readFormText(c)).get('TransactionId'));
  });
}
