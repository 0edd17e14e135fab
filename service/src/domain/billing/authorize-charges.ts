/** Sends attempts of charges to the card network. */
import type {Clock} from '../../platform/clock/clock.js';
import {isHard} from '../ports/declines.js';
import type {CardNetwork} from '../ports/network.js';
import type {ClearCard} from '../ports/card.js';
import {expiresAt} from '../payment-methods/payment-methods.js';
import type {RecordedMethod} from '../payment-methods/rows.js';
import type {Database} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import type {ChargeResult, ChargeTask, Outcome} from './task.js';

export interface AuthorizeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: CardNetwork;
  readonly cards: CardStore;
}

/** Payment methods by token, also those that were removed since. */
export type MethodsByToken = ReadonlyMap<string, RecordedMethod>;

/** Authorizes all tasks concurrently. An error of one task becomes its outcome `unknown`. */
export async function authorizeCharges(
  deps: AuthorizeDependencies,
  tasks: readonly ChargeTask[],
  methods: MethodsByToken,
): Promise<readonly ChargeResult[]> {
  const notRemoved = [...methods.values()].filter(({deleted_at}) => deleted_at === null);
  const cards = await deps.cards.revealAll(
    deps.database,
    notRemoved.map(({card}) => card),
  );
  const unknown = (): Outcome => ({kind: 'unknown'});
  return Promise.all(
    tasks.map(async (task) => {
      const method = methods.get(task.payment_method)!;
      const card = cards.get(method.card);
      return {task, outcome: await authorizeCharge(deps, task, {method, card}).catch(unknown)};
    }),
  );
}

/** Sends one attempt. `card` is undefined if the payment method was removed. */
async function authorizeCharge(
  {network, clock}: AuthorizeDependencies,
  task: ChargeTask,
  {method, card}: {readonly method: RecordedMethod; readonly card: ClearCard | undefined},
): Promise<Outcome> {
  const {key, charge} = task;
  if (card === undefined) {
    // The earlier request may have reached the network. It cannot be repeated without the card, so it is
    // cancelled.
    if (task.isRepeat) await network.cancel({attempt: key, tracker: charge});
    return {kind: 'failed', failure: 'payment_method_removed', hard: false};
  }
  if (!task.isRepeat && expiresAt(method) <= clock.now()) {
    return {kind: 'failed', failure: 'expired_card', hard: false};
  }
  const answer = await network.authorize({
    attempt: key,
    tracker: charge,
    card,
    amount: task.amount_minor,
    currency: task.currency,
    capture: true,
    renewal: task.period > 0,
  });
  if (answer.approved) return {kind: 'paid', networkId: answer.id};
  const failure = answer.decline ?? 'card_declined';
  return {kind: 'failed', failure, hard: isHard(failure), networkId: answer.id};
}
