import {expect} from '@open-wc/testing';
import {SessionController} from '../../../src/element/session/session.js';
import type {State} from '../../../src/flow/index.js';
import {CardVaultError} from '../../../src/protocol/index.js';
import {FakeHost, isSettled} from '../../support/fake-host.js';
import {FakeFlow} from '../../support/fake-parts.js';

const offline = new CardVaultError('shop-server-unreachable', 'No connection.');
const refused = new CardVaultError('session-refused', 'No.');
const at = (name: State['name'], more: object = {}): State => ({name, run: 1, ...more}) as State;

/** An element in a page whose flow stands in a state; with none, nothing has begun. */
function setup(...states: State[]) {
  const host = new FakeHost();
  const flow = new FakeFlow();
  const ignore = (): void => undefined;
  const session = new SessionController(host, {createFlow: () => flow, onAbandon: ignore, onState: ignore});
  document.body.append(host);
  if (states.length > 0) session.open();
  flow.calls.length = 0;
  for (const state of states) flow.go(state);
  return {host, flow, session};
}

/** How a promise ends: the code of its error, or that it has none. */
const endOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: CardVaultError) => error.code,
  );

describe('the fields of a session', () => {
  afterEach(() => document.querySelectorAll('fake-host').forEach((host) => host.remove()));

  it('are opened by the first to wait for them, and are ready when they can be filled', async () => {
    const {flow, session} = setup();
    const ready = session.whenReady();
    expect(flow.calls).to.deep.equal(['open']);
    flow.go(at('opening'));
    flow.go(at('capturing'));
    const second = session.whenReady();
    expect(await isSettled(ready)).to.equal(false);
    flow.go(at('collecting'));
    expect(await Promise.all([ready, second].map(endOf))).to.deep.equal(['resolved', 'resolved']);
    expect(flow.calls).to.deep.equal(['open']);
  });

  for (const name of ['collecting', 'tokenizing', 'authorizing', 'saved'] as const) {
    it(`are there at once in the state ${name}`, async () => {
      const {flow, session} = setup(at(name));
      expect(await endOf(session.whenReady())).to.equal('resolved');
      expect(flow.calls).to.deep.equal([]);
    });

    it(`have been there for those who wait when it comes to the state ${name}`, async () => {
      const {flow, session} = setup(at('opening'));
      const ready = session.whenReady();
      flow.go(at(name));
      expect(await endOf(ready)).to.equal('resolved');
    });
  }

  for (const [what, end, code] of [
    ['the error of a run that failed', at('failed', {error: offline}), 'shop-server-unreachable'],
  ] as const) {
    it(`are refused with ${what}, and nothing is opened`, async () => {
      const {flow, session} = setup(at('opening'), end);
      expect(await endOf(session.whenReady())).to.equal(code);
      expect(flow.calls).to.deep.equal([]);
    });

    it(`are refused to those who wait with ${what}`, async () => {
      const {flow, session} = setup(at('opening'));
      const ready = session.whenReady();
      flow.go(end);
      expect(await endOf(ready)).to.equal(code);
    });
  }

  it('are waited for beyond a run that stopped, and nothing is opened for that', async () => {
    const {flow, session} = setup(at('opening'));
    const before = session.whenReady();
    flow.go(at('stopped'));
    const after = session.whenReady();
    expect(flow.calls).to.deep.equal([]);
    flow.go(at('collecting'));
    expect(await Promise.all([endOf(before), endOf(after)])).to.deep.equal(['resolved', 'resolved']);
  });

  it('are refused to those who wait when the loading is cancelled, and opened for the next', async () => {
    const {flow, session} = setup(at('opening'));
    const ready = session.whenReady();
    flow.go(at('idle'));
    expect(await endOf(ready)).to.equal('not-ready');
    const next = session.whenReady();
    flow.go(at('collecting'));
    expect(await endOf(next)).to.equal('resolved');
  });

  it('are refused outside a page', async () => {
    const {host, flow, session} = setup();
    host.remove();
    expect(await endOf(session.whenReady())).to.equal('not-ready');
    expect(flow.calls).to.deep.equal([]);
  });
});

describe('a page that comes back', () => {
  afterEach(() => document.querySelectorAll('fake-host').forEach((host) => host.remove()));

  it('takes up its flow where it was kept whole, and not where it is loaded', () => {
    const {flow} = setup(at('stepping-up'));
    dispatchEvent(new PageTransitionEvent('pageshow', {persisted: false}));
    expect(flow.calls).to.deep.equal([]);
    dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    expect(flow.calls).to.deep.equal(['resume']);
  });

  it('has no flow made for it where none has begun', () => {
    const {flow, session} = setup();
    dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    expect(flow.calls).to.deep.equal([]);
    expect(session.state.name).to.equal('idle');
  });

  for (const [what, state, calls] of [
    ['opens fields that failed for want of the connection', at('failed', {error: offline}), ['open']],
    ['leaves a failure of the shop’s server alone', at('failed', {error: refused}), []],
    ['leaves a failed save of a card alone', at('failed', {error: offline, card: {}}), []],
    ['leaves fields alone that are live', at('collecting'), []],
  ] as const)
    it(`to its connection ${what}`, () => {
      const {flow} = setup(state);
      dispatchEvent(new Event('online'));
      expect(flow.calls).to.deep.equal(calls);
    });
});
