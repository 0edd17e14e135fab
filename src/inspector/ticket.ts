import {linesOf, summaryOf} from './lines.js';
import type {Trace} from '../trace/trace.js';
import {duration} from './words.js';

/** Name of the file in which a trace is saved. */
export const fileNameOf = ({started}: Trace): string => `card-vault-${started.replace(/[:.]/g, '-')}.json`;

/**
 * A trace in the words of a support ticket, as Markdown: versions, browser, options, outcome, course.
 * @param link address of the saved trace; the name of its file where it has none.
 */
export function ticketOf(trace: Trace, link?: string): string {
  const {cardVault, started, environment, options, entries, dropped} = trace;
  const {
    engine,
    engineVersion = '',
    width,
    height,
    language = 'unknown',
    direction,
    colorScheme,
  } = environment;
  const set = Object.entries(options).map(([name, value]) => `\`${name}: ${String(value)}\``);
  const trackers = entries.flatMap((entry) =>
    entry.kind === 'state' && entry.tracker ? [entry.tracker] : [],
  );
  const course = linesOf(trace).filter(
    ({entry: {kind}, tone}) => kind === 'state' || kind === 'error' || tone,
  );
  return [
    `**${summaryOf(trace).text}**`,
    '',
    `- card-vault ${cardVault}, ${`${engine} ${engineVersion}`.trim()}, ${width} × ${height}, ${language}, ${direction}, ${colorScheme}`,
    `- Options: ${set.join(', ') || 'all as they come'}`,
    `- Tracker: ${[...new Set(trackers)].map((tracker) => `\`${tracker}\``).join(', ') || 'none'}`,
    `- Trace: ${link ?? `\`${fileNameOf(trace)}\``}`,
    `- Began at ${started}${dropped ? `; ${dropped} entries were left out` : ''}`,
    '',
    ...course.map(
      ({entry, text, lasted}) =>
        `1. ${duration(entry.at)}: ${text}${lasted === undefined ? '' : `, ${duration(lasted)}`}`,
    ),
    '',
  ].join('\n');
}
