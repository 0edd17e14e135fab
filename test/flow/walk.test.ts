import {expect} from '@open-wc/testing';
import {eventTypes, stateNames, step, transitions, type State, type StateName} from '../../src/flow/index.js';
import {allEvents, eventsOf, namesOf, reachableStates} from './support/examples.js';

const states = reachableStates();
const table: Readonly<Record<StateName, Readonly<Record<string, readonly StateName[]>>>> = transitions;

describe('every state × every event', () => {
  it('every state can be reached', () => {
    expect([...namesOf(states)].sort()).to.deep.equal([...stateNames].sort());
  });

  for (const name of stateNames) {
    const here = states.filter((state) => state.name === name);
    for (const type of eventTypes) {
      const targets = table[name][type];
      it(`${name}, ${type}: ${targets ? `to ${targets.join(', ')} or unchanged` : 'unchanged'}`, () => {
        const wrong = here.flatMap((state) =>
          eventsOf(type, state.run).flatMap((event) => {
            const [next, effects] = step(state, event);
            const fits = next === state ? effects.length === 0 : targets?.includes(next.name);
            return fits ? [] : [{state, event, next, effects}];
          }),
        );
        expect(wrong).to.deep.equal([]);
      });
    }
  }

  it('the table promises nothing that cannot happen', () => {
    const seen = new Set<string>();
    for (const state of states) {
      for (const event of allEvents(state.run)) {
        const [next] = step(state, event);
        if (next !== state) seen.add(`${state.name} ${event.type} ${next.name}`);
      }
    }
    const promised = stateNames.flatMap((name) =>
      Object.entries(table[name]).flatMap(([type, targets]) => targets.map((to) => `${name} ${type} ${to}`)),
    );
    expect(promised.filter((move) => !seen.has(move))).to.deep.equal([]);
  });

  it('no answer to another run changes anything (flow rule 4)', () => {
    const moved = states.flatMap((state) =>
      [...allEvents(state.run - 1), ...allEvents(state.run + 1)].filter((event) => {
        const [next, effects] = step(state, event);
        return 'run' in event && (next !== state || effects.length > 0);
      }),
    );
    expect(moved).to.deep.equal([]);
  });

  it('an event never changes the state it was given', () => {
    for (const state of states) {
      const frozen = deepFrozen(state);
      // Writing to a frozen object throws in a module.
      for (const event of allEvents(state.run)) step(frozen, event);
    }
  });
});

function deepFrozen<T extends State>(state: T): T {
  for (const value of Object.values(state)) {
    if (typeof value === 'object' && value !== null && !(value instanceof Error)) Object.freeze(value);
  }
  return Object.freeze(state);
}
