import {expect} from '@open-wc/testing';
import type {FieldEvent} from '../../../src/gateways/index.js';
import {interactionSetup as setup, at} from './late-interaction-setup.js';

const change: FieldEvent = {
  type: 'change',
  ...{field: 'number', empty: false, valid: false, couldBeValid: true},
};

describe('LateInteraction: what the hosted fields report before its script is there', () => {
  for (const [event, calls, focused, heard] of [
    [{type: 'focus', field: 'number'}, [], 'number', false],
    [{type: 'focus', field: 'securityCode'}, [], 'security-code', false],
    [{type: 'blur', field: 'number'}, [], undefined, false],
    [{type: 'unread'}, [], undefined, true],
    [change, ['typed'], undefined, true],
    [{type: 'autofill', name: 'Jane Roe'}, [], undefined, false],
  ] as const)
    it(`is shown of ${JSON.stringify(event)}, without the script`, () => {
      const {part, calls: made, store, host, requests} = setup();
      part.hear(event);
      expect(made).to.deep.equal(calls);
      expect([store.focused, store.hasHosted, requests()]).to.deep.equal([focused, heard, 0]);
      expect(host.updates).to.be.greaterThan(0);
    });

  it('is not shown of fields that are live: the state that follows does', async () => {
    const {part, host, calls, arrive} = setup();
    part.hear({type: 'loaded'});
    expect(host.updates).to.equal(0);
    part.preload();
    await arrive();
    expect(calls.at(-1)).to.equal('hear loaded');
  });

  it('is a press where it is Enter', async () => {
    const {part, calls, requests, arrive} = setup();
    part.hear({type: 'submit', field: 'number'});
    expect([requests(), part.held]).to.deep.equal([1, true]);
    await arrive();
    expect(part.held).to.equal(false);
    expect(calls.filter((call) => call === 'hear submit')).to.have.length(1);
  });

  it('is told to the page where the script for an Enter does not come', async () => {
    const {part, errors, lose} = setup();
    part.hear({type: 'submit', field: 'number'});
    await lose();
    expect(errors).to.deep.equal(['shop-server-unreachable']);
    expect([!!part.failure, part.held]).to.deep.equal([true, false]);
  });
});

describe('LateInteraction: what the hosted fields report afterwards', () => {
  async function there() {
    const all = setup();
    all.part.preload();
    await all.arrive();
    all.calls.length = 0;
    return all;
  }

  it('goes to the script at once, and nowhere else', async () => {
    const {part, calls, store} = await there();
    part.hear({type: 'focus', field: 'number'});
    part.hear(change);
    part.hear({type: 'submit', field: 'number'});
    expect(calls).to.deep.equal(['hear focus', 'typed', 'hear change', 'hear submit']);
    expect(store.focused).to.equal(undefined);
    expect(part.held).to.equal(false);
  });

  it('is noted of digits that cannot be read yet', async () => {
    const {part, store, calls} = await there();
    part.hear({type: 'focus', field: 'number'});
    expect(store.hasHosted).to.equal(false);
    part.hear({type: 'unread'});
    expect(store.hasHosted).to.equal(true);
    expect(calls.at(-1)).to.equal('hear unread');
  });
});

describe('LateInteraction: a context that ends', () => {
  it('is renewed at once without the script, silently where nothing was typed', () => {
    for (const heard of [true, false]) {
      const {part, store} = setup();
      const renewed: unknown[] = [];
      store.hasHosted = heard;
      part.renewal((silent) => renewed.push(silent), 5);
      expect(renewed).to.deep.equal([!heard]);
    }
  });

  it('is a matter of the script once it is there', async () => {
    const {part, calls, arrive} = setup();
    const renewed: unknown[] = [];
    part.preload();
    await arrive();
    part.renewal((silent) => renewed.push(silent), 5);
    expect([renewed, calls.at(-1)]).to.deep.equal([[], 'due 5']);
  });
});

describe('LateInteraction: clearing', () => {
  it('forgets what was reported before the script is there, and stops what waits for it', async () => {
    const {part, calls, store, arrive} = setup();
    part.hear(change);
    const pressed = part.load(true).catch(() => 'stopped');
    part.clear();
    expect(store.hasHosted).to.equal(false);
    await arrive();
    expect(await pressed).to.equal('stopped');
    expect(calls.includes('hear change')).to.equal(false);
  });

  it('stops the save and empties the entries where the script is there', async () => {
    const {part, calls, arrive} = setup();
    part.stateChanged(at('collecting'), at('capturing'));
    part.preload();
    await arrive();
    calls.length = 0;
    part.clear();
    expect(calls).to.deep.equal(['cancel', 'forget', 'clear']);
  });

  it('is more than a cancellation, which stops the save only', async () => {
    const {part, calls, store, arrive} = setup();
    part.preload();
    await arrive();
    calls.length = 0;
    store.hasHosted = true;
    part.cancel();
    expect([calls, store.hasHosted]).to.deep.equal([['cancel'], true]);
  });
});
