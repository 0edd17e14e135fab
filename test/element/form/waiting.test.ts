import {expect} from '@open-wc/testing';
import {render} from 'lit';
import {Waiting} from '../../../src/element/form/waiting.js';
import type {State, StateName} from '../../../src/flow/index.js';
import {FakeHost, FakeTimers} from '../../support/fake-host.js';

class WaitingHost extends FakeHost {
  buttonFeedback: 'auto' | 'none' = 'auto';
}
customElements.define('waiting-host', WaitingHost);

function setup(name: StateName = 'collecting') {
  const said: string[] = [];
  const pressed: string[] = [];
  const timers = new FakeTimers();
  const host = new WaitingHost();
  const button = document.createElement('button');
  button.textContent = 'Save card';
  const world = {
    state: name,
    active: false,
    button: button as HTMLElement | undefined,
    action: undefined as string | undefined,
  };
  const waiting = new Waiting(host, {
    state: () => ({name: world.state, run: 1}) as State,
    saving: world,
    form: world,
    action: () => world.action,
    cancel: () => pressed.push('cancel'),
    loadAgain: () => pressed.push('load again'),
    announcer: {say: (text) => said.push(text)},
    say: (key) => key,
    timers,
  });
  /** The flow stands here, and the element has been drawn. */
  const at = (state: StateName, active = true): void => {
    Object.assign(world, {state, active});
    host.update();
  };
  return {waiting, world, at, host, timers, said, button, pressed};
}

describe('Waiting', () => {
  // shows: time 47
  it('has words for each step, and keeps them long enough to be read', () => {
    const {waiting, at, timers, host} = setup();
    at('tokenizing');
    expect(waiting.step).to.equal('saving');
    at('enrolling');
    expect(waiting.step).to.equal('saving');
    timers.advance(700);
    host.update();
    expect(waiting.step).to.equal('checkingWithBank');
    at('stepping-up');
    expect(waiting.step).to.equal('waitingForBank');
    at('collecting', false);
    at('tokenizing');
    expect(waiting.step).to.equal('saving');
  });

  // shows: time 48
  it('says once that a save takes longer than usual, and shows it', () => {
    const {waiting, at, timers, said} = setup();
    at('enrolling');
    timers.advance(4_999);
    expect(said).to.deep.equal([]);
    timers.advance(1);
    at('authorizing');
    expect(waiting.line(true)).to.equal('takingLonger');
    timers.advance(60_000);
    expect(said).to.deep.equal(['takingLonger']);
    at('saved', false);
    expect(waiting.line(true)).to.equal(undefined);
  });

  it('offers a way out after ten seconds, while that is not about money that may have moved', () => {
    const {waiting, at, timers, pressed} = setup();
    const press = (): void => {
      const place = document.createElement('p');
      render(waiting.line(true), place);
      place.querySelector('button')?.click();
    };
    at('enrolling');
    timers.advance(5_000);
    timers.advance(4_999);
    press();
    expect(pressed).to.deep.equal([]);
    timers.advance(1);
    press();
    at('authorizing');
    press();
    expect(pressed).to.deep.equal(['cancel']);
    at('opening', false);
    waiting.late();
    timers.advance(5_000);
    press();
    expect(pressed).to.deep.equal(['cancel', 'load again']);
  });

  it('does not count the time at the bank, where the shopper is at work', () => {
    const {at, timers, said, waiting} = setup();
    at('enrolling');
    timers.advance(4_000);
    at('stepping-up');
    timers.advance(60_000);
    expect(said).to.deep.equal([]);
    at('confirming');
    timers.advance(5_000);
    expect(waiting.line(true)).to.equal('takingLonger');
    expect(said).to.deep.equal(['takingLonger']);
  });

  it('leaves no timer behind', () => {
    const {at, timers} = setup();
    at('enrolling');
    at('stopped', false);
    timers.advance(700);
    expect(timers.pending).to.equal(0);
  });

  it('shows the step in the notice only where no button does', () => {
    const {waiting, at, world, host} = setup();
    at('tokenizing');
    expect(waiting.line(false)).to.equal(undefined);
    expect(waiting.buttonSpeaks).to.equal(true);
    host.buttonFeedback = 'none';
    host.update();
    expect(waiting.line(false)).to.equal('saving');
    expect(waiting.line(true)).to.equal(undefined);
    host.buttonFeedback = 'auto';
    world.button = undefined;
    host.update();
    expect(waiting.line(false)).to.equal('saving');
  });

  it("has the owner's button say what happens, then that it is done, until the form is fresh or edited", () => {
    const {at, button, world, host} = setup();
    const form = document.createElement('form');
    Object.assign(world, {form});
    at('tokenizing');
    expect(button.outerHTML).to.equal(
      '<button aria-busy="true" aria-disabled="true" data-card-vault="busy">saving</button>',
    );
    at('saved', false);
    expect(button.outerHTML).to.equal('<button data-card-vault="done">savedTitle</button>');
    host.update();
    expect(button.textContent).to.equal('savedTitle');
    form.dispatchEvent(new Event('input'));
    host.update();
    expect(button.outerHTML).to.equal('<button data-card-vault="done">Save card</button>');
    at('collecting', false);
    expect(button.outerHTML).to.equal('<button>Save card</button>');
    at('tokenizing');
    at('saved', false);
    expect(button.textContent).to.equal('savedTitle');
    at('collecting', false);
    expect(button.outerHTML).to.equal('<button>Save card</button>');
  });

  it('has the button say what a press of it does after a run without a card', () => {
    const {at, button, world} = setup();
    world.action = 'Try again';
    at('stopped', false);
    expect(button.outerHTML).to.equal('<button data-card-vault="again">Try again</button>');
    world.action = undefined;
    at('failed', false);
    expect(button.outerHTML).to.equal('<button>Save card</button>');
  });

  it('gives the button back while the element is disabled: the form goes on without it', () => {
    const {at, button, host, world} = setup();
    world.action = 'Try again';
    at('stopped', false);
    host.inactive = true;
    at('stopped', false);
    expect(button.outerHTML).to.equal('<button>Save card</button>');
    at('stepping-up', true);
    expect(button.dataset['cardVault']).to.equal('busy');
  });

  it('gives the button back when the element leaves, and does not touch it against the page', () => {
    const {at, button, host} = setup();
    document.body.append(host);
    at('tokenizing');
    host.remove();
    expect(button.outerHTML).to.equal('<button>Save card</button>');
    host.buttonFeedback = 'none';
    at('enrolling');
    expect(button.outerHTML).to.equal('<button>Save card</button>');
  });

  // shows: time 36
  it('answers an early press, and says once that the fields still load', () => {
    const {waiting, at, said, host} = setup('opening');
    host.update();
    expect(waiting.line(true)).to.equal(undefined);
    waiting.pressed();
    expect(waiting.line(true)).to.equal('loading');
    waiting.late();
    waiting.late();
    host.update();
    expect(waiting.line(true)).to.equal('stillLoading');
    expect(said).to.deep.equal(['loading', 'stillLoading']);
    at('collecting', false);
    waiting.late();
    expect(waiting.line(true)).to.equal(undefined);
    expect(said).to.have.length(2);
  });
});
