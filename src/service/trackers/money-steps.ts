import {ServiceError} from '../errors.js';
import {failure} from '../http/envelope.js';
import type {Answer} from '../http/envelope.js';
import {authorize, reverse} from './authorize.js';
import {answer, refuseWrongOrder} from './context.js';
import type {ActionDependencies} from './context.js';
import {reversalNotOwed} from './payload.js';
import type {Tracker} from './tracker.js';
import {cardJson} from './wire.js';

/** Step 9 of spec 3.1: after FRICTIONLESS or ATTEMPTED. The payment method exists from here on. */
export async function authorizeAnswer(deps: ActionDependencies, tracker: Tracker): Promise<Answer> {
  refuseWrongOrder('AUTHORIZATION', tracker);
  const {merchant, token} = tracker;
  let approved = false;
  const performed = await deps.engine.perform({merchant, token, action: 'AUTHORIZATION'}, async (held) => {
    const outcome = await authorize(deps, held);
    approved = outcome.approved;
    const method = {...cardJson(held.card!, held.card_summary!), pointer: held.token};
    return {changes: outcome.changes, write: outcome.write, result: {payment_method: method}};
  });
  return approved ? answer(deps, performed) : declined();
}

function declined(): Answer {
  const message = "error performing action 'AUTHORIZATION': the bank declined the card.";
  return failure(new ServiceError(402, 'tracker.authorization_declined', message));
}

/** Step 10 of spec 3.1. Asked again, it answers what was done; with nothing held it refuses. */
export async function reversalAnswer(deps: ActionDependencies, tracker: Tracker): Promise<Answer> {
  if (tracker.reversal) {
    const made = tracker.actions.findLast(({kind}) => kind === 'REVERSAL');
    return answer(deps, {tracker, action: {token: made?.token ?? '', reversal: tracker.reversal}});
  }
  if (tracker.hold && tracker.hold.amount === 0) throw reversalNotOwed();
  refuseWrongOrder('REVERSAL', tracker);
  const {merchant, token} = tracker;
  const performed = await deps.engine.perform({merchant, token, action: 'REVERSAL'}, async (held) => {
    const outcome = await reverse(deps, held);
    if (!outcome.approved) {
      throw new ServiceError(
        502,
        'network.reversal_refused',
        'The card network did not take the reversal back.',
      );
    }
    const reversal = {token: outcome.id, amount: held.hold!.amount};
    return {
      changes: {...outcome.changes, reversal},
      write: outcome.write,
      result: {reversal},
    };
  });
  return answer(deps, performed);
}
