/** Plans of faults: their rules, and which requests a rule matches. */
import {faultKindNames, placeOf, defaultMilliseconds} from './kinds.js';
import type {FaultKind, FaultPoint} from '../../platform/fault-points.js';
import {scaleToRange, randomFraction} from './random.js';

/** A rule for injecting a fault, as the tester states it. */
export interface FaultRequest {
  readonly kind: FaultKind;
  /**
   * Method and path, such as `POST /order/payments/v3/*`; `*` matches any characters. Default: any request.
   */
  readonly route?: string | undefined;
  /** Tracker action such as `AUTHORIZATION`; also `FETCH_PAYMENT`. */
  readonly action?: string | undefined;
  /** Only this tracker. */
  readonly tracker?: string | undefined;
  /** Number of matches to skip first. Default 0. */
  readonly after?: number | undefined;
  /** Limit of injected faults. Default 1; null for no limit. */
  readonly times?: number | null | undefined;
  /** Share of matches to hit, from 0 to 1. Default 1. */
  readonly chance?: number | undefined;
  /** Duration of the fault, fixed or as a range. */
  readonly milliseconds?: number | readonly [number, number] | undefined;
}

/** A rule with all defaults filled in. */
export interface FaultRule {
  readonly kind: FaultKind;
  readonly route: string | undefined;
  readonly action: string | undefined;
  readonly tracker: string | undefined;
  readonly after: number;
  readonly times: number | null;
  readonly chance: number;
  readonly milliseconds: readonly [number, number];
}

/** A plan as the tester states it. Without `rules`, rules are drawn from the seed. */
export interface FaultPlan {
  /** Any whole number. The same seed and rules hit the same requests. Default 1. */
  readonly seed?: number | undefined;
  readonly rules?: readonly FaultRequest[] | undefined;
}

export function withDefaults(request: FaultRequest): FaultRule {
  const {kind, route, action, tracker, after = 0, times = 1, chance = 1, milliseconds} = request;
  const range = typeof milliseconds === 'number' ? ([milliseconds, milliseconds] as const) : milliseconds;
  return {
    kind,
    route,
    action,
    tracker,
    after,
    times,
    chance,
    milliseconds: range ?? defaultMilliseconds(kind),
  };
}

/**
 * Whether a string matches a pattern with `*` as a wildcard. It is no regular expression, because a tester's
 * pattern with many wildcards could make one very slow.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  const last = rest.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  // The parts between the first and the last `*`, each as early as possible.
  let position = first.length;
  for (const part of rest) {
    const index = text.indexOf(part, position);
    if (index < 0) return false;
    position = index + part.length;
  }
  return position <= end;
}

export function matches(rule: FaultRule, point: FaultPoint): boolean {
  return (
    (rule.route === undefined || (point.route !== undefined && matchesPattern(point.route, rule.route))) &&
    (rule.action === undefined || rule.action === point.action) &&
    (rule.tracker === undefined || rule.tracker === point.tracker)
  );
}

/** Actions that a browser requests while a card is saved. */
const scenarioActions = [
  'GENERATE_CAPTURE_CONTEXT',
  'PROCESS_TRANSIENT_TOKEN',
  'PAYER_AUTH_ENROLLMENT',
  'AUTHORIZATION',
  'FETCH_PAYMENT',
] as const;

/**
 * Five rules of different kinds, drawn from a seed, each for one step of saving a card. Delays are short,
 * so that a test run ends soon.
 */
export function drawRules(seed: number): readonly FaultRequest[] {
  const remainingKinds = faultKindNames.filter((kind) => placeOf(kind) !== 'receiver');
  return Array.from({length: 5}, (_, index) => {
    /** A whole number from 0 up to, but not including, `count`. */
    const drawBelow = (count: number, salt: number) =>
      scaleToRange([0, count - 1], randomFraction(seed, index, salt));
    const [kind] = remainingKinds.splice(drawBelow(remainingKinds.length, 1), 1) as [FaultKind];
    const place = placeOf(kind);
    const hasAction = place === 'request' || place === 'bearer';
    const takesTime = defaultMilliseconds(kind)[1] > 0;
    return {
      kind,
      ...(hasAction && {action: scenarioActions[drawBelow(scenarioActions.length, 2)]}),
      ...(takesTime && {milliseconds: [200, 200 + 100 * drawBelow(18, 3)] as const}),
    };
  });
}
