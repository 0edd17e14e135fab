import {faultKindNames, placeOf, usualMilliseconds} from './kinds.js';
import type {FaultKind, FaultPoint} from '../../platform/fault-points.js';
import {between, drawn} from './random.js';

/** When a fault strikes, as it is asked for. */
export interface FaultRequest {
  readonly kind: FaultKind;
  /**
   * Method and path such as `POST /order/payments/v3/*`; a star stands for any text. Any request when
   * missing.
   */
  readonly route?: string | undefined;
  /** Tracker action such as `AUTHORIZATION`; also `FETCH_PAYMENT`. */
  readonly action?: string | undefined;
  /** Only this tracker. */
  readonly tracker?: string | undefined;
  /** Matches that go through unharmed first; 0 when missing. */
  readonly after?: number | undefined;
  /** Strikes at most; 1 when missing, `null` for no end. */
  readonly times?: number | null | undefined;
  /** Share of matches that are struck, from 0 to 1; 1 when missing. */
  readonly chance?: number | undefined;
  /** How long it takes, or from and to. */
  readonly milliseconds?: number | readonly [number, number] | undefined;
}

/** The same with nothing left open. */
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

/** A plan as it is asked for. Without rules they are drawn from the seed. */
export interface FaultPlan {
  /** Any whole number; the same seed and rules strike the same requests. 1 when missing. */
  readonly seed?: number | undefined;
  readonly rules?: readonly FaultRequest[] | undefined;
}

export function ruleOf(request: FaultRequest): FaultRule {
  const {kind, route, action, tracker, after = 0, times = 1, chance = 1, milliseconds} = request;
  const range = typeof milliseconds === 'number' ? ([milliseconds, milliseconds] as const) : milliseconds;
  return {kind, route, action, tracker, after, times, chance, milliseconds: range ?? usualMilliseconds(kind)};
}

/** Whether a string matches a pattern with `*` as a wildcard. */
export function fits(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return position <= text.length - last.length;
}

export function matches(rule: FaultRule, point: FaultPoint): boolean {
  return (
    (rule.route === undefined || (point.route !== undefined && fits(point.route, rule.route))) &&
    (rule.action === undefined || rule.action === point.action) &&
    (rule.tracker === undefined || rule.tracker === point.tracker)
  );
}

/** Actions a browser asks for on its way to a saved card. */
const scenarioActions = [
  'GENERATE_CAPTURE_CONTEXT',
  'PROCESS_TRANSIENT_TOKEN',
  'PAYER_AUTH_ENROLLMENT',
  'AUTHORIZATION',
  'FETCH_PAYMENT',
] as const;

/**
 * Rules drawn from a seed: five faults of different kinds, each at one step of the scenario. Waits are short,
 * so that a run with them ends soon.
 */
export function drawRules(seed: number): readonly FaultRequest[] {
  const left = faultKindNames.filter((kind) => placeOf(kind) !== 'receiver');
  return Array.from({length: 5}, (_, index) => {
    const pick = (salt: number, count: number) => between([0, count - 1], drawn(seed, index, salt));
    const [kind] = left.splice(pick(1, left.length), 1) as [FaultKind];
    const place = placeOf(kind);
    const onAction = place === 'request' || place === 'bearer';
    const takesTime = usualMilliseconds(kind)[1] > 0;
    return {
      kind,
      ...(onAction && {action: scenarioActions[pick(2, scenarioActions.length)]}),
      ...(takesTime && {milliseconds: [200, 200 + 100 * pick(3, 18)] as const}),
    };
  });
}
