import {expect} from '@open-wc/testing';
import {Announcing} from '../../../src/element/shopper/announcing.js';
import type {State} from '../../../src/flow/index.js';
import {CardVaultError} from '../../../src/protocol/index.js';

const state = (name: string, more: object = {}): State => ({name, run: 1, ...more}) as State;

function setup(words: 'loaded' | 'missing' = 'loaded') {
  const said: string[] = [];
  let ended!: () => void;
  const outcome = new Promise<void>((resolve) => (ended = resolve));
  const announcing = new Announcing({
    renewed: () => 'renewed',
    announcer: {say: (text) => said.push(text)},
    say: (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
    outcome: async () => {
      if (words === 'missing') throw new TypeError('Failed to fetch dynamically imported module: x');
      return {
        outcomeText: ({name}, _, shop) => ({title: name, sentence: `why, ${shop}`}),
        errorKey: ({code}) => (code === 'tokenization-failed' ? 'errorTokenization' : 'errorShopper'),
      };
    },
    shopName: () => 'Acme',
    isKept: ({run}) => run === 7,
    afterSave: () => false,
    onOutcome: () => ended(),
  });
  return {announcing, said, outcome};
}

describe('Announcing', () => {
  // shows: wcag 3.3.1
  it('says the error of a field under its label', () => {
    const {announcing, said} = setup();
    announcing.problem('security-code', {key: 'securityCodeMissing', values: {count: 3}});
    expect(said).to.deep.equal(['securityCode: securityCodeMissing {"count":3}']);
  });

  // shows: wcag 4.1.3
  it('says once that a card is being saved, and that the bank is waited for', () => {
    const {announcing, said} = setup();
    announcing.stateChanged(state('tokenizing'), state('collecting'));
    announcing.stateChanged(state('enrolling'), state('tokenizing'));
    announcing.stateChanged(state('stepping-up'), state('enrolling'));
    announcing.stateChanged(state('stepping-up', {leaving: true}), state('stepping-up'));
    expect(said).to.deep.equal(['saving', 'waitingForBank']);
  });

  it('says that the fields were renewed', () => {
    const {announcing, said} = setup();
    announcing.stateChanged(state('collecting', {renewed: true}), state('capturing'));
    expect(said).to.deep.equal(['renewed']);
  });

  it('takes back what was said of a run that is over, and not what is said of the next', () => {
    const {announcing, said} = setup();
    announcing.stateChanged(state('idle'), state('tokenizing'));
    announcing.stateChanged(state('opening'), state('idle'));
    announcing.stateChanged(state('opening'), state('stopped'));
    expect(said).to.deep.equal(['', '']);
  });

  it('leaves an ending that stays beside the next fields', () => {
    const {announcing, said} = setup();
    announcing.stateChanged(state('opening'), state('stopped', {run: 7}));
    expect(said).to.deep.equal([]);
  });

  it('says nothing of an ending that is left before its words are there', async () => {
    const {announcing, said} = setup();
    announcing.stateChanged(state('stopped'), state('tokenizing'));
    announcing.stateChanged(state('opening'), state('stopped'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(said).to.deep.equal(['']);
  });

  it('says how the run ended, when the words are there', async () => {
    const {announcing, said, outcome} = setup();
    announcing.stateChanged(state('stopped'), state('tokenizing'));
    await outcome;
    expect(said).to.deep.equal(['stopped. why, Acme']);
  });

  for (const [words, code, sentence] of [
    ['loaded', 'tokenization-failed', 'errorTokenization notCharged'],
    ['missing', 'tokenization-failed', 'errorNetwork notCharged'],
    ['missing', 'card-incomplete', 'formIncomplete'],
  ] as const) {
    // shows: time 78
    it(`says once what went wrong beside the live fields: ${code}, words ${words}`, async () => {
      const {announcing, said} = setup(words);
      const error = new CardVaultError(code, 'x');
      announcing.stateChanged(state('collecting', {error}), state('tokenizing'));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      expect(said).to.deep.equal([sentence]);
    });
  }

  // shows: time 79
  it('says of an outcome whose words did not load that the connection is lost', async () => {
    const {announcing, said, outcome} = setup('missing');
    announcing.stateChanged(state('stopped'), state('tokenizing'));
    await outcome;
    expect(said).to.deep.equal(['errorNetwork']);
  });
});
