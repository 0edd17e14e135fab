import {expect} from '@open-wc/testing';
import {reportSave} from '../../../src/element/session/saving.js';
import type {CardVaultEvent} from '../../../src/element/events.js';
import type {StepUpMode} from '../../../src/element/options.js';
import type {State} from '../../../src/flow/index.js';

const session = {tracker: 'track_1'};
const state = (name: string, more: object = {}): State => ({name, run: 1, ...more}) as State;
const saved = {outcome: 'saved', tracker: 'track_1', paymentMethod: {token: 'pm_1'}};
const paid = {...saved, outcome: 'paid', payment: {amount: '9.00', currency: 'USD'}};
const stopped = {outcome: 'stopped', reason: 'cancelled', cause: 'closed-by-shopper'};

/** What the page hears of a move, in its order. */
function heard(next: State, previous: State, mode: StepUpMode = 'dialog'): [string, object][] {
  const target = new EventTarget();
  const all: [string, object][] = [];
  for (const name of ['step-up-open', 'step-up-close', 'saved', 'paid', 'stopped'])
    target.addEventListener(`card-vault-${name}`, (event) =>
      all.push([name, (event as CardVaultEvent<object>).detail]),
    );
  reportSave(target, next, previous, mode);
  return all;
}

describe('reportSave', () => {
  for (const mode of ['dialog', 'inline', 'redirect'] as const)
    it(`tells that the bank's page is shown: ${mode}`, () => {
      expect(heard(state('stepping-up', {session}), state('enrolling', {session}), mode)).to.deep.equal([
        ['step-up-open', {mode, tracker: 'track_1'}],
      ]);
    });

  it('tells once of a page that is shown', () => {
    expect(heard(state('stepping-up', {leaving: true}), state('stepping-up'))).to.deep.equal([]);
  });

  for (const ended of ['returned', 'closed', 'timed-out', 'interrupted'])
    it(`tells that the bank's page is gone: ${ended}`, () => {
      const next = state('confirming', {session, stepUpEnded: ended});
      expect(heard(next, state('stepping-up', {session}), 'inline')).to.deep.equal([
        ['step-up-close', {mode: 'inline', tracker: 'track_1', ended}],
      ]);
    });

  it('tells of a page that went with its run that it was interrupted, under the tracker it had', () => {
    expect(heard(state('idle'), state('stepping-up', {session}))).to.deep.equal([
      ['step-up-close', {mode: 'dialog', tracker: 'track_1', ended: 'interrupted'}],
    ]);
  });

  for (const [name, outcome] of [
    ['saved', saved],
    ['paid', paid],
  ] as const)
    it(`tells that the card is ${name}, with its outcome`, () => {
      expect(heard(state('saved', {outcome}), state('completing'))).to.deep.equal([[name, outcome]]);
    });

  it('tells that the run has stopped, with its outcome', () => {
    expect(heard(state('stopped', {outcome: stopped}), state('enrolling'))).to.deep.equal([
      ['stopped', stopped],
    ]);
  });

  it('tells of the outcome after the end of the step-up', () => {
    const next = state('stopped', {outcome: stopped, stepUpEnded: 'closed'});
    expect(heard(next, state('stepping-up')).map(([name]) => name)).to.deep.equal([
      'step-up-close',
      'stopped',
    ]);
  });

  it('tells once of an outcome, and again of that of another run', () => {
    for (const [name, outcome] of [
      ['saved', saved],
      ['stopped', stopped],
    ] as const) {
      expect(heard(state(name, {outcome}), state(name, {outcome}))).to.deep.equal([]);
      expect(heard(state(name, {outcome, run: 2}), state(name, {outcome}))).to.deep.equal([[name, outcome]]);
    }
  });

  it('says nothing of a move that is none of these', () => {
    expect(heard(state('tokenizing'), state('collecting'))).to.deep.equal([]);
    expect(heard(state('failed'), state('tokenizing'))).to.deep.equal([]);
  });
});
