import {expect} from '@open-wc/testing';
import {SessionController} from '../../../src/element/session/session.js';
import type {CardInput, State} from '../../../src/flow/index.js';
import {CardVaultError} from '../../../src/protocol/index.js';
import {FakeHost, isSettled} from '../../support/fake-host.js';
import {FakeFlow} from '../../support/fake-parts.js';

const offline = new CardVaultError('shop-server-unreachable', 'No connection.');
const refused = new CardVaultError('session-refused', 'No.');
const at = (name: State['name'], more: object = {}): State => ({name, run: 1, ...more}) as State;

function setup() {
  const host = new FakeHost();
  const flows: FakeFlow[] = [];
  const moves: string[] = [];
  const abandoned: string[] = [];
  const world: {refusal: Error | undefined; flow: () => FakeFlow} = {
    refusal: undefined,
    flow: () => new FakeFlow(),
  };
  const session = new SessionController(host, {
    createFlow() {
      if (world.refusal) throw world.refusal;
      const flow = world.flow();
      flows.push(flow);
      return flow;
    },
    onAbandon: ({name}) => abandoned.push(name),
    onState: (state, previous) => moves.push(`${previous.name} > ${state.name}`),
  });
  /** In a page, with a flow that stands in a state. */
  const stand = (...states: State[]): FakeFlow => {
    document.body.append(host);
    session.open();
    const flow = flows.at(-1)!;
    for (const state of states) flow.go(state);
    return flow;
  };
  return {host, flows, moves, abandoned, world, session, stand};
}

/** How a promise ends: the code of its error, or that it has none. */
const endOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: CardVaultError) => error.code,
  );

const removeHosts = (): void => document.querySelectorAll('fake-host').forEach((host) => host.remove());

describe('SessionController', () => {
  afterEach(removeHosts);

  it('makes its flow once, when it is first needed in a page', () => {
    const {host, flows, session} = setup();
    session.open();
    document.body.append(host);
    expect(flows).to.have.length(0);
    session.open();
    session.open();
    expect(flows.map(({calls}) => calls)).to.deep.equal([['open', 'open']]);
  });

  it('stands where its flow stands, and updates the host at each move', () => {
    const {host, moves, session, stand} = setup();
    const flow = stand();
    for (const [state, busy] of [
      [at('opening'), false],
      [at('collecting'), false],
      [at('tokenizing'), true],
    ] as const) {
      const {updates} = host;
      flow.go(state);
      expect(session.state).to.equal(state);
      expect(session.busy).to.equal(busy);
      expect(host.updates).to.equal(updates + 1);
    }
    expect(moves).to.deep.equal(['idle > opening', 'opening > collecting', 'collecting > tokenizing']);
  });

  it('takes up a remembered run, and opens fresh fields where there is none', () => {
    for (const [remembered, calls] of [
      [true, ['resume']],
      [false, ['resume', 'open']],
    ] as const) {
      const {host, flows, world, session} = setup();
      world.flow = () => {
        const flow = new FakeFlow();
        const {resume} = flow;
        return Object.assign(flow, {resume: () => resume.call(flow) || remembered});
      };
      document.body.append(host);
      session.resume();
      expect(flows.map((flow) => flow.calls)).to.deep.equal([calls]);
    }
  });

  it('hands a save and a cancellation to its flow, and to nothing while there is none', () => {
    const {flows, session, stand} = setup();
    const input = {expirationMonth: '01', expirationYear: '2029'} satisfies CardInput;
    session.save(input);
    session.cancel();
    expect(flows).to.have.length(0);
    const flow = stand();
    const saved: CardInput[] = [];
    Object.assign(flow, {save: (given: CardInput) => saved.push(given)});
    session.save(input);
    session.cancel();
    expect(saved).to.deep.equal([input]);
    expect(flow.calls).to.deep.equal(['open', 'cancel']);
  });

  it('fails with the error that prevents a flow, and begins the next one afresh', () => {
    const {host, flows, moves, world, session} = setup();
    document.body.append(host);
    world.refusal = refused;
    session.open();
    expect(session.state).to.deep.equal({name: 'failed', run: 1, error: refused});
    world.refusal = undefined;
    session.open();
    expect(moves).to.deep.equal(['idle > failed', 'failed > idle']);
    expect(flows.map(({calls}) => calls)).to.deep.equal([['open']]);
  });

  it('fails with an error of its own for one that is none of ours', () => {
    const {host, world, session} = setup();
    document.body.append(host);
    world.refusal = new TypeError('x is undefined');
    session.open();
    const {error} = session.state as Extract<State, {name: 'failed'}>;
    expect({code: error.code, cause: error.cause}).to.deep.equal({code: 'unexpected', cause: world.refusal});
  });

  it('may stand in a state that no flow has brought about, of which nothing is told', async () => {
    const {host, moves, session, stand} = setup();
    const flow = stand();
    const ready = session.whenReady();
    const {updates} = host;
    session.stand(at('collecting'));
    expect(await endOf(ready)).to.equal('resolved');
    expect(session.state.name).to.equal('collecting');
    expect(host.updates).to.equal(updates + 1);
    expect(moves).to.deep.equal([]);
    expect(flow.calls.at(-1)).to.equal('dispose');
  });
});

describe('SessionController: a reset', () => {
  afterEach(removeHosts);

  it('ends the flow, is idle in the same run, and abandons what was there', () => {
    const {moves, abandoned, session, stand} = setup();
    const flow = stand(at('opening', {run: 3}), at('collecting', {run: 3}));
    session.reset();
    expect(flow.calls).to.deep.equal(['open', 'reset', 'dispose']);
    expect(session.state).to.deep.equal({name: 'idle', run: 3});
    expect(moves.at(-1)).to.equal('collecting > idle');
    expect(abandoned).to.deep.equal(['collecting']);
  });

  it('tells of one move where the flow has gone back by itself', () => {
    const {moves, session, stand} = setup();
    const flow = stand(at('collecting'));
    Object.assign(flow, {reset: () => flow.go(at('idle'))});
    session.reset();
    expect(moves).to.deep.equal(['idle > collecting', 'collecting > idle']);
  });

  it('abandons what was there where the flow has gone back by itself, so that its tracker is known', () => {
    const {abandoned, session, stand} = setup();
    const flow = stand(at('enrolling'));
    Object.assign(flow, {reset: () => flow.go(at('idle'))});
    session.reset();
    expect(abandoned).to.deep.equal(['enrolling']);
  });

  it('moves nothing where nothing had begun', () => {
    const {moves, session, host} = setup();
    document.body.append(host);
    session.reset();
    expect(moves).to.deep.equal([]);
  });

  it('interrupts those that wait for the fields', async () => {
    const {session, stand} = setup();
    stand(at('opening'));
    const ready = session.whenReady();
    session.reset();
    expect(await endOf(ready)).to.equal('not-ready');
  });
});

describe('SessionController: an element that leaves the page', () => {
  afterEach(removeHosts);

  it('has its flow disposed of at once, and its run abandoned when it is not put back', async () => {
    const {host, moves, abandoned, session, stand} = setup();
    const flow = stand(at('opening'));
    const ready = session.whenReady();
    host.remove();
    expect(flow.calls).to.deep.equal(['open', 'dispose']);
    expect(moves.at(-1)).to.equal('opening > idle');
    expect(abandoned).to.deep.equal([]);
    expect(await endOf(ready)).to.equal('not-ready');
    expect(abandoned).to.deep.equal(['opening']);
  });

  it('still shows a card that was saved', () => {
    const {host, moves, session, stand} = setup();
    stand(at('saved'));
    host.remove();
    expect(session.state.name).to.equal('saved');
    expect(moves).to.deep.equal(['idle > saved']);
  });

  it('keeps those waiting that wait for the fields when it is only moved', async () => {
    const {host, flows, abandoned, session, stand} = setup();
    stand(at('opening'));
    const ready = session.whenReady();
    document.body.prepend(host);
    expect(await isSettled(ready)).to.equal(false);
    expect(abandoned).to.deep.equal([]);
    session.open();
    flows.at(-1)!.go(at('collecting'));
    expect(flows).to.have.length(2);
    expect(await endOf(ready)).to.equal('resolved');
  });

  it('takes no notice of the page any more', () => {
    const {host, flows, stand, session} = setup();
    const flow = stand(at('failed', {error: offline}));
    host.remove();
    session.stand(at('failed', {error: offline}));
    dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    dispatchEvent(new Event('online'));
    expect(flow.calls).to.deep.equal(['open', 'dispose']);
    expect(flows).to.have.length(1);
  });
});
