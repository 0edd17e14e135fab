/** Injects faults by a plan, for tests and development. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Logger} from '../../platform/logger.js';
import {placeOf} from './kinds.js';
import type {FaultPlace, FaultPoint, FaultPoints, Strike} from '../../platform/fault-points.js';
import {drawRules, matches, withDefaults, type FaultPlan, type FaultRequest, type FaultRule} from './plan.js';
import {scaleToRange, randomFraction} from './random.js';

/** A strike: a fault that was injected. */
export interface StrikeRecord extends Strike, FaultPoint {
  /** Id of the rule. */
  readonly rule: string;
  /** Counts the strikes from 1; restarts with a new plan. */
  readonly number: number;
  /** ISO instant of the service's clock. */
  readonly at: string;
}

/** A rule and its counters. */
export interface RuleReport extends FaultRule {
  readonly id: string;
  /** How many requests the rule has matched. */
  readonly matched: number;
  /** How many of them it has made fail. */
  readonly struck: number;
}

export interface FaultReport {
  readonly seed: number;
  readonly rules: readonly RuleReport[];
  /** The last two hundred strikes, in order. */
  readonly struck: readonly StrikeRecord[];
}

/** The faults of a running service (decision 0039). Not available in production. */
export interface Faults {
  /** Replaces the plan and resets the counters. `plan` and `add` throw in production. */
  plan(plan: FaultPlan): FaultReport;
  /** Adds rules to the plan and keeps the others. */
  add(...rules: readonly FaultRequest[]): FaultReport;
  /** Ends the plan and releases held requests. */
  clear(): void;
  report(): FaultReport;
}

const maxRecords = 200;

/** A rule of the running plan, and its counters. */
interface RunningRule {
  readonly id: string;
  /** Index in the plan. Random values depend on seed, index and count. */
  readonly index: number;
  readonly rule: FaultRule;
  matched: number;
  struck: number;
}

/** Keeps the plan, decides which operations fail, and records the strikes. */
export class FaultBox implements Faults, FaultPoints {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #production: boolean;
  /** Functions that end the waits of held requests. */
  readonly #releases = new Set<() => void>();
  #seed = 1;
  #rules: RunningRule[] = [];
  #records: StrikeRecord[] = [];
  #strikeCount = 0;

  constructor(deps: {readonly clock: Clock; readonly logger: Logger; readonly production?: boolean}) {
    this.#clock = deps.clock;
    this.#logger = deps.logger;
    this.#production = deps.production ?? false;
  }

  get armed(): boolean {
    return this.#rules.length > 0;
  }

  plan({seed = 1, rules}: FaultPlan): FaultReport {
    this.clear();
    this.#seed = seed;
    return this.add(...(rules ?? drawRules(seed)));
  }

  add(...rules: readonly FaultRequest[]): FaultReport {
    if (this.#production) throw new Error('Faults cannot be injected in production.');
    for (const request of rules) {
      const id = `fault_${randomUUID()}`;
      this.#rules.push({id, index: this.#rules.length, rule: withDefaults(request), matched: 0, struck: 0});
    }
    return this.report();
  }

  clear(): void {
    this.#rules = [];
    this.#records = [];
    this.#strikeCount = 0;
    this.release();
  }

  /** Releases all held requests, for example when the service closes. */
  release(): void {
    for (const release of [...this.#releases]) release();
  }

  report(): FaultReport {
    return {
      seed: this.#seed,
      rules: this.#rules.map(({id, rule, matched, struck}) => ({id, ...rule, matched, struck})),
      struck: [...this.#records],
    };
  }

  strike(place: FaultPlace, point: FaultPoint): readonly Strike[] {
    return this.#rules
      .filter(({rule}) => placeOf(rule.kind) === place && matches(rule, point))
      .flatMap((running) => this.#strikeOf(running, point) ?? []);
  }

  /** Counts a match of a rule. Returns the strike, unless the rule lets this match pass. */
  #strikeOf(running: RunningRule, point: FaultPoint): Strike | undefined {
    const {rule} = running;
    const earlierMatches = running.matched;
    running.matched++;
    if (earlierMatches < rule.after) return undefined;
    if (rule.times !== null && running.struck >= rule.times) return undefined;
    const random = (salt: number) => randomFraction(this.#seed, running.index, earlierMatches, salt);
    if (random(1) >= rule.chance) return undefined;
    running.struck++;
    this.#strikeCount++;
    const milliseconds = scaleToRange(rule.milliseconds, random(2));
    const strike = {kind: rule.kind, milliseconds};
    const at = this.#clock.now().toISOString();
    this.#records.push({...strike, ...point, rule: running.id, number: this.#strikeCount, at});
    if (this.#records.length > maxRecords) this.#records.shift();
    this.#logger.warn('faults.struck', {
      kind: rule.kind,
      action: point.action,
      tracker: point.tracker,
      milliseconds,
    });
    return strike;
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        clearTimeout(timer);
        this.#releases.delete(release);
        resolve();
      };
      const timer = setTimeout(release, milliseconds);
      this.#releases.add(release);
    });
  }
}
