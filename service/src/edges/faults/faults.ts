import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Logger} from '../../platform/logger.js';
import {placeOf} from './kinds.js';
import type {FaultPlace, FaultPoint, FaultPoints, Strike} from '../../platform/fault-points.js';
import {drawRules, matches, ruleOf} from './plan.js';
import type {FaultPlan, FaultRequest, FaultRule} from './plan.js';
import {scaleToRange, randomFraction} from './random.js';

/** A fault that was injected. */
export interface StrikeRecord extends Strike, FaultPoint {
  /** Id of the rule. */
  readonly rule: string;
  /** Counts the injected faults from 1; restarts with a new plan. */
  readonly number: number;
  /** ISO instant of the service's clock. */
  readonly at: string;
}

/** A rule and its counters. */
export interface RuleReport extends FaultRule {
  readonly id: string;
  /** How many requests the rule matched. */
  readonly matched: number;
  readonly struck: number;
}

export interface FaultReport {
  readonly seed: number;
  readonly rules: readonly RuleReport[];
  /** The last two hundred injected faults, in order. */
  readonly struck: readonly StrikeRecord[];
}

/** Injects faults by a plan (decision 0039), for tests and development. Not available in production. */
export interface Faults {
  /** Replaces the plan and resets the counters. Like `add`, it throws in production. */
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

/** Holds the plan, decides which operations are hit, and records the injected faults. */
export class FaultBox implements Faults, FaultPoints {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #held = new Set<() => void>();
  #seed = 1;
  #rules: RunningRule[] = [];
  #record: StrikeRecord[] = [];
  #struck = 0;

  readonly #production: boolean;

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
      this.#rules.push({id, index: this.#rules.length, rule: ruleOf(request), matched: 0, struck: 0});
    }
    return this.report();
  }

  clear(): void {
    this.#rules = [];
    this.#record = [];
    this.#struck = 0;
    this.release();
  }

  /** Releases all held requests, for example when the service closes. */
  release(): void {
    for (const releaseHeld of [...this.#held]) releaseHeld();
  }

  report(): FaultReport {
    return {
      seed: this.#seed,
      rules: this.#rules.map(({id, rule, matched, struck}) => ({id, ...rule, matched, struck})),
      struck: [...this.#record],
    };
  }

  strike(place: FaultPlace, point: FaultPoint): readonly Strike[] {
    return this.#rules
      .filter(({rule}) => placeOf(rule.kind) === place && matches(rule, point))
      .flatMap((running) => this.#draw(running, point));
  }

  #draw(running: RunningRule, point: FaultPoint): Strike[] {
    const {rule} = running;
    const count = running.matched++;
    const isUsedUp = rule.times !== null && running.struck >= rule.times;
    if (count < rule.after || isUsedUp || randomFraction(this.#seed, running.index, count, 1) >= rule.chance)
      return [];
    running.struck++;
    const milliseconds = scaleToRange(rule.milliseconds, randomFraction(this.#seed, running.index, count, 2));
    const strike = {kind: rule.kind, milliseconds};
    const at = this.#clock.now().toISOString();
    this.#record.push({...strike, ...point, rule: running.id, number: ++this.#struck, at});
    this.#record.splice(0, this.#record.length - maxRecords);
    this.#logger.warn('faults.struck', {
      kind: rule.kind,
      action: point.action,
      tracker: point.tracker,
      milliseconds,
    });
    return [strike];
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const releaseHeld = () => {
        clearTimeout(timer);
        this.#held.delete(releaseHeld);
        resolve();
      };
      const timer = setTimeout(releaseHeld, milliseconds);
      this.#held.add(releaseHeld);
    });
  }
}
