import {expect} from '@open-wc/testing';
import {Renewal} from '../../../src/element/fields/renewal.js';
import type {FieldName} from '../../../src/element/options.js';
import type {State, StateName} from '../../../src/flow/index.js';
import {FakeTimers} from '../../support/fake-host.js';

const minutes = 60_000;

function setup() {
  const timers = new FakeTimers();
  const said: string[] = [];
  const renewed: ('silently' | 'with a word')[] = [];
  const next: string[] = [];
  const world = {focused: undefined as FieldName | undefined, typed: false};
  const renewal = new Renewal({
    renewed: () => 'renewed',
    store: {
      get focused() {
        return world.focused;
      },
      get hasHosted() {
        return world.typed;
      },
    },
    intoNext: (field) => next.push(field),
    announcer: {say: (text) => said.push(text)},
    say: (key) => key,
    timers,
    update: () => undefined,
  });
  const at = (name: StateName, more: object = {}): State => ({name, run: 1, ...more}) as State;
  /** The context ends in two minutes. */
  const due = (): void =>
    renewal.due((silent) => renewed.push(silent ? 'silently' : 'with a word'), timers.now() + 2 * minutes);
  /** A field is used: entered, left, typed into. */
  const use = (change: Partial<typeof world>): void => {
    Object.assign(world, change);
    renewal.used();
  };
  return {renewal, timers, said, renewed, next, at, due, use, world};
}

describe('Renewal', () => {
  // shows: peers 55, time 69, wcag 2.2.1
  it('renews empty fields at once, without a word', () => {
    const {due, renewed, said, timers} = setup();
    due();
    expect(renewed).to.deep.equal(['silently']);
    expect(said).to.deep.equal([]);
    expect(timers.pending).to.equal(0);
  });

  it('waits while the caret is in an empty field, until it leaves', () => {
    const {due, renewed, use, world, timers} = setup();
    world.focused = 'number';
    due();
    timers.advance(minutes);
    expect(renewed).to.deep.equal([]);
    use({focused: 'expiry'});
    expect(renewed).to.deep.equal(['silently']);
  });

  it('puts the caret back into the empty field that it stays in to the end', () => {
    const {due, renewed, next, world, timers} = setup();
    world.focused = 'security-code';
    due();
    timers.advance(2 * minutes - 5_000);
    expect(renewed).to.deep.equal(['silently']);
    expect(next).to.deep.equal(['security-code']);
  });

  // shows: time 70, wcag 2.2.1
  it('warns once where something was typed, and empties the fields at the end, when they have been left', () => {
    const {renewal, due, renewed, said, use, world, timers, at} = setup();
    Object.assign(world, {typed: true, focused: 'number'});
    due();
    use({});
    use({focused: undefined});
    expect(said).to.deep.equal(['renewalSoon']);
    expect(renewal.words(at('collecting'))).to.equal('renewalSoon');
    timers.advance(2 * minutes - 5_000);
    expect(renewed).to.deep.equal([]);
    timers.advance(1_000);
    expect(renewed).to.deep.equal(['with a word']);
    expect(renewal.words(at('collecting', {renewed: true}))).to.equal('renewed');
  });

  // shows: time 71
  it('does not empty a field under the fingers, but one that is left alone for a minute', () => {
    const {due, renewed, use, world, timers} = setup();
    Object.assign(world, {typed: true, focused: 'number'});
    due();
    for (let key = 0; key < 5; key++) {
      timers.advance(50_000);
      use({});
    }
    expect(renewed).to.deep.equal([]);
    use({focused: undefined});
    timers.advance(500);
    use({focused: 'security-code'});
    timers.advance(59_999);
    expect(renewed).to.deep.equal([]);
    timers.advance(1);
    expect(renewed).to.deep.equal(['with a word']);
  });

  it('lets a save go on, and takes it up again when the card comes back', () => {
    const {renewal, due, renewed, said, world, timers, at} = setup();
    world.typed = true;
    due();
    renewal.stateChanged(at('tokenizing'));
    timers.advance(3 * minutes);
    expect(renewed).to.deep.equal([]);
    expect(renewal.words(at('collecting'))).to.equal(undefined);
    due();
    expect(said).to.deep.equal(['renewalSoon', 'renewalSoon']);
  });
});
