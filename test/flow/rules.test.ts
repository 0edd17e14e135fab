import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {authenticationStatuses} from '../../src/protocol/index.js';
import {explore, faultOf} from './support/explore.js';
import {begin, turns, type Scope} from './support/model.js';
import type {World} from './support/world.js';

const base: Scope = {
  accountVerification: false,
  entryMode: 'flex',
  statuses: ['REQUIRED', 'FRICTIONLESS', 'FAILED'],
  opens: 1,
  reloads: 0,
};
const everyStatus = [...authenticationStatuses, 'UNKNOWN' as const];

/**
 * A model of the service, the bank and the network plays against the machine: every answer may come, be lost
 * before or after the deed, be refused, or come late; people click, cancel, reset and reload when they like.
 * The search only ends when no order of events leads anywhere new, so what holds here holds at any depth
 * (flow rules 1 to 6).
 */
describe('every order of events', () => {
  const scopes: readonly (readonly [string, Scope])[] = [
    ['one run, every authentication status', {...base, statuses: everyStatus}],
    [
      'one run in raw mode, with account verification',
      {...base, entryMode: 'raw', accountVerification: true},
    ],
    ['a page that is loaded again at any moment', {...base, reloads: 1}],
    ['two runs, the second begun at any moment', {...base, opens: 2}],
    ['a service that is silent about challenges', {...base, silent: true}],
    ['a silent service, and a page that is loaded again', {...base, silent: true, reloads: 1}],
  ];
  for (const [name, scope] of scopes) {
    it(`breaks no rule: ${name}`, () => {
      const {worlds, depth, faults} = explore(scope);
      expect(faults).to.deep.equal([]);
      expect(depth).to.be.at.least(20);
      expect(worlds).to.be.at.least(300);
    }).timeout(60_000);
  }
});

describe('long random walks', () => {
  const scope: Scope = {...base, statuses: everyStatus, opens: 6, reloads: 3};

  it('break no rule (fast-check)', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), {minLength: 40, maxLength: 150}), fc.boolean(), (choices, raw) => {
        const own: Scope = {...scope, entryMode: raw ? 'raw' : 'flex'};
        let world: World = begin;
        const way: string[] = [];
        for (const choice of choices) {
          const possible = turns(world, own);
          // Answers come more often than people click, or a walk would seldom get far.
          const answered = possible.filter(({by}) => by === 'answer');
          const list = choice % 4 !== 0 && answered.length > 0 ? answered : possible;
          const turn = list[choice % list.length];
          if (turn === undefined) break;
          way.push(turn.name);
          world = turn.world;
          const fault = faultOf(world);
          if (fault !== undefined) throw new Error(`${fault}: ${way.join(' > ')}`);
        }
      }),
      {numRuns: 500},
    );
  }).timeout(60_000);
});
