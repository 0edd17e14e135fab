import {expect} from '@open-wc/testing';
import type {FieldRules, FieldStore} from '../../../src/element/fields/field-store.js';
import {FormValue, tokenOf, type FormValueInput} from '../../../src/element/form/form-value.js';
import type {State} from '../../../src/flow/index.js';
import {FakeFormHost} from '../../support/fake-host.js';

const outcome = {outcome: 'saved', tracker: 'track_1', paymentMethod: {token: 'pm_1', lastFour: '2701'}};
const state = (name: string, more: object = {}): State => ({name, run: 1, ...more}) as State;
const saved = state('saved', {outcome});

/** What the element's form is given, in the order of the calls. */
function setup() {
  const values: unknown[] = [];
  const validity: unknown[] = [];
  const states = new Set<string>();
  const host = new EventTarget();
  const told: string[] = [];
  for (const type of ['input', 'change']) host.addEventListener(type, () => told.push(type));
  const form = new FormValue(host, {
    setFormValue: (...given: unknown[]) => values.push(given),
    setValidity: (...given: unknown[]) => validity.push(given),
    states,
  } as unknown as ElementInternals);
  return {form, told, values, validity, states};
}

interface Entered {
  readonly wrong?: 'expiry' | 'security-code';
  readonly isFieldEmpty?: boolean;
  readonly empty?: boolean;
}
function entered({wrong, isFieldEmpty = false, empty = false}: Entered): Pick<FieldStore, 'empty' | 'rules'> {
  const rules: Partial<FieldRules> = {
    firstProblem: wrong,
    problem: (field) =>
      field === 'expiry' ? {key: 'expiryPast'} : {key: 'securityCodeMissing', values: {count: 3}},
    status: () => ({empty: isFieldEmpty, valid: false}),
  };
  return {empty, rules: rules as FieldRules};
}

const input = (of: Partial<FormValueInput> = {}): FormValueInput => ({
  state: state('collecting'),
  store: entered({}),
  say: (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
  required: true,
  saving: false,
  anchor: undefined,
  ...of,
});

describe('FormValue', () => {
  describe('as a value', () => {
    it('has none until the card is saved', () => {
      const {form, told, values} = setup();
      expect(tokenOf(state('collecting'))).to.equal('');
      form.update(input());
      expect(told).to.deep.equal([]);
      expect(values).to.deep.equal([[null, null]]);
    });

    it('is the token of the saved card, with the outcome for Back', () => {
      const {form, values} = setup();
      form.update(input({state: saved}));
      expect(tokenOf(saved)).to.equal('pm_1');
      expect(values).to.deep.equal([['pm_1', JSON.stringify(outcome)]]);
    });

    it('is given to the form once, and taken back when the card is forgotten', () => {
      const {form, values} = setup();
      for (const next of [
        state('tokenizing'),
        state('enrolling'),
        saved,
        saved,
        state('idle'),
        state('opening'),
      ])
        form.update(input({state: next}));
      expect(values).to.deep.equal([
        [null, null],
        ['pm_1', JSON.stringify(outcome)],
        [null, null],
      ]);
    });

    it('is told of when it changes, as by any control, but not to the page that has changed it', () => {
      const {form, told} = setup();
      for (const next of [state('idle'), state('collecting'), saved]) form.take(next);
      expect(told).to.deep.equal(['input', 'change']);
      form.quietly(() => form.take(state('idle')));
      expect(told).to.deep.equal(['input', 'change']);
      form.take(saved);
      form.take(state('idle'));
      expect(told).to.have.length(6);
    });

    it('is the new token when another card is saved', () => {
      const {form, values} = setup();
      const second = {...outcome, paymentMethod: {token: 'pm_2', lastFour: '1111'}};
      for (const each of [outcome, second]) form.update(input({state: state('saved', {outcome: each})}));
      expect(values.at(-1)).to.deep.equal(['pm_2', JSON.stringify(second)]);
    });
  });

  describe('as validity', () => {
    const anchor = document.createElement('div');
    const verdict = (of: Partial<FormValueInput>): unknown => {
      const {form, validity} = setup();
      form.update(input({anchor, ...of}));
      expect(validity).to.have.length(1);
      return validity[0];
    };
    const right = [{}];
    const missing = entered({wrong: 'expiry', isFieldEmpty: true});
    const untouched = entered({wrong: 'expiry', isFieldEmpty: true, empty: true});

    it('takes a complete card that is not saved yet', () => {
      expect(verdict({})).to.deep.equal(right);
    });

    it('names the first field that is empty, at its anchor', () => {
      expect(verdict({store: missing})).to.deep.equal([{valueMissing: true}, 'expiryPast', anchor]);
    });

    it('names what is wrong with a field that was filled, with its values', () => {
      const store = entered({wrong: 'security-code'});
      const words = 'securityCodeMissing {"count":3}';
      expect(verdict({store})).to.deep.equal([{badInput: true}, words, anchor]);
    });

    for (const name of ['stopped', 'failed'])
      it(`wants a card after a run that ${name}, whatever was entered for it`, () => {
        const expected = [{valueMissing: true}, 'formIncomplete', anchor];
        expect(verdict({state: state(name)})).to.deep.equal(expected);
        expect(verdict({state: state(name), store: missing})).to.deep.equal(expected);
      });

    it('takes an optional card that was not begun, also after a run', () => {
      for (const name of ['idle', 'collecting', 'stopped', 'failed'])
        expect(verdict({state: state(name), store: untouched, required: false}), name).to.deep.equal(right);
    });

    it('wants an optional card that was begun', () => {
      const expected = [{valueMissing: true}, 'expiryPast', anchor];
      expect(verdict({store: missing, required: false})).to.deep.equal(expected);
    });

    it('wants a required card before anything is entered', () => {
      const expected = [{valueMissing: true}, 'expiryPast', anchor];
      expect(verdict({state: state('opening'), store: untouched})).to.deep.equal(expected);
    });

    it('takes a saved card, and one that is being saved, whatever the fields hold', () => {
      expect(verdict({state: saved, store: missing})).to.deep.equal(right);
      expect(verdict({saving: true, store: missing})).to.deep.equal(right);
      expect(verdict({saving: true, state: state('failed')})).to.deep.equal(right);
    });
  });

  describe('as states for style sheets', () => {
    for (const [name, shown] of [
      ['idle', ['loading']],
      ['opening', ['loading']],
      ['capturing', ['loading']],
      ['collecting', []],
      ['saved', ['saved']],
      ['stopped', ['stopped']],
      ['failed', ['failed']],
    ] as const)
      it(`shows ${shown[0] ?? 'nothing'} while it is ${name}`, () => {
        const {form, states} = setup();
        form.update(input({state: state(name, {outcome})}));
        expect([...states]).to.deep.equal(shown);
      });

    it('shows that it is busy while a save is under way, and takes back what is over', () => {
      const {form, states} = setup();
      form.update(input({state: state('opening')}));
      form.update(input({state: state('tokenizing'), saving: true}));
      expect([...states]).to.deep.equal(['busy']);
      form.update(input({state: saved}));
      expect([...states]).to.deep.equal(['saved']);
    });
  });

  it('is what a browser submits and validates', () => {
    const page = document.createElement('form');
    const host = new FakeFormHost();
    host.setAttribute('name', 'card');
    page.append(host);
    const form = new FormValue(host, host.internals);
    form.update(input({store: entered({wrong: 'expiry'})}));
    expect([...new FormData(page)]).to.deep.equal([]);
    expect(host.internals.validationMessage).to.equal('expiryPast');
    expect(page.checkValidity()).to.equal(false);
    form.update(input({state: saved}));
    expect([...new FormData(page)]).to.deep.equal([['card', 'pm_1']]);
    expect(page.checkValidity()).to.equal(true);
    expect(host.matches(':state(saved)')).to.equal(true);
  });
});
