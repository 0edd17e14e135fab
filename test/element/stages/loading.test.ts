import {expect} from '@open-wc/testing';
import {Frames} from '../../../src/element/fields/frames.js';
import {Lifecycle} from '../../../src/element/session/lifecycle.js';
import {VisibilityController} from '../../../src/element/stages/live.js';
import type {StateName} from '../../../src/flow/index.js';
import {FakeHost} from '../../support/fake-host.js';
import {FakeFlow} from '../../support/fake-parts.js';
import {waitUntil} from '../../support/wait.js';

describe('Frames', () => {
  function setup() {
    const calls: string[] = [];
    const host = new FakeHost();
    const world = {live: true};
    const frames = new Frames(host, () => world.live);
    const fields = {
      clear: () => calls.push('clear'),
      focus: (field: string) => calls.push(`focus ${field}`),
      unmount: () => calls.push('unmount'),
    };
    const flow = new FakeFlow();
    frames.take({flow, fields, sync: () => calls.push('sync'), restyle: () => calls.push('restyle')});
    return {host, frames, calls, world};
  }

  it('follow the element while they are live', () => {
    const {host, calls, world} = setup();
    host.update();
    world.live = false;
    host.update();
    expect(calls).to.deep.equal(['sync']);
  });

  it('are taken down once, with the element', () => {
    const {host, frames, calls} = setup();
    document.body.append(host);
    host.remove();
    frames.close();
    frames.focus('number');
    expect(calls).to.deep.equal(['unmount']);
  });
});

describe('Lifecycle', () => {
  function setup(remembered = false, host = new FakeHost()) {
    const calls: string[] = [];
    const world: {state: {name: StateName}} = {state: {name: 'idle'}};
    const lifecycle = new Lifecycle(host, {
      state: () => world.state,
      remembers: () => remembered,
      load: () => calls.push('load'),
      open: () => calls.push('open'),
      watch: () => new VisibilityController(host, () => lifecycle.wake()).watch(),
      resume: () => calls.push('resume'),
    });
    return {host, world, lifecycle, calls};
  }
  afterEach(() => document.querySelectorAll('fake-host').forEach((host) => host.remove()));

  it('opens a session when the element comes into view', async () => {
    const {host, calls} = setup();
    host.style.display = 'block';
    document.body.prepend(host);
    await waitUntil(() => calls.includes('open'), 'a session is opened');
    expect(calls).to.deep.equal(['load', 'open']);
  });

  it('opens at once where the page has it in sight already, unless it is hidden or names no session', () => {
    for (const [hidden, named] of [
      [false, true],
      [true, true],
      [false, false],
    ]) {
      const host = new FakeHost();
      if (named) host.setAttribute('session-url', '/session');
      host.style.cssText = `position: fixed; inset: 0; display: ${hidden ? 'none' : 'block'}`;
      document.body.append(host);
      const {lifecycle, calls} = setup(false, host);
      lifecycle.start();
      expect(calls).to.deep.equal(hidden || !named ? ['load'] : ['load', 'open']);
      host.remove();
    }
  });

  it('opens at once what the page has begun, also out of view', () => {
    const {host, calls} = setup();
    host.attachShadow({mode: 'open'});
    host.style.display = 'none';
    host.begunSession = {};
    document.body.prepend(host);
    expect(calls).to.deep.equal(['load', 'open']);
  });

  it('takes up a run of an earlier page at once', async () => {
    const {host, calls} = setup(true);
    document.body.append(host);
    await waitUntil(() => calls.length > 1, 'the run is taken up');
    expect(calls).to.deep.equal(['load', 'resume']);
  });

  it('opens nothing while the element is disabled, or for a run that is on', () => {
    const {host, world, lifecycle, calls} = setup();
    host.inactive = true;
    lifecycle.wake();
    host.inactive = false;
    world.state = {name: 'collecting'};
    lifecycle.wake();
    expect(calls).to.deep.equal([]);
  });
});
