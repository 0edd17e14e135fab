import {Hono} from 'hono';
import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import {oneOf, record, text, readBody} from '../../platform/http/body.js';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {success, type Answer} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import {keyedForServers} from './keyed.js';
import {declineCodes} from '../../domain/ports/declines.js';
import type {SimulatedNetwork} from '../../simulators/network/simulated.js';
import type {Queries} from '../../platform/storage/database.js';
import type {CardStore} from '../../domain/vault/cards.js';

/**
 * `decline` is the decline code for all later authorizations of a saved card; null restores the outcome that
 * the card number stands for.
 */
export const cardDeclineBody = record({
  payment_method: text,
  decline: v.nullable(v.picklist(declineCodes, `null, ${oneOf(declineCodes)}`)),
});

/**
 * Makes the simulated bank decline a saved card. The card is named by its payment method, never by its
 * number. As in production, all other payment methods with the same number are declined too.
 */
export function cardRoutes(deps: {
  readonly database: Queries;
  readonly cards: Pick<CardStore, 'reveal'>;
  readonly network: Pick<SimulatedNetwork, 'declineCard'>;
  readonly access: ServiceMiddleware;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {database, cards, network, access, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const decline = async (c: ServiceContext): Promise<Answer> => {
    const {payment_method: token, decline: code} = await readBody(c, cardDeclineBody);
    const [row] = await database.query<{card: string}>(
      `SELECT card FROM payment_methods
       WHERE token = $1 AND deleted_at IS NULL AND ($2::text IS NULL OR merchant = $2)`,
      [token, merchantIfKnown(c)?.id ?? null],
    );
    if (!row) throw new ServiceError(404, 'payment_method.not_found', 'payment method not found');
    const {number} = await cards.reveal(database, row.card);
    await network.declineCard(number, code);
    return {status: 200, body: success({payment_method: token, decline: code})};
  };
  routes.post('/sandbox/v1/cards', access, keyedForServers(once, decline));
  return routes;
}
