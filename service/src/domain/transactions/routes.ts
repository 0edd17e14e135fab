/** The routes of transactions: charges of subscriptions and their refunds. */
import {chargeStates} from '../../../../src/protocol/billing-words.js';
import {Hono} from 'hono';
import * as v from 'valibot';
import type {Clock} from '../../platform/clock/clock.js';
import {check, lastingName, readBody, record, shortText, text, wordOf} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success, type Answer} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {pageJson, readPage} from '../../platform/http/paging.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Vault} from '../../platform/sealing.js';
import type {Events} from '../events/events.js';
import type {CardNetwork} from '../ports/network.js';
import {readAmount} from '../plans/body.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {refund} from './refund.js';
import {transactionJson} from './json.js';
import {createTransactionViews} from './views.js';

/** Request body of a refund. Without an amount the whole remaining amount is refunded. */
export const refundBody = record({amount: v.optional(text), name: v.optional(lastingName)}, [
  'amount',
  'name',
]);

const filterFields = {
  subscription: v.optional(shortText),
  customer: v.optional(shortText),
  plan: v.optional(shortText),
  state: v.optional(wordOf(chargeStates)),
};
const filterQuery = record(filterFields);

/** Searches, reads and refunds charges of subscriptions with the secret key (wire 1.9). */
export function transactionRoutes(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: CardNetwork;
  readonly events: Events;
  readonly guards: Guards;
  readonly once: AnswerOnce;
  readonly vault: Pick<Vault, 'fingerprint'>;
}): Hono<ServiceEnv> {
  const {guards, once, vault} = deps;
  const views = createTransactionViews(deps);
  const routes = new Hono<ServiceEnv>({strict: false});
  const transactionPath = '/client/transactions/v1/:transaction';
  const tokenOf = (c: ServiceContext) => c.req.param('transaction') ?? '';
  const readAnswer = async (c: ServiceContext, queries?: Queries): Promise<Answer> => {
    const view = await views.read(merchantOf(c).id, tokenOf(c), queries);
    return {status: 200, body: success(transactionJson(view))};
  };

  routes.get('/client/transactions/v1/search', guards.secret, async (c) => {
    const page = readPage(c, filterFields);
    const {total, list} = await views.search(merchantOf(c).id, check(filterQuery, c.req.query()), page);
    return send(c, {status: 200, body: success(pageJson(page, total, list.map(transactionJson)))});
  });
  routes.get(transactionPath, guards.secret, async (c) => send(c, await readAnswer(c)));
  routes.post(
    `${transactionPath}/refund`,
    guards.secret,
    once(async (c, unit) => {
      const body = await readBody(c, refundBody);
      const merchant = merchantOf(c).id;
      const name = body.name === undefined ? null : vault.fingerprint(`refund name\n${body.name}`, merchant);
      await refund(deps, unit, {
        merchant,
        token: tokenOf(c),
        amountFor: ({currency}) =>
          body.amount === undefined ? undefined : readAmount(body.amount, currency),
        name,
        isNamed: name !== null || c.req.header('idempotency-key') !== undefined,
      });
      return unit.commit(await readAnswer(c, unit));
    }),
  );
  return routes;
}
