import {expect} from '@open-wc/testing';
import {CardVaultError} from '../../src/protocol/index.js';
import type {State} from '../../src/flow/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {card, FakeFlow, FakeWorld, paymentMethod, session} from '../support/fake-parts.js';
import {waitUntil} from '../support/wait.js';

/** A page of a scheme. */
function ground(scheme: 'light' | 'dark'): HTMLElement {
  const page = CardVaultHarness.page();
  page.style.cssText = `padding: 16px; background: ${scheme === 'dark' ? '#121419' : '#fff'}`;
  return page;
}

/** An element whose flow stands in a state. */
async function standing(
  state: State,
  scheme: 'light' | 'dark',
  setup: (harness: CardVaultHarness) => void = () => undefined,
): Promise<CardVaultHarness> {
  const world = new FakeWorld();
  const flow = (world.flow = new FakeFlow());
  const harness = new CardVaultHarness(world);
  harness.element.theme = scheme;
  setup(harness);
  ground(scheme).append(harness.element);
  await waitUntil(() => flow.calls.includes('open'));
  flow.go({name: 'collecting', run: 1, session});
  await harness.fields.mount({} as never);
  flow.go(state);
  if (state.name === 'stopped') {
    await waitUntil(() => flow.calls.filter((call) => call === 'open').length === 2);
    flow.go({name: 'collecting', run: 2, session});
  }
  if (['saved', 'stopped', 'failed'].includes(state.name)) await harness.ended();
  await harness.settled();
  harness.still();
  return harness;
}

const base = {run: 1, session, card} as const;
/** For the engines that these tests run in. In Chromium, `e2e/golden` asks axe about every state. */
const states: readonly (readonly [string, State, ((harness: CardVaultHarness) => void)?])[] = [
  ['loading', {name: 'opening', run: 1}],
  [
    'collecting with everything',
    {name: 'collecting', run: 1, session},
    ({element}) => {
      element.cardholderName = true;
      element.billingFields = 'full';
    },
  ],
  ['compact', {name: 'collecting', run: 1, session}, ({element}) => (element.layout = 'compact')],
  [
    'saved',
    {
      name: 'saved',
      ...base,
      outcome: {
        outcome: 'saved',
        paymentMethod: {...paymentMethod, singleUse: true},
        authentication: {status: 'FRICTIONLESS', eci: '05', liabilityShift: true},
        tracker: 't',
      },
    },
  ],
  [
    'stopped',
    {
      name: 'stopped',
      ...base,
      outcome: {
        outcome: 'stopped',
        reason: 'failed',
        cause: 'issuer-declined',
        authentication: undefined,
        tracker: 't',
      },
    },
  ],
  ['failed', {name: 'failed', ...base, error: new CardVaultError('service-unreachable', 'x')}],
];

describe('accessibility, with an empty list of accepted findings', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, state, setup] of states) {
      it(`${name}, ${scheme}`, async () => {
        const harness = await standing(state, scheme, setup);
        await expect(harness.element).to.be.accessible();
      });
    }

    // shows: peers 79
    it(`errors, ${scheme}`, async () => {
      const harness = await standing({name: 'collecting', run: 1, session}, scheme, ({element}) => {
        element.cardholderName = true;
        element.billingFields = 'full';
      });
      await harness.save().catch(() => undefined);
      await harness.settled();
      expect(harness.error('number')).not.to.equal('');
      await expect(harness.element).to.be.accessible();
    });

    it(`the room of the step-up, ${scheme}`, async () => {
      const harness = await CardVaultHarness.ready((element, world) => {
        element.theme = scheme;
        world.adapter.script.status = 'REQUIRED';
      }, ground(scheme));
      await harness.fill();
      const saving = harness.save();
      await waitUntil(() => harness.world.lastStepUp);
      await harness.world.lastStepUp.opened;
      harness.still();
      await expect(harness.element).to.be.accessible();
      harness.world.lastStepUp.end({outcome: 'returned'});
      await saving;
    });
  }
});

describe('keyboard and names', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 74, wcag 1.3.1
  it('labels every own input, and names no box around a frame, which has the name inside', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.cardholderName = true;
      element.billingFields = 'full';
    });
    await waitUntil(() => harness.root.querySelector('#country'));
    for (const input of harness.root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,select'))
      expect(input.labels, input.id).to.have.length(1);
    for (const name of ['number', 'security-code'])
      expect(harness.part(`box-${name}`)!.getAttribute('role')).to.equal(null);
  });

  // shows: wcag 2.5.2
  it('puts the focus into a frame when its label or its box is pressed', async () => {
    const harness = await CardVaultHarness.ready();
    harness
      .part('label-number')!
      .dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
    harness
      .part('box-security-code')!
      .dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
    expect(harness.fields.focused).to.deep.equal(['number', 'securityCode']);
  });

  // shows: wcag 2.4.7
  it('draws the focus of a frame on its box', async () => {
    const harness = await CardVaultHarness.ready();
    harness.fields.tell({type: 'focus', field: 'number'});
    await harness.settled();
    expect(harness.part('box-focused')).to.equal(harness.part('box-number'));
    harness.fields.tell({type: 'blur', field: 'number'});
    await harness.settled();
    expect(harness.part('box-focused')).to.equal(null);
  });

  it('moves the focus to an ending when it was in the element', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    harness.button!.focus();
    await harness.save();
    await harness.ended();
    await waitUntil(() => harness.root.activeElement === harness.part('outcome-title'));
  });

  it('leaves the focus where it is when it was elsewhere', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    const other = document.createElement('input');
    CardVaultHarness.page().append(other);
    other.focus();
    await harness.save();
    await harness.ended();
    expect(document.activeElement).to.equal(other);
  });
});

describe('what a screen reader finds beside fresh fields', () => {
  afterEach(() => CardVaultHarness.clean());

  /** A save that waits for the bank, and has been announced. */
  async function saving(): Promise<CardVaultHarness> {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold.enroll = new Promise(() => undefined);
    });
    await harness.fill();
    void harness.save().catch(() => undefined);
    await waitUntil(() => harness.announced === 'Saving card…');
    await waitUntil(() => harness.world.adapter.count('enroll') === 1);
    harness.world.adapter.script.hold = {};
    return harness;
  }

  it('is nothing of the save that a reset has ended, and the next one is announced', async () => {
    const harness = await saving();
    harness.element.reset();
    await waitUntil(() => harness.named('ready').length > 1);
    await harness.settled();
    expect(harness.announced).to.equal('');
    harness.world.adapter.script.hold.enroll = new Promise(() => undefined);
    await harness.fill();
    void harness.save().catch(() => undefined);
    await waitUntil(() => harness.announced === 'Saving card…');
  });

  it('is nothing of the save of an element that was removed', async () => {
    const harness = await saving();
    harness.element.remove();
    await harness.settled();
    expect(harness.announced).to.equal('');
  });

  it('is the ending that stands there too, and the same ending is announced again', async () => {
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'REJECTED'));
    const ending = /^Your card was not saved\./;
    for (let turn = 1; turn <= 2; turn += 1) {
      await harness.fill();
      await harness.save();
      await harness.ended();
      expect(harness.named('ready')).to.have.length(turn + 1);
      expect(harness.announced).to.match(ending);
    }
  });
});
