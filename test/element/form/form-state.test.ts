import {expect} from '@open-wc/testing';
import {restoreForm} from '../../../src/element/form/form-state.js';
import {isBusy, type State} from '../../../src/flow/index.js';

const method = {token: 'pm_1', lastFour: '2701', brand: 'visa', singleUse: false};
const outcome = {outcome: 'saved', tracker: 'track_1', paymentMethod: method, authentication: {status: 'ok'}};

/** The states that the element is put into, from the one where it stands. */
function restore(kept: unknown, name = 'idle'): State[] {
  const state = {name, run: 4} as State;
  const stood: State[] = [];
  restoreForm({state, busy: isBusy(state), stand: (next) => stood.push(next)}, kept);
  return stood;
}

describe('restoreForm', () => {
  for (const name of ['idle', 'opening', 'capturing', 'collecting'])
    it(`takes up a card that was saved before the page was left, from ${name}`, () => {
      expect(restore(JSON.stringify(outcome), name)).to.deep.equal([{name: 'saved', run: 4, outcome}]);
    });

  for (const name of ['tokenizing', 'enrolling', 'stepping-up', 'completing'])
    it(`leaves alone a save that is under way: ${name}`, () => {
      expect(restore(JSON.stringify(outcome), name)).to.deep.equal([]);
    });

  for (const name of ['saved', 'stopped', 'failed'])
    it(`leaves alone a run that is over: ${name}`, () => {
      expect(restore(JSON.stringify(outcome), name)).to.deep.equal([]);
    });

  it('takes up a card of a brand with a hyphen', () => {
    const kept = {...outcome, paymentMethod: {...method, brand: 'diners-club'}};
    expect(restore(JSON.stringify(kept))).to.deep.equal([{name: 'saved', run: 4, outcome: kept}]);
  });

  it('takes up a payment, so that Back does not ask for it again', () => {
    const kept = {
      ...outcome,
      outcome: 'paid',
      payment: {status: 'captured', amount: '12.00', currency: 'EUR'},
    };
    expect(restore(JSON.stringify(kept))).to.deep.equal([{name: 'saved', run: 4, outcome: kept}]);
  });

  const others: readonly (readonly [what: string, kept: unknown])[] = [
    ['nothing', null],
    ['a file', new File([], 'card')],
    ['an outcome that is no string', outcome],
    ['a string that is no JSON', 'pm_1'],
    ['an empty string', ''],
    ['JSON that is no object', 'null'],
    ['an object without an outcome', '{}'],
    ['an outcome of another kind', JSON.stringify({...outcome, outcome: 'stopped'})],
    ['a payment without an amount', JSON.stringify({...outcome, outcome: 'paid', payment: {}})],
    ['an outcome without a tracker', JSON.stringify({...outcome, tracker: undefined})],
    ['an outcome without a card', JSON.stringify({...outcome, paymentMethod: undefined})],
    ...[
      {token: undefined},
      {token: 1},
      {lastFour: undefined},
      {lastFour: '270'},
      {lastFour: '42701'},
      {lastFour: '27a1'},
      {lastFour: 2701},
      {brand: undefined},
      {brand: null},
      {brand: ''},
      {brand: 'Visa'},
      {brand: '<b>'},
    ].map((wrong) => {
      const kept = {...outcome, paymentMethod: {...method, ...wrong}};
      return [`a card with ${JSON.stringify(wrong)}`, JSON.stringify(kept)] as const;
    }),
  ];
  for (const [what, kept] of others)
    it(`takes up nothing from ${what}`, () => {
      expect(restore(kept)).to.deep.equal([]);
    });
});
