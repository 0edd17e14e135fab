import {isBusy} from '../../../src/flow/index.js';
import {begin, turns, worldText, type Scope} from './model.js';
import type {World} from './world.js';

export interface Exploration {
  /** How many different worlds there are. */
  readonly worlds: number;
  /** The moves of the longest way to a new world. */
  readonly depth: number;
  /** What went wrong, each with the moves that lead there; empty is the aim. */
  readonly faults: readonly string[];
}

/** Goes through every order in which things can happen within a scope, until nothing new is found. */
export function explore(scope: Scope): Exploration {
  const ways = new Map<string, {readonly from: string; readonly name: string}>();
  const faults = new Map<string, string>();
  const wayTo = (key: string): string => {
    const names: string[] = [];
    for (let at = ways.get(key); at !== undefined; at = ways.get(at.from)) names.unshift(at.name);
    return names.join(' > ');
  };
  const ended = new Map<string, boolean>();
  let depth = 0;
  const known = new Set([worldText(begin)]);
  for (let layer: readonly World[] = [begin]; layer.length > 0; depth += 1) {
    const next: World[] = [];
    for (const world of layer) {
      const from = worldText(world);
      for (const {name, world: after} of turns(world, scope)) {
        const key = worldText(after);
        if (known.has(key)) continue;
        known.add(key);
        ways.set(key, {from, name});
        const fault =
          faultOf(after) ?? (ends(after, scope, ended) ? undefined : 'flow rule 6: goes round for ever');
        if (fault !== undefined && !faults.has(fault)) faults.set(fault, `${fault}: ${wayTo(key)}`);
        if (fault === undefined) next.push(after);
      }
    }
    layer = next;
  }
  return {worlds: known.size, depth, faults: [...faults.values()]};
}

/** What is wrong with one world, if anything is. */
export function faultOf(world: World): string | undefined {
  const {state, pending, trackers, memory} = world;
  if (world.broken !== undefined) return world.broken;
  const waiting = isBusy(state) || state.name === 'opening' || state.name === 'capturing';
  if (waiting && pending.every(({given}) => given)) return `flow rule 6: ${state.name} waits for nothing`;
  const over = ['idle', 'saved', 'stopped', 'failed'].includes(state.name);
  if (over && pending.some(({given}) => !given)) return `flow rule 4: ${state.name} with work under way`;
  const own = state.session?.tracker ?? '';
  const {authorized, challenge, completed, enrolled} = trackers[own] ?? {};
  if (state.name === 'saved' && !completed) return 'flow rule 3: saved without the last step';
  if (state.name === 'saved' && !authorized && challenge !== 'succeeded')
    return 'saved though the bank said no';
  // The shop's server may decide for a page that is gone, after the next page has stopped.
  const left = state.name === 'stopped' && state.outcome.cause === 'interrupted';
  const named = state.session?.features?.includes('names-method');
  if (state.name === 'stopped' && completed && (named || !left))
    return 'flow rule 3: stopped after the last step';
  const held = (authorized === true || challenge === 'succeeded') && !completed;
  if (isBusy(state) && enrolled && held && memory?.tracker !== own) return 'a held amount is not remembered';
  return undefined;
}

/** More answers than any run can need; a run that gets there counts and never ends. */
const manyAnswers = 60;

/** Whether a busy flow comes to an end for every answer, without any input (flow rule 6). */
function ends(world: World, scope: Scope, ended: Map<string, boolean>, answersSoFar = 0): boolean {
  if (!isBusy(world.state)) return true;
  if (answersSoFar > manyAnswers) return false;
  const key = worldText(world);
  const before = ended.get(key);
  if (before !== undefined) return before;
  // Coming back to a world that is being looked at is a circle.
  ended.set(key, false);
  const answered = turns(world, scope).filter(({by}) => by === 'answer');
  const all = answered.every(({world: after}) => ends(after, scope, ended, answersSoFar + 1));
  ended.set(key, all);
  return all;
}
