import {stateAfterEnrollment, stateNames, trackerSteps, transitions} from '../../src/flow/index.js';
import {authenticationStatuses, nextStepByStatus} from '../../src/protocol/index.js';

/** `docs/flow.md` as the flow's own tables say it: a diagram and the tables of spec 3.1 and 3.3. */
export function flowDocument(): string {
  return [
    '# The flow of one save',
    '',
    'Drawn from the tables in `src/flow/transitions.ts` by `npm run docs`; do not edit.',
    '',
    '## States',
    '',
    'Left out for legibility: `reset()` leads from every state to `idle`, and `cancel()` to `idle` before a save. An event that is',
    'not drawn changes nothing. Each run has a number, and an answer to another run changes nothing either.',
    '',
    '```mermaid',
    ...diagram(),
    '```',
    '',
    '## Steps of the specification (spec 3.1)',
    '',
    ...table(
      ['step', 'operation', 'action', 'state', 'effect', 'when, or by whom'],
      trackerSteps.map(({step, operation, action, state, effect, condition}) => [
        step,
        operation,
        code(action),
        code(state),
        code(effect),
        condition,
      ]),
    ),
    '',
    '## After enrollment (spec 3.3)',
    '',
    ...table(
      ['authentication status', 'leads to'],
      [
        ...authenticationStatuses.map((status) => [
          code(status),
          code(stateAfterEnrollment[nextStepByStatus[status]]),
        ]),
        ['any other', code('stopped')],
      ],
    ),
    '',
  ].join('\n');
}

function diagram(): readonly string[] {
  const lines = ['stateDiagram-v2', '  [*] --> idle'];
  for (const from of stateNames) {
    const labels = new Map<string, string[]>();
    const moves: Readonly<Record<string, readonly string[]>> = transitions[from];
    for (const [event, targets] of Object.entries(moves)) {
      if (event === 'reset' || targets.every((target) => target === 'idle')) continue;
      for (const to of targets) labels.set(to, [...(labels.get(to) ?? []), event]);
    }
    for (const [to, events] of labels) lines.push(`  ${id(from)} --> ${id(to)}: ${events.join(', ')}`);
  }
  for (const end of ['saved', 'stopped', 'failed']) lines.push(`  ${end} --> [*]`);
  return lines;
}

/** Mermaid takes no hyphen in a name. */
function id(name: string): string {
  return name.replaceAll('-', '_');
}

function code(text: string | undefined): string {
  return text === undefined ? '–' : `\`${text}\``;
}

/** A Markdown table, its columns in line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
