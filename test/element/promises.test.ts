import {expect} from '@open-wc/testing';
import type {CardVaultError} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

/** How a promise of the element ends. */
const endOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: CardVaultError) => error.code,
  );

/**
 * Put into a page whose earlier page left a run behind, and whose session is not answered until `answer()`.
 */
async function comingBack(
  step: 'stepping-up' | 'enrolling',
): Promise<{readonly harness: CardVaultHarness; readonly answer: () => void}> {
  const harness = new CardVaultHarness();
  const {adapter, memory} = harness.world;
  memory.run = {tracker: 'track_9', step};
  let answer!: () => void;
  adapter.script.hold.openSession = new Promise<void>((done) => (answer = done));
  CardVaultHarness.page().append(harness.element);
  await waitUntil(() => harness.element.state === 'opening', 'the run is taken up');
  return {harness, answer};
}

describe('promises of the element', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: time 51
  it('save() ends, and the form can be filled again, when the page moves the element before the card is sent on', async () => {
    const harness = await CardVaultHarness.ready();
    const {adapter} = harness.world;
    adapter.script.hold.processTransientToken = new Promise(() => undefined);
    await harness.fill();
    const save = endOf(harness.save());
    await waitUntil(() => adapter.count('processTransientToken') === 1, 'the card is on its way');
    adapter.script.hold = {};
    CardVaultHarness.page().append(harness.element);
    expect(await save).to.equal('not-ready');
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.element.matches(':state(busy)')).to.equal(false);
    await harness.fill();
    expect((await harness.save()).outcome).to.equal('saved');
  });

  it('save() ends when a run that was taken up turns out to have done nothing', async () => {
    const {harness, answer} = await comingBack('enrolling');
    const {adapter} = harness.world;
    let read!: () => void;
    const asked = new Promise<void>((done) => (read = done));
    adapter.fetchPayment = async ({tracker}) => {
      await asked;
      const nothing = {state: 'TRACKER_STARTED', nextAction: 'PAYER_AUTH_SETUP', authorized: false};
      return {tracker, reversed: false, ...nothing} as unknown as Awaited<
        ReturnType<typeof adapter.fetchPayment>
      >;
    };
    answer();
    await waitUntil(() => harness.element.state === 'confirming', 'its truth is asked for');
    const save = endOf(harness.save());
    read();
    expect(await save).to.equal('not-ready');
    await harness.element.whenReady();
    await harness.fill();
    expect((await harness.save()).outcome).to.equal('saved');
  });

  it('whenReady() and save() end with a run that was taken up and is saved', async () => {
    const {harness, answer} = await comingBack('stepping-up');
    harness.world.adapter.script.status = 'REQUIRED';
    const ready = endOf(harness.element.whenReady());
    const save = harness.save();
    answer();
    expect(await ready).to.equal('resolved');
    expect((await save).outcome).to.equal('saved');
  });

  it('whenReady() ends with cancel() while the session is opened', async () => {
    const harness = new CardVaultHarness();
    harness.world.adapter.script.hold.openSession = new Promise(() => undefined);
    CardVaultHarness.page().append(harness.element);
    const ready = endOf(harness.element.whenReady());
    await waitUntil(() => harness.element.state === 'opening', 'the session is asked for');
    harness.element.cancel();
    expect(await ready).to.equal('not-ready');
  });

  it('whenReady() waits on through a move in the page', async () => {
    const {harness, answer} = await comingBack('stepping-up');
    const ready = endOf(harness.element.whenReady());
    CardVaultHarness.page().append(harness.element);
    answer();
    expect(await ready).to.equal('resolved');
  });
});
