import {expect} from '@open-wc/testing';
import {Focus} from '../../../src/element/shopper/focus.js';
import type {State} from '../../../src/flow/index.js';
import {CardVaultError} from '../../../src/protocol/index.js';
import {FakeHost} from '../../support/fake-host.js';

const collecting: State = {name: 'collecting', run: 1};
const capturing: State = {name: 'capturing', run: 1};
const tokenizing = {name: 'tokenizing', run: 1} as State;
const failed = {name: 'failed', run: 1} as State;

function setup() {
  const host = new FakeHost();
  host.attachShadow({mode: 'open'}).innerHTML =
    '<input id="expiry"><button class="again"></button><div class="outcome"><p class="title" tabindex="-1"></p></div><slot></slot>';
  host.append(document.createElement('input'));
  document.body.append(host);
  const frames: string[] = [];
  const world = {state: collecting, raw: undefined as {focus(field: string): void} | undefined};
  const focus = new Focus(host, {
    state: () => world.state,
    focusFrame: (field) => frames.push(field),
    raw: () => world.raw,
  });
  return {host, frames, world, focus, inside: host.querySelector('input')!, root: host.shadowRoot!};
}

describe('Focus', () => {
  afterEach(() => document.querySelectorAll('fake-host').forEach((host) => host.remove()));

  it('goes into the frame of a live field, and into an input of the element', () => {
    const {focus, frames, root} = setup();
    focus.into('security-code');
    expect(frames).to.deep.equal(['securityCode']);
    focus.into('expiry');
    expect(root.activeElement?.id).to.equal('expiry');
  });

  it('waits for fields that are not live', async () => {
    const {focus, frames, world} = setup();
    world.state = capturing;
    focus.into('number');
    expect(frames).to.deep.equal([]);
    world.state = collecting;
    focus.stateChanged(collecting, capturing);
    await Promise.resolve();
    expect(frames).to.deep.equal(['number']);
  });

  it('goes into the raw inputs where there are some', () => {
    const {focus, frames, world} = setup();
    const raw: string[] = [];
    world.raw = {focus: (field) => raw.push(field)};
    focus.into('number');
    expect({raw, frames}).to.deep.equal({raw: ['number'], frames: []});
  });

  it('goes onto the button of an outcome', () => {
    const {focus, world, root} = setup();
    world.state = failed;
    focus.into('number');
    expect(root.activeElement?.className).to.equal('again');
  });

  it('returns to the number after a failed save that was started from within', async () => {
    const {focus, frames, inside} = setup();
    inside.focus();
    focus.stateChanged(tokenizing, collecting);
    inside.blur();
    focus.stateChanged(collecting, tokenizing);
    await Promise.resolve();
    expect(frames).to.deep.equal(['number']);
  });

  it('stays on the button of the page that started the save', async () => {
    const {focus, frames} = setup();
    focus.stateChanged(tokenizing, collecting);
    focus.stateChanged(collecting, tokenizing);
    await Promise.resolve();
    expect(frames).to.deep.equal([]);
  });

  it('goes to the outcome from within, not from a control of the page', async () => {
    const {focus, inside, root} = setup();
    inside.focus();
    focus.stateChanged(tokenizing, collecting);
    inside.blur();
    await focus.intoOutcome();
    expect(root.activeElement?.className).to.equal('title');

    const other = document.createElement('button');
    document.body.append(other);
    other.focus();
    await focus.intoOutcome();
    expect(document.activeElement).to.equal(other);
    other.remove();
  });

  it('goes to the number when a save from outside comes back with an error, unless it was moved meanwhile', async () => {
    const {focus, frames} = setup();
    const [button, other] = [document.createElement('button'), document.createElement('input')];
    document.body.append(button, other);
    const error = new CardVaultError('tokenization-failed', 'x');
    for (const now of [button, other]) {
      button.focus();
      focus.stateChanged(tokenizing, collecting);
      now.focus();
      focus.stateChanged({...collecting, error}, tokenizing);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    button.remove();
    other.remove();
    expect(frames).to.deep.equal(['number']);
  });
});
