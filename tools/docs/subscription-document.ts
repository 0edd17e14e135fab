import {
  firstState,
  subscriptionMoves,
  subscriptionRules,
} from '../../service/src/domain/subscriptions/machine.js';
import {table} from './flow-document.js';

/** Diagram and table of `site/subscriptions.md`, line by line, as the machine's own table says them. */
export function statesOfSubscriptions(): readonly string[] {
  const rules = subscriptionMoves.map((move) => ({move, ...subscriptionRules[move]}));
  return [
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
  ];
}
