import {
  firstState,
  subscriptionMoves,
  subscriptionRules,
} from '../service/src/domain/subscriptions/machine.js';
import {table} from './flow-document.js';

/** `site/subscriptions.md` as the machine's own table says it. */
export function subscriptionDocument(): string {
  const rules = subscriptionMoves.map((move) => ({move, ...subscriptionRules[move]}));
  return [
    '# The states of a subscription',
    '',
    'Drawn from the table in `service/src/domain/subscriptions/machine.ts` by `npm run docs`; do not edit.',
    '',
    'A renewal that fails and will be tried again leaves the state alone, and so does every one that is paid. What is asked for from any',
    'other state is refused, and nothing is changed. `cancelled` is final.',
    '',
    'While a charge is open, no later period is charged. Once it is paid, the periods that are owed follow, the oldest first and at most',
    'one a day: issuers decline a charge like one of the same day as its duplicate. A day is 23 hours here, so that a daily plan keeps its',
    'time of day when clocks go forward. `next_charge_date` of the subscription, `next_charge_at` of the event `payment_succeeded` and the',
    'hosted pages name the date. What is owed at the end of a cancelled subscription is no longer charged.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${firstState}`,
    ...rules.flatMap(({move, from, to}) => from.map((state) => `  ${state} --> ${to}: ${move}`)),
    '  cancelled --> [*]',
    '```',
    '',
    ...table(
      ['move', 'from', 'to', 'when'],
      rules.map(({move, from, to, when}) => [
        `\`${move}\``,
        from.map((state) => `\`${state}\``).join(', '),
        `\`${to}\``,
        when,
      ]),
    ),
    '',
  ].join('\n');
}
