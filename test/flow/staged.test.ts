import {expect} from '@open-wc/testing';
import {createFlow, type Flow, type StateName} from '../../src/flow/index.js';
import type {SavingHalf} from '../../src/flow/run.js';
import {savingHalf} from '../../src/flow/saving-half.js';
import {input} from './support/examples.js';
import {FakePorts, settled} from './support/fake-ports.js';

/** A flow whose saving half comes when the test says so. */
function staged() {
  const fake = new FakePorts();
  const half = savingHalf(fake.ports);
  const world = {loads: 0, half, load: async (): Promise<SavingHalf> => half};
  const saving = (): Promise<SavingHalf> => {
    world.loads += 1;
    return world.load();
  };
  const flow = createFlow({ports: fake.ports, saving});
  const names: StateName[] = [];
  flow.subscribe(({name}, previous) => name !== previous.name && names.push(name));
  return {fake, world, flow, names};
}

const offline = async (): Promise<SavingHalf> => {
  throw new TypeError('Failed to fetch dynamically imported module: x');
};
const stateOf = (flow: Flow): Flow['state'] => flow.state;

describe('a flow whose saving half is loaded', () => {
  it('asks for the saving half when the fields are live, not before', async () => {
    const {world, flow} = staged();
    flow.open();
    expect(world.loads).to.equal(0);
    await settled();
    expect([flow.state.name, world.loads]).to.deep.equal(['collecting', 1]);
  });

  it('saves as one that has it does, also when the saving half is late', async () => {
    const {world, flow, names} = staged();
    let arrive!: (half: SavingHalf) => void;
    world.load = () => new Promise((resolve) => (arrive = resolve));
    flow.open();
    await settled();
    flow.save(input);
    await settled();
    expect(flow.state.name).to.equal('collecting');
    arrive(world.half);
    await settled();
    expect(names.slice(2)).to.deep.equal([
      ...['collecting', 'tokenizing', 'setting-up', 'collecting-device-data', 'enrolling'],
      ...['authorizing', 'completing', 'saved'],
    ]);
  });

  it('begins a save at once where the saving half is there, which is loaded once', async () => {
    const {world, flow} = staged();
    flow.open();
    await settled();
    flow.save(input);
    expect(flow.state.name).to.equal('tokenizing');
    await settled();
    expect([flow.state.name, world.loads]).to.deep.equal(['saved', 1]);
  });

  it('keeps the fields live with an error when the saving half does not load; the next save tries again', async () => {
    const {world, flow} = staged();
    world.load = offline;
    flow.open();
    await settled();
    flow.save(input);
    await settled();
    const state = stateOf(flow);
    expect(state.name === 'collecting' && state.error?.code).to.equal('shop-server-unreachable');
    world.load = async () => world.half;
    flow.save(input);
    await settled();
    expect(flow.state.name).to.equal('saved');
  });

  describe('that stalls', () => {
    /** Live fields, and a save that waits for the script. */
    async function stalled() {
      const parts = staged();
      parts.world.load = () => new Promise(() => undefined);
      parts.flow.open();
      await settled();
      parts.flow.save(input);
      await settled();
      expect(parts.flow.state.name).to.equal('collecting');
      return parts;
    }

    it('30 s, then the fields stay live with an error and the next save tries again', async () => {
      const {fake, world, flow} = await stalled();
      await fake.timers.pass(29_999);
      expect(stateOf(flow)).not.to.have.property('error');
      await fake.timers.pass(1);
      expect(stateOf(flow)).to.have.nested.property('error.code', 'shop-server-unreachable');
      world.load = async () => world.half;
      flow.save(input);
      await settled();
      expect(flow.state.name).to.equal('saved');
    });

    for (const end of ['cancel', 'reset'] as const) {
      // shows: time 53
      it(`${end}() ends the save at once, and nothing of it is sent, also when the script comes later`, async () => {
        const {fake, world, flow, names} = staged();
        const arrive: ((half: SavingHalf) => void)[] = [];
        world.load = () => new Promise((resolve) => arrive.push(resolve));
        flow.open();
        await settled();
        flow.save(input);
        flow.save(input);
        flow[end]();
        expect(flow.state.name).to.equal('idle');
        for (const one of arrive) one(world.half);
        await settled();
        expect(names.at(-1)).to.equal('idle');
        expect(
          fake.names.filter((name) => ['tokenize', 'processTransientToken', 'enroll'].includes(name)),
        ).to.deep.equal([]);
        expect(fake.timers.running).to.equal(0);
        flow.open();
        await settled();
        flow.save(input);
        await settled();
        expect(flow.state.name).to.equal('saved');
      });
    }

    it('leaves no timer behind when the flow is over', async () => {
      const {fake, flow} = await stalled();
      flow.dispose();
      await settled();
      expect(fake.timers.running).to.equal(0);
    });

    it('cancel() does not drop a remembered run, which may hold an amount at the bank', async () => {
      const {fake, world, flow} = staged();
      fake.ports.memory.remember({tracker: 'track_9', step: 'authorizing'});
      let arrive!: (half: SavingHalf) => void;
      world.load = () => new Promise((resolve) => (arrive = resolve));
      flow.resume();
      flow.cancel();
      arrive(world.half);
      await settled();
      expect(fake.memory?.tracker).to.equal('track_9');
      expect(flow.resume()).to.equal(true);
      await settled();
      expect(fake.of('openSession').at(-1)?.request).to.deep.equal({tracker: 'track_9'});
    });
  });

  it('settles a remembered run before anything new, though the saving half failed to load at first', async () => {
    const {fake, world, flow} = staged();
    fake.ports.memory.remember({tracker: 'track_9', step: 'authorizing'});
    world.load = offline;
    expect(flow.resume()).to.equal(true);
    await settled();
    expect(flow.state.name).to.equal('failed');
    world.load = async () => world.half;
    flow.open();
    await settled();
    expect(fake.of('openSession')[0]?.request).to.deep.equal({tracker: 'track_9'});
  });

  it('does without it where a run comes to nothing before live fields', async () => {
    const {fake, world, flow} = staged();
    fake.answers.openSession = () => Promise.reject(new Error('down'));
    flow.open();
    await settled();
    flow.open();
    await settled();
    flow.reset();
    expect([flow.state.name, world.loads]).to.deep.equal(['idle', 0]);
  });
});
