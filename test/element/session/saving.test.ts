import {expect} from '@open-wc/testing';
import {Saving} from '../../../src/element/session/saving.js';
import {SessionController} from '../../../src/element/session/session.js';
import type {CardVaultBeforeSaveEvent} from '../../../src/element/events.js';
import type {Flow, State, StateName} from '../../../src/flow/index.js';
import {CardVaultError} from '../../../src/protocol/index.js';
import {FakeHost, FakeTimers, isSettled} from '../../support/fake-host.js';

const lost = new CardVaultError('service-unreachable', 'for the test');
const outcomes = {
  saved: {outcome: 'saved', tracker: 'track_1'},
  stopped: {outcome: 'stopped', reason: 'failed'},
} as const;
/** A state with no more than the controllers read. */
const stateOf = (name: StateName, more: object = {}): State =>
  ({
    ...{name, run: 1},
    ...(name === 'failed' && {error: lost}),
    ...(name === 'saved' && {outcome: outcomes.saved}),
    ...(name === 'stopped' && {outcome: outcomes.stopped}),
    ...more,
  }) as unknown as State;

/** A flow that goes where a test sends it. */
class FakeFlow implements Flow {
  readonly calls: string[] = [];
  state = stateOf('idle');
  #listener: (state: State, previous: State) => void = () => undefined;

  move(name: StateName, more?: object): void {
    const previous = this.state;
    this.state = stateOf(name, more);
    this.#listener(this.state, previous);
  }
  subscribe(listener: (state: State, previous: State) => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }
  open = (): void => void this.calls.push('open');
  save = (): void => void this.calls.push('save');
  cancel = (): void => void this.calls.push('cancel');
  reset = (): void => void this.calls.push('reset');
  resume = (): boolean => (this.calls.push('resume'), false);
  dispose = (): void => void this.calls.push('dispose');
}

/** Keeps the states that the session controller reports. */
class Moves {
  readonly seen: StateName[] = [];
  listener = ({name}: State, _previous: State): void => void this.seen.push(name);
}

function session(createFlow?: () => Flow) {
  const host = new FakeHost();
  const flows: FakeFlow[] = [];
  const left: StateName[] = [];
  const moves = new Moves();
  const controller = new SessionController(host, {
    createFlow: createFlow ?? (() => flows[flows.push(new FakeFlow()) - 1]!),
    onAbandon: ({name}) => left.push(name),
    onState: (state, previous) => moves.listener(state, previous),
  });
  document.body.append(host);
  return {host, flows, left, moves, controller, flow: () => flows.at(-1)!};
}

describe('SessionController', () => {
  afterEach(() => document.querySelector('fake-host')?.remove());

  it('makes a flow when it is first needed, and disposes of it when the element leaves', () => {
    const {host, flows, controller, flow} = session();
    expect(flows).to.have.length(0);
    controller.open();
    controller.open();
    host.remove();
    expect(flows).to.have.length(1);
    expect(flow().calls).to.deep.equal(['open', 'open', 'dispose']);
    expect(controller.state.name).to.equal('idle');
  });

  it('is ready with live fields, at once where they are live already', async () => {
    const {controller, flow} = session();
    const ready = controller.whenReady();
    flow().move('capturing');
    expect(await isSettled(ready)).to.equal(false);
    flow().move('collecting');
    await Promise.all([ready, controller.whenReady()]);
    expect(flow().calls).to.deep.equal(['open']);
  });

  it('is not ready after a run that failed, and says what did', async () => {
    const {controller, flow} = session();
    const ready = controller.whenReady();
    flow().move('failed');
    expect(await ready.catch((error: unknown) => error)).to.equal(lost);
  });

  it('fails where no flow can be made, and its listener hears so', () => {
    const {controller, moves} = session(() => {
      throw lost;
    });
    controller.open();
    expect(moves.seen).to.deep.equal(['failed']);
  });

  it('gives a run up with the element, not with a move in the page', async () => {
    const {host, left, controller, flow} = session();
    controller.open();
    flow().move('enrolling');
    document.body.prepend(host);
    await Promise.resolve();
    expect(left).to.deep.equal([]);
    controller.open();
    flow().move('enrolling');
    host.remove();
    await Promise.resolve();
    expect(left).to.deep.equal(['enrolling']);
  });

  it('opens again with the connection, where the failure was the network’s and nothing was entered', () => {
    const {controller, flow} = session();
    controller.open();
    flow().move('failed', {card: {}});
    dispatchEvent(new Event('online'));
    flow().move('failed');
    dispatchEvent(new Event('online'));
    expect(flow().calls).to.deep.equal(['open', 'open']);
  });
});

function saving() {
  const timers = new FakeTimers();
  const made = session();
  const {host, controller, flow} = made;
  controller.open();
  flow().move('collecting');
  flow().calls.length = 0;
  const reports: string[] = [];
  const world = {
    disabled: false,
    valid: true,
    problem: 'numberMissing' as 'numberMissing' | 'brandNotAccepted',
  };
  const card = {expirationMonth: '01', expirationYear: '2029'};
  const save = new Saving(host, {
    session: controller,
    entries: {
      get valid() {
        return world.valid;
      },
      get firstProblem() {
        return world.valid ? undefined : ('number' as const);
      },
      ...{brand: 'visa', fields: []},
      brands: {
        get problem() {
          return world.problem === 'brandNotAccepted' ? {} : undefined;
        },
      },
      read: () => (world.valid ? card : undefined),
      settled: async () => undefined,
    },
    store: {cardholderName: '', consent: undefined},
    report: () => reports.push('report'),
    disabled: () => world.disabled,
    language: () => 'en',
    timers,
  });
  made.moves.listener = (state, previous) => save.stateChanged(state, previous);
  /** Until the flow is asked to save. */
  const begun = async (): Promise<void> => {
    for (let turn = 0; turn < 20 && !flow().calls.includes('save'); turn += 1) await Promise.resolve();
  };
  const codeOf = (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => 'none',
      (error: CardVaultError) => error.code,
    );
  return {...made, save, world, reports, timers, begun, codeOf};
}

describe('Saving', () => {
  afterEach(() => document.querySelector('fake-host')?.remove());

  it('is one save for all who ask, and active until its end', async () => {
    const {save, flow, begun} = saving();
    const runs = [save.run(), save.run()];
    expect(runs[0]).to.equal(runs[1]);
    await begun();
    expect(save.active).to.equal(true);
    flow().move('tokenizing');
    flow().move('saved');
    expect(await runs[0]).to.equal(outcomes.saved);
    expect(flow().calls).to.deep.equal(['save']);
    expect(save.active).to.equal(false);
  });

  it('lets the form be drawn after a tenth of a second, and again a tenth of a second after later steps', async () => {
    const {save, flow, timers} = saving();
    void save.run();
    flow().move('tokenizing');
    const first = save.pause()!;
    timers.advance(99);
    expect(await isSettled(first)).to.equal(false);
    timers.advance(1);
    await first;
    flow().move('collecting-device-data');
    const second = save.pause()!;
    flow().move('enrolling');
    expect(save.pause() === second).to.equal(true);
    expect(await isSettled(second)).to.equal(false);
    timers.advance(100);
    await second;
  });

  it('waits anew once the first request is sent, and less while the page for device data loads', async () => {
    const {save, flow, timers} = saving();
    void save.run();
    flow().move('tokenizing');
    const pause = save.pause()!;
    timers.advance(99);
    flow().move('setting-up');
    timers.advance(99);
    expect(await isSettled(pause)).to.equal(false);
    flow().move('collecting-device-data');
    expect(save.pause() === pause).to.equal(true);
    timers.advance(29);
    expect(await isSettled(pause)).to.equal(false);
    timers.advance(1);
    await pause;
    expect(timers.pending).to.equal(0);
  });

  for (const end of ['stepping-up', 'confirming', 'saved', 'stopped', 'failed', 'collecting'] as const)
    it(`lets the form be drawn at once in a step that the shopper has to see: ${end}`, async () => {
      const {save, flow, timers} = saving();
      void save.run().catch(() => undefined);
      flow().move('tokenizing');
      const pause = save.pause();
      flow().move(end);
      await pause;
      expect(save.pause()).to.equal(undefined);
      expect(timers.pending).to.equal(0);
    });

  it('keeps nothing from being drawn where the card is not complete', async () => {
    const {save, world, codeOf} = saving();
    world.valid = false;
    const run = codeOf(save.run());
    expect(save.pause()).to.equal(undefined);
    expect(await run).to.equal('card-incomplete');
  });

  for (const [end, succeeds] of [
    ['saved', true],
    ['stopped', false],
    ['failed', false],
  ] as const)
    it(`lets the form go on only with a card: ${end}`, async () => {
      const {save, flow, begun} = saving();
      const run = save.succeeds();
      await begun();
      flow().move('tokenizing');
      flow().move(end);
      expect(await run).to.equal(succeeds);
    });

  it('rejects with the error that brought the shopper back to the fields', async () => {
    const {save, flow, begun} = saving();
    const run = save.run().catch((error: unknown) => error);
    await begun();
    flow().move('tokenizing');
    flow().move('collecting', {error: lost});
    expect(await run).to.equal(lost);
  });

  it('reports an incomplete card, and names a brand that is not accepted', async () => {
    const {save, world, reports, codeOf, flow} = saving();
    world.valid = false;
    expect(await codeOf(save.run())).to.equal('card-incomplete');
    world.problem = 'brandNotAccepted';
    expect(await codeOf(save.run())).to.equal('brand-not-accepted');
    expect(reports).to.deep.equal(['report', 'report']);
    expect(flow().calls).to.deep.equal([]);
  });

  it('saves nothing while the element is disabled', async () => {
    const {save, world, codeOf, flow} = saving();
    world.disabled = true;
    expect(await codeOf(save.run())).to.equal('not-ready');
    expect(flow().calls).to.deep.equal([]);
  });

  it('asks the page first, which may refuse at once or later', async () => {
    const {save, host, codeOf, flow} = saving();
    const refuse = (event: Event): void => event.preventDefault();
    host.addEventListener('card-vault-before-save', refuse);
    expect(await codeOf(save.run())).to.equal('not-ready');
    host.removeEventListener('card-vault-before-save', refuse);
    host.addEventListener('card-vault-before-save', (event) =>
      (event as CardVaultBeforeSaveEvent).waitUntil(Promise.reject(new Error('later'))),
    );
    expect(await codeOf(save.run())).to.equal('not-ready');
    expect(flow().calls).to.deep.equal([]);
  });

  it('can be cancelled while the page’s own promise is waited for', async () => {
    const {save, host, codeOf, flow} = saving();
    let done: () => void = () => undefined;
    const own = new Promise<void>((resolve) => (done = resolve));
    host.addEventListener('card-vault-before-save', (event) =>
      (event as CardVaultBeforeSaveEvent).waitUntil(own),
    );
    const run = codeOf(save.run());
    save.cancel();
    done();
    expect(await run).to.equal('not-ready');
    expect(flow().calls).to.deep.equal([]);
  });

  it('that is abandoned stops as interrupted, of which the page hears while the element is in it', async () => {
    for (const isRemoved of [false, true]) {
      const {save, flow, begun, host} = saving();
      const heard: unknown[] = [];
      host.addEventListener('card-vault-stopped', ({detail}) => heard.push(detail.cause));
      const run = save.run();
      await begun();
      if (isRemoved) host.remove();
      save.abandoned(flow().state);
      save.abandoned(flow().state);
      expect(await run).to.deep.include({outcome: 'stopped', cause: 'interrupted'});
      expect(heard).to.deep.equal(isRemoved ? [] : ['interrupted']);
    }
  });
});
