/** A row of the specification, and what trying it at a running service has shown. */
import {isDeepStrictEqual} from 'node:util';
import type {Address} from '../../../service/test/rules/rows.js';
import type {Stranger} from './stranger.js';

/** Compares what came back with a value, a pattern of a string or a condition. */
export type Check = (what: string, actual: unknown, expected: unknown) => void;

export interface SpecRow {
  readonly address: Address;
  /** What is sent, in a few words. */
  readonly sends: string;
  /** What this product has chosen where the specification is silent. */
  readonly chosen?: string;
  readonly attempt: (api: Stranger, check: Check) => Promise<void>;
}

export type Verdict = 'works' | 'partly' | 'missing' | 'differs';

export interface TriedRow extends Pick<SpecRow, 'address' | 'sends' | 'chosen'> {
  /** What came back; where something is wrong, that alone. */
  readonly back: string;
  readonly verdict: Verdict;
}

interface Finding {
  readonly text: string;
  readonly isRight: boolean;
}

function isAsExpected(actual: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual);
  if (typeof expected === 'function') return (expected as (value: unknown) => boolean)(actual);
  return isDeepStrictEqual(actual, expected);
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  // Tokens and their signatures tell nothing.
  const short = text.replace(/[0-9a-f]{8}-[0-9a-f-]{20,}/g, '…').replace(/\b(ey[\w-]{6})[\w.-]+/g, '$1…');
  return short.length > 90 ? `${short.slice(0, 88)}…` : short;
};

/** Tries a row at a service. A request that fails otherwise than by an answer counts as a finding. */
export async function tryRow(row: SpecRow, api: Stranger): Promise<TriedRow> {
  const findings: Finding[] = [];
  const check: Check = (what, actual, expected) => {
    const isRight = isAsExpected(actual, expected);
    const wanted = typeof expected === 'function' ? 'something else' : shown(String(expected));
    const text = `${what}: ${shown(actual)}${isRight ? '' : ` (expected ${wanted})`}`;
    findings.push({text, isRight});
  };
  try {
    await row.attempt(api, check);
  } catch (error) {
    findings.push({text: error instanceof Error ? error.message : String(error), isRight: false});
  }
  const wrong = findings.filter(({isRight}) => !isRight);
  const reported = wrong.length > 0 ? wrong : findings;
  const {address, sends, chosen} = row;
  return {
    ...{address, sends, back: reported.map(({text}) => text).join('; ')},
    ...(chosen !== undefined && {chosen}),
    verdict: verdictOf(findings, wrong, api),
  };
}

function verdictOf(findings: readonly Finding[], wrong: readonly Finding[], api: Stranger): Verdict {
  if (findings.length === 0) return 'differs';
  if (wrong.length === 0) return 'works';
  if (wrong.length < findings.length) return 'partly';
  return [403, 404, 405].includes(api.lastStatus) ? 'missing' : 'differs';
}
