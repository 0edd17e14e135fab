import {expect} from '@open-wc/testing';
import {createStagedFlow} from '../../src/flow/create-staged.js';
import type {Machine} from '../../src/flow/run.js';
import type {Flow, StateName} from '../../src/flow/index.js';
import {wholeMachine} from '../../src/flow/whole.js';
import {input} from './support/examples.js';
import {FakePorts, settled} from './support/fake-ports.js';

/** A flow whose second part comes when the test says so. */
function staged() {
  const fake = new FakePorts();
  const whole = wholeMachine(fake.ports);
  const world = {loads: 0, whole, part: async (): Promise<Machine> => whole};
  const flow = createStagedFlow({ports: fake.ports}, () => {
    world.loads += 1;
    return world.part();
  });
  const names: StateName[] = [];
  flow.subscribe(({name}, previous) => name !== previous.name && names.push(name));
  return {fake, world, flow, names};
}

const offline = async (): Promise<Machine> => {
  throw new TypeError('Failed to fetch dynamically imported module: x');
};
const stateOf = (flow: Flow): Flow['state'] => flow.state;

describe('a flow in two parts', () => {
  it('asks for the second part when the fields are live, not before', async () => {
    const {world, flow} = staged();
    flow.open();
    expect(world.loads).to.equal(0);
    await settled();
    expect([flow.state.name, world.loads]).to.deep.equal(['collecting', 1]);
  });

  it('saves as a whole one does, also when the second part is late', async () => {
    const {world, flow, names} = staged();
    let arrive!: (machine: Machine) => void;
    world.part = () => new Promise((resolve) => (arrive = resolve));
    flow.open();
    await settled();
    flow.save(input);
    await settled();
    expect(flow.state.name).to.equal('collecting');
    arrive(world.whole);
    await settled();
    expect(names.slice(2)).to.deep.equal([
      ...['collecting', 'tokenizing', 'setting-up', 'collecting-device-data', 'enrolling'],
      ...['authorizing', 'completing', 'saved'],
    ]);
  });

  it('begins a save at once where the second part is there, which is loaded once', async () => {
    const {world, flow} = staged();
    flow.open();
    await settled();
    flow.save(input);
    expect(flow.state.name).to.equal('tokenizing');
    await settled();
    expect([flow.state.name, world.loads]).to.deep.equal(['saved', 1]);
  });

  it('keeps the fields live with an error when the second part does not load; the next save tries again', async () => {
    const {world, flow} = staged();
    world.part = offline;
    flow.open();
    await settled();
    flow.save(input);
    await settled();
    const state = stateOf(flow);
    expect(state.name === 'collecting' && state.error?.code).to.equal('shop-server-unreachable');
    world.part = async () => world.whole;
    flow.save(input);
    await settled();
    expect(flow.state.name).to.equal('saved');
  });

  describe('whose second part stalls', () => {
    /** Live fields, and a save that waits for the script. */
    async function stalled() {
      const parts = staged();
      parts.world.part = () => new Promise(() => undefined);
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
      world.part = async () => world.whole;
      flow.save(input);
      await settled();
      expect(flow.state.name).to.equal('saved');
    });

    for (const end of ['cancel', 'reset'] as const) {
      it(`${end}() ends the save at once, and nothing of it is sent, also when the script comes later`, async () => {
        const {fake, world, flow, names} = staged();
        const arrive: ((machine: Machine) => void)[] = [];
        world.part = () => new Promise((resolve) => arrive.push(resolve));
        flow.open();
        await settled();
        flow.save(input);
        flow.save(input);
        flow[end]();
        expect(flow.state.name).to.equal('idle');
        for (const one of arrive) one(world.whole);
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
      let arrive!: (machine: Machine) => void;
      world.part = () => new Promise((resolve) => (arrive = resolve));
      flow.resume();
      flow.cancel();
      arrive(world.whole);
      await settled();
      expect(fake.memory?.tracker).to.equal('track_9');
      expect(flow.resume()).to.equal(true);
      await settled();
      expect(fake.of('openSession').at(-1)?.request).to.deep.equal({tracker: 'track_9'});
    });
  });

  it('settles a remembered run before anything new, though the second part failed to load at first', async () => {
    const {fake, world, flow} = staged();
    fake.ports.memory.remember({tracker: 'track_9', step: 'authorizing'});
    world.part = offline;
    expect(flow.resume()).to.equal(true);
    await settled();
    expect(flow.state.name).to.equal('failed');
    world.part = async () => world.whole;
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
