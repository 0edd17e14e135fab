import {expect} from '@open-wc/testing';
import {CardVaultError} from '../../../src/protocol/index.js';
import {isSettled} from '../../support/fake-host.js';
import {interactionSetup as setup, at, codeOf} from './late-interaction-setup.js';

describe('LateInteraction: its script', () => {
  it('is not loaded by itself, and ahead of its use where the element takes the focus', () => {
    expect(setup().requests()).to.equal(0);
    expect(setup({autofocus: true}).requests()).to.equal(1);
  });

  it('is loaded once, and connected to the element when it is there', async () => {
    const {part, arrive, calls, requests} = setup();
    part.preload();
    const loaded = [part.load(false), part.load(true)];
    expect(part.value).to.equal(undefined);
    await arrive();
    const [first, second] = await Promise.all(loaded);
    const third = await part.load(true);
    expect(part.value).not.to.equal(undefined);
    for (const one of [first, second, third]) expect(one).to.equal(part.value);
    expect(requests()).to.equal(1);
    expect(calls).to.deep.equal(['add words', 'create']);
  });

  it('is given what happened before it was there, in order', async () => {
    const {part, arrive, calls} = setup();
    part.stateChanged(at('collecting'), at('capturing'));
    part.hear({type: 'focus', field: 'number'});
    part.hear({type: 'unread'});
    calls.length = 0;
    part.preload();
    await arrive();
    expect(calls.slice(2)).to.deep.equal([
      'stateChanged capturing > collecting',
      'hear focus',
      'hear unread',
    ]);
  });

  it('reports a run that was over before it was there', async () => {
    const {part, arrive, calls} = setup();
    part.stateChanged(at('saved'), at('completing'));
    await arrive();
    expect(calls.slice(2)).to.deep.equal(['stateChanged completing > saved', 'report completing > saved']);
  });

  it('cannot be loaded by an element that was never in a page', async () => {
    const {part, requests} = setup({inPage: false});
    expect(await codeOf(part.load(true))).to.equal('not-ready');
    expect(requests()).to.equal(0);
    expect(part.held).to.equal(false);
  });

  it('comes back to what asked for it when the host is drawn', async () => {
    const {part, arrive, host} = setup();
    let drawn = (): void => undefined;
    Object.assign(host, {updateComplete: new Promise<void>((resolve) => (drawn = resolve))});
    const loaded = part.load(false);
    await arrive();
    expect(await isSettled(loaded)).to.equal(false);
    drawn();
    expect(await loaded).to.equal(part.value);
  });
});

describe('LateInteraction: a press before its script is there', () => {
  it('is held until then, and updates the host at both ends', async () => {
    const {part, arrive, host} = setup();
    const loaded = part.load(true);
    expect([part.held, host.updates > 0]).to.deep.equal([true, true]);
    await arrive();
    await loaded;
    expect(part.held).to.equal(false);
  });

  it('is not held where the page or nobody has pressed, or the element is disabled', async () => {
    const {part, arrive, host} = setup();
    const asked = part.load(false);
    expect(part.held).to.equal(false);
    host.inactive = true;
    const pressed = part.load(true);
    expect(part.held).to.equal(false);
    await arrive();
    await Promise.all([asked, pressed]);
    expect(part.held).to.equal(false);
  });

  it('is held as long as the last of several', async () => {
    const {part, lose, arrive} = setup();
    const first = codeOf(part.load(true));
    const second = codeOf(part.load(true));
    await lose();
    await Promise.all([first, second]);
    expect(part.held).to.equal(false);
    const third = part.load(true);
    expect(part.held).to.equal(true);
    await arrive();
    await third;
    expect(part.held).to.equal(false);
  });

  it('fails with the script, of which the page hears, and is tried again by the next one', async () => {
    const {part, lose, arrive, errors, requests} = setup();
    const pressed = codeOf(part.load(true));
    await lose();
    expect(await pressed).to.equal('shop-server-unreachable');
    expect(errors).to.deep.equal(['shop-server-unreachable']);
    expect([!!part.failure, part.held]).to.deep.equal([true, false]);
    const again = part.load(true);
    expect(!!part.failure).to.equal(false);
    await arrive();
    await again;
    expect([!!part.failure, requests()]).to.deep.equal([false, 2]);
  });

  it('is stopped by a cancellation, though the script comes', async () => {
    const {part, arrive} = setup();
    const pressed = part.load(true).catch((cause: unknown) => cause as CardVaultError);
    part.cancel();
    await arrive();
    const error = await pressed;
    expect(error).to.be.instanceOf(CardVaultError);
    expect(error).to.include({code: 'not-ready', retryable: true});
    expect(part.value).not.to.equal(undefined);
  });

  it('shows no failure after a cancellation', async () => {
    const {part, lose} = setup();
    const pressed = codeOf(part.load(true));
    part.cancel();
    await lose();
    await pressed;
    expect(!!part.failure).to.equal(false);
  });

  it('shows the failure of an earlier press no more after a cancellation', async () => {
    const {part, lose} = setup();
    const pressed = codeOf(part.load(true));
    await lose();
    await pressed;
    part.cancel();
    expect(!!part.failure).to.equal(false);
  });
});

describe('LateInteraction: the moves of a run', () => {
  it('have the shopper told that the fields load slowly, by the script', async () => {
    const {part, arrive, calls, requests, timers} = setup();
    part.stateChanged(at('opening'), at('idle'));
    timers.advance(1_000);
    part.stateChanged(at('capturing'), at('opening'));
    timers.advance(3_499);
    expect(requests()).to.equal(0);
    timers.advance(1);
    expect(requests()).to.equal(1);
    await arrive();
    expect(calls.at(-1)).to.equal('late');
  });

  it('have nothing said of slow fields where the script does not come either', async () => {
    const {part, lose, calls, errors, timers} = setup();
    part.stateChanged(at('opening'), at('idle'));
    timers.advance(4_500);
    await lose();
    expect([calls, errors]).to.deep.equal([[], []]);
  });

  it('have nothing told of fields that came in time', () => {
    for (const state of [at('collecting'), at('idle'), at('failed')]) {
      const {part, timers} = setup();
      part.stateChanged(at('opening'), at('idle'));
      part.stateChanged(state, at('opening'));
      expect(timers.pending).to.equal(0);
    }
  });

  it('load the script when the run is over, and say that the connection is lost where it does not come', async () => {
    const {part, requests, lose, calls, errors} = setup();
    part.stateChanged(at('collecting'), at('capturing'));
    expect(requests()).to.equal(0);
    part.stateChanged(at('stopped'), at('enrolling'));
    expect(requests()).to.equal(1);
    await lose();
    expect(calls).to.deep.equal(['say errorNetwork']);
    expect(errors).to.deep.equal([]);
  });

  it('go to the script once it is there', async () => {
    const {part, arrive, calls} = setup();
    part.preload();
    await arrive();
    calls.length = 0;
    part.stateChanged(at('capturing'), at('opening'));
    part.stateChanged(at('collecting'), at('capturing'));
    expect(calls).to.deep.equal(['stateChanged opening > capturing', 'stateChanged capturing > collecting']);
  });

  for (const [what, state, previous, expected] of [
    ['keep what was typed into fields that came up first', 'opening', 'idle', true],
    ['keep what was typed into fields that are about to be live', 'capturing', 'opening', true],
    ['keep what was typed into live fields', 'collecting', 'tokenizing', true],
    ['keep what was typed while it is being saved', 'tokenizing', 'collecting', true],
    ['forget what was typed with every renewal', 'capturing', 'collecting', false],
    ['forget what was typed when the run is over', 'failed', 'capturing', false],
    ['forget what was typed with every new run', 'opening', 'failed', false],
  ] as const)
    for (const isThere of [false, true])
      it(`${what}, ${isThere ? 'by' : 'without'} the script; the expiry stays`, async () => {
        const {part, arrive, calls, store} = setup();
        if (isThere) {
          part.preload();
          await arrive();
        }
        store.type('expiry', '12 / 29');
        part.hear({type: 'unread'});
        part.stateChanged(at(state), at(previous));
        expect([store.hasHosted, store.expiry]).to.deep.equal([expected, '12 / 29']);
        if (!isThere) {
          part.preload();
          await arrive();
        }
        expect(calls.includes('hear unread')).to.equal(isThere || expected);
        expect(calls.includes('forget')).to.equal(isThere && !expected);
      });
});
