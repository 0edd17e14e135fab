import {expect} from '@open-wc/testing';
import {reportState} from '../../../src/element/stages/live.js';
import type {CardVaultEvent} from '../../../src/element/events.js';
import type {State} from '../../../src/flow/index.js';
import {CardVaultError} from '../../../src/protocol/index.js';

const session = {tracker: 'track_1'};
const state = (name: string, more: object = {}): State => ({name, run: 1, ...more}) as State;
const error = new CardVaultError('tokenization-failed', 'No answer.');

/** What the page hears of a move, in its order; `more` where the rest is told. */
function heard(next: State, previous: State): (string | [string, object])[] {
  const target = new EventTarget();
  const all: (string | [string, object])[] = [];
  for (const name of ['step', 'ready', 'error'])
    target.addEventListener(`card-vault-${name}`, (event) =>
      all.push([name, (event as CardVaultEvent<object>).detail]),
    );
  reportState(target, next, previous, () => all.push('more'));
  return all;
}
const names = (next: State, previous: State): string[] =>
  heard(next, previous).map((one) => (typeof one === 'string' ? one : one[0]));

describe('reportState', () => {
  it('tells of a step, where it came from, and of which run and tracker', () => {
    expect(heard(state('capturing', {run: 2, session}), state('opening', {run: 2}))).to.deep.equal([
      ['step', {step: 'capturing', previous: 'opening', run: 2, tracker: 'track_1'}],
      'more',
    ]);
  });

  it('tells of a step before there is a tracker', () => {
    const [step] = heard(state('opening'), state('idle'));
    expect(step).to.deep.equal(['step', {step: 'opening', previous: 'idle', run: 1, tracker: undefined}]);
  });

  it('tells only the rest where the step is the same', () => {
    expect(names(state('stepping-up', {leaving: true}), state('stepping-up'))).to.deep.equal(['more']);
    expect(names(state('collecting', {error}), state('collecting'))).to.deep.equal(['more']);
  });

  it('tells that the fields are live, after the step and the rest', () => {
    const all = heard(state('collecting', {session}), state('capturing', {session}));
    expect(names(state('collecting', {session}), state('capturing', {session}))).to.deep.equal([
      'step',
      'more',
      'ready',
    ]);
    expect(all.at(-1)).to.deep.equal(['ready', {tracker: 'track_1', renewed: false}]);
  });

  it('tells that the fields were renewed', () => {
    const all = heard(state('collecting', {renewed: true}), state('capturing', {renewed: true}));
    expect(all.at(-1)).to.deep.equal(['ready', {tracker: undefined, renewed: true}]);
  });

  it('tells that the fields of another run are live, without a step', () => {
    expect(names(state('collecting', {run: 2}), state('collecting'))).to.deep.equal(['more', 'ready']);
  });

  it('does not call fields live anew that a save comes back to, and tells what broke', () => {
    const all = heard(state('collecting', {error}), state('tokenizing'));
    expect(all.slice(1)).to.deep.equal([
      'more',
      [
        'error',
        {code: 'tokenization-failed', audience: 'network', retryable: true, message: 'No answer.', error},
      ],
    ]);
  });

  it('says nothing of an error that is none', () => {
    expect(names(state('collecting'), state('tokenizing'))).to.deep.equal(['step', 'more']);
  });

  it('tells first that renewed fields are live, then what broke', () => {
    expect(names(state('collecting', {error, renewed: true}), state('capturing'))).to.deep.equal([
      'step',
      'more',
      'ready',
      'error',
    ]);
  });

  it('tells what broke when a run fails, also at once in the next run', () => {
    expect(names(state('failed', {error}), state('opening'))).to.deep.equal(['step', 'more', 'error']);
    expect(names(state('failed', {run: 2, error}), state('failed', {error}))).to.deep.equal([
      'more',
      'error',
    ]);
  });

  it('keeps to itself an error of a step between', () => {
    expect(names(state('confirming', {error}), state('enrolling'))).to.deep.equal(['step', 'more']);
    expect(names(state('capturing', {error}), state('collecting'))).to.deep.equal(['step', 'more']);
  });
});
