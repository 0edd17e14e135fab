import type {Effect, RememberedRun, State} from '../../../src/flow/index.js';
import {nextStepByStatus, type AuthenticationStatus} from '../../../src/protocol/index.js';

/** What the service knows of one tracker. */
export interface Tracker {
  readonly enrolled?: AuthenticationStatus | 'UNKNOWN';
  readonly challenge?: 'shown' | 'succeeded' | 'failed';
  readonly authorized?: boolean;
  readonly completed?: boolean;
  /** A step-up was shown and the truth has not been read since (flow rule 5). */
  readonly mustRead?: boolean;
}

/**
 * Something the flow asked for that has not been answered. `given`: the flow has given it up, but it is on
 * its way.
 */
export interface Pending {
  readonly effect: Effect;
  readonly run: number;
  readonly given: boolean;
}

/** A page with its flow, and the service it talks to. */
export interface World {
  readonly state: State;
  readonly pending: readonly Pending[];
  readonly trackers: Readonly<Record<string, Tracker>>;
  readonly memory?: RememberedRun;
  readonly opens: number;
  readonly reloads: number;
  readonly broken?: string;
}

/** Actions of the tracker (spec 3.1): one at a time. */
export const trackerActions: ReadonlySet<Effect['type']> = new Set([
  'request-context',
  'send-token',
  'send-card',
  'enroll',
  'authorize',
  'complete',
]);
/** The flow rule that sending this would break. */
export function broke(world: World, effect: Effect): string | undefined {
  if (!acts(effect)) return undefined;
  const token =
    'tracker' in effect ? effect.tracker : 'session' in effect ? effect.session.tracker : undefined;
  const tracker = world.trackers[token ?? ''];
  const status = tracker?.enrolled;
  const next = status === undefined ? undefined : status === 'UNKNOWN' ? 'stop' : nextStepByStatus[status];
  const open = world.pending.filter((one) => !one.given && trackerActions.has(one.effect.type));
  if (trackerActions.has(effect.type) && open.length > 0)
    return `flow rule 4: ${effect.type} beside ${open[0]?.effect.type}`;
  if (next === 'stop' && effect.type !== 'open-session') return `flow rule 1: ${effect.type} after ${status}`;
  if (effect.type === 'authorize' && next !== 'authorize') return `flow rule 2: authorize after ${status}`;
  if (effect.type === 'authorize' && tracker?.authorized) return 'flow rule 2: authorized twice';
  if (effect.type === 'complete') {
    const named = world.state.session?.features?.includes('names-method');
    // Where the service does not show how a challenge ended, the shop's server decides.
    const decided = named ? tracker?.challenge === 'succeeded' : tracker?.challenge !== undefined;
    if (!tracker?.authorized && !decided) return 'flow rule 3: nothing to complete';
    if (tracker?.mustRead) return 'flow rule 5: completed without reading the truth';
  }
  return undefined;
}

/** Whether something reaches the shop's server or the service. */
export function acts(effect: Effect): boolean {
  return trackerActions.has(effect.type) || effect.type === 'open-session';
}
