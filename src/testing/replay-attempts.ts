import type {StateName} from '../flow/index.js';
import type {
  AuthenticationStatus,
  CardVaultErrorCode,
  ErrorAudience,
  ValidationResult,
} from '../protocol/index.js';

/** An entry of a trace (`card-vault/inspector`), as far as a replay reads it. */
export type ReplayedEntry = {readonly kind: string} & Partial<{
  readonly state: StateName;
  readonly previous: StateName;
  readonly page: string;
  readonly event: string;
  readonly ended: string;
  readonly outcome: 'saved' | 'paid' | 'stopped';
  readonly reason: string;
  readonly cause: string;
  readonly status: string | number;
  readonly eci: string;
  readonly liabilityShift: boolean;
  readonly brand: string;
  readonly singleUse: boolean;
  readonly code: CardVaultErrorCode;
  readonly audience: ErrorAudience;
  readonly retryable: boolean;
}>;

/** One attempt of a trace: what the shopper did, what went wrong and how it ended. */
export interface Attempt {
  /** Outcome or error; missing where the trace ends before it. */
  readonly end: ReplayedEntry | undefined;
  /** The shopper pressed the button. */
  readonly saves: boolean;
  /** The failed attempt before it is taken up where it stood. */
  readonly continues: boolean;
  /** Status of the enrollment. */
  readonly status: AuthenticationStatus;
  /** Word of the bank after a step-up; missing where none was heard. */
  readonly verdict: ValidationResult | undefined;
  /** How each showing of the bank’s page ended; `interrupted` where the page was left for it or loaded anew. */
  readonly stepUps: readonly string[];
  /** Other states in which the page was loaded anew. */
  readonly reloads: readonly StateName[];
  /** State in which the page called `cancel()` or `reset()`. */
  readonly left: {readonly state: StateName; readonly by: 'cancel' | 'reset'} | undefined;
  /** Error that struck, in which state and how often; it need not be the end. */
  readonly failure:
    {readonly state: StateName; readonly error: ReplayedEntry; readonly times: number} | undefined;
}

const isEnd = ({kind}: ReplayedEntry): boolean => kind === 'outcome' || kind === 'error';
const isSent = (state: StateName | undefined): boolean => state === 'tokenizing' || state === 'setting-up';

/** The attempts of a trace, in their order. What follows the last end, such as fresh fields, is none. */
export function attemptsOf(entries: readonly ReplayedEntry[]): readonly Attempt[] {
  const attempts: ReplayedEntry[][] = [[]];
  for (const entry of entries) {
    attempts.at(-1)!.push(entry);
    if (isEnd(entry)) attempts.push([]);
  }
  return attempts.filter((own) => own.some((one) => isEnd(one) || isSent(one.state))).map(attemptOf);
}

function attemptOf(entries: readonly ReplayedEntry[]): Attempt {
  // The entries that a recorder makes of a page that is there already are no steps.
  const steps = entries.filter(({kind, state, previous}) => kind === 'state' && state !== previous);
  const states = steps.map(({state}) => state!);
  const last = entries.at(-1)!;
  const end = isEnd(last) ? last : undefined;
  const [first, second] = steps;
  const isTakenUp = /^(confirming|completing)$/.test(`${first?.state}`) || second?.state === 'confirming';
  const status =
    end?.outcome && typeof end.status === 'string' && end.cause !== 'unknown-status' && end.status;
  return {
    end,
    saves: states.some(isSent),
    continues: first?.previous === 'failed' && isTakenUp,
    status: ((status !== 'UNKNOWN' && status) || fallbackOf(states, end)) as AuthenticationStatus,
    verdict: verdictOf(states, end),
    ...departuresOf(entries),
    left: leftIn(steps.at(-1), end),
    failure: failureOf(states, steps.at(-1), end),
  };
}

const fallbackOf = (states: readonly StateName[], end?: ReplayedEntry): AuthenticationStatus =>
  states.includes('stepping-up')
    ? 'REQUIRED'
    : end?.cause === 'unknown-status'
      ? 'UNAVAILABLE'
      : 'FRICTIONLESS';

const verdicts: Readonly<Partial<Record<string, ValidationResult>>> = {
  'issuer-declined': 'failed',
  'issuer-rejected': 'rejected',
  'issuer-unavailable': 'unavailable',
  'cancelled-at-issuer': 'cancelled',
};

function verdictOf(states: readonly StateName[], end?: ReplayedEntry): ValidationResult | undefined {
  const asked = states.lastIndexOf('stepping-up');
  if (asked < 0 && end?.status !== 'REQUIRED') return undefined;
  if (end?.outcome) return end.outcome === 'stopped' ? verdicts[end.cause ?? ''] : 'succeeded';
  const after = states.slice(asked);
  return after.includes('completing') || after.includes('authorizing') ? 'succeeded' : undefined;
}

/** Where the bank’s page ended, and where the page around it did. */
function departuresOf(entries: readonly ReplayedEntry[]): Pick<Attempt, 'stepUps' | 'reloads'> {
  const stepUps: string[] = [];
  const reloads: StateName[] = [];
  let state: StateName | undefined;
  let isOpen = false;
  for (const {state: next, previous, event, ended, page} of entries) {
    if (next && next !== previous) {
      state = next;
      isOpen ||= next === 'stepping-up';
    }
    const isLoaded = page === 'loaded' && state !== undefined;
    if (isOpen && (event === 'step-up-close' || isLoaded)) {
      stepUps.push(isLoaded || ended === 'leaving' ? 'interrupted' : (ended ?? 'returned'));
      isOpen = false;
    } else if (isLoaded && state !== 'stepping-up') reloads.push(state!);
  }
  return {stepUps, reloads};
}

/** A page that cancels is told of a stop at once; one that empties the form sees it idle. */
function leftIn(last?: ReplayedEntry, end?: ReplayedEntry): Attempt['left'] {
  const {state, previous} = last ?? {};
  if (!previous || end?.outcome !== 'stopped') return undefined;
  if (end.cause === 'closed-by-shopper' && state === 'stopped' && previous !== 'confirming')
    return {state: previous, by: 'cancel'};
  return state === 'idle' ? {state: previous, by: 'reset'} : undefined;
}

const refused = {kind: 'error', code: 'request-refused', status: 402, retryable: false} as const;
const passing = {kind: 'error', code: 'service-unavailable', status: 503, retryable: true} as const;

function failureOf(
  states: readonly StateName[],
  last?: ReplayedEntry,
  end?: ReplayedEntry,
): Attempt['failure'] {
  const authorizations = states.filter((state) => state === 'authorizing').length;
  if (end?.kind === 'error') {
    const state = brokenIn(states, last?.previous ?? 'idle', end);
    return {state, error: end, times: Infinity};
  }
  // The bank may agree to the enrollment and say no to the authorization.
  if (end?.cause === 'issuer-declined' && authorizations > 0)
    return {state: 'authorizing', error: refused, times: 1};
  return authorizations > 1 ? {state: 'authorizing', error: passing, times: authorizations - 1} : undefined;
}

/** The state in which an error arose: the truth is read before one is told, and the fields have no adapter of their own. */
function brokenIn(states: readonly StateName[], previous: StateName, {code}: ReplayedEntry): StateName {
  if (previous === 'idle') return 'opening';
  if (previous === 'tokenizing') return 'setting-up';
  if (previous !== 'confirming') return previous;
  const before = states.findLast((state) => state !== 'confirming' && state !== 'failed');
  const isWindow = code === 'step-up-url-refused' || code === 'shell-unreachable';
  if (before === 'enrolling' || before === 'authorizing') return before;
  return before === 'stepping-up' && isWindow ? before : 'confirming';
}
