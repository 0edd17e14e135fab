import {linesOf} from './lines.js';
import type {Trace, TraceEntry} from '../trace/trace.js';

/** Place where two traces part. */
export interface Parting {
  /** Index in the entries of each trace; missing where that trace has ended. */
  readonly here: number | undefined;
  readonly there: number | undefined;
  /** The same in a sentence. */
  readonly text: string;
}

/** Step of a save that an entry stands for, without its times; nothing for changes of fields and the like. */
function stepOf(entry: TraceEntry): string | undefined {
  if (entry.kind === 'state') return `state ${entry.state}`;
  if (entry.kind === 'error') return `error ${entry.code} ${entry.status ?? ''}`;
  if (entry.kind === 'outcome')
    return `outcome ${entry.outcome} ${entry.reason ?? ''} ${entry.cause ?? ''} ${entry.status ?? ''}`;
  if (entry.kind === 'event')
    return /^step-up/.test(entry.event) ? `${entry.event} ${entry.ended ?? ''}` : undefined;
  // An answer that says no changes the course; the order of the others is the network's.
  const isRefused =
    entry.kind === 'request' && entry.status !== undefined && (entry.status === 0 || entry.status >= 400);
  return isRefused ? `request ${entry.path} ${entry.status}` : undefined;
}

/** The first place where two traces went different ways, or nothing where they did not. */
export function compareTraces(one: Trace, other: Trace): Parting | undefined {
  const here = courseOf(one);
  const there = courseOf(other);
  const at = Array.from({length: Math.max(here.length, there.length)}).findIndex(
    (_, step) => here[step]?.course !== there[step]?.course,
  );
  if (at < 0) return undefined;
  const text = (trace: Trace, step?: {readonly index: number}) =>
    step ? `“${linesOf(trace)[step.index]!.text}”` : 'nothing more';
  const before = here[at - 1];
  return {
    here: here[at]?.index,
    there: there[at]?.index,
    text: `${before ? `After ${text(one, before)}, ` : 'At once, '}this trace has ${text(one, here[at])}, the other ${text(other, there[at])}.`,
  };
}

/** The entries that make the course of a save, each with its index. */
function courseOf({entries}: Trace): readonly {readonly course: string; readonly index: number}[] {
  return entries.flatMap((entry, index) => {
    const course = stepOf(entry);
    return course === undefined ? [] : [{course, index}];
  });
}
