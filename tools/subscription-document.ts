import {
  firstState,
  subscriptionMoves,
  subscriptionRules,
} from '../service/src/domain/subscriptions/machine.js';
import {table} from './flow-document.js';

/** `docs/subscriptions.md` as the machine's own table says it. */
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
