import {expect, oneEvent} from '@open-wc/testing';
import {CardVaultElement} from '../../src/element/card-vault.js';
import {createRunMemory, memoryKey} from '../../src/element/session/memory.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {FakeWorld} from '../support/fake-parts.js';
import {countListeners} from '../support/listeners.js';
import {waitUntil} from '../support/wait.js';

/** An element that the page sees only below the fold. */
function below(): CardVaultHarness {
  const harness = new CardVaultHarness();
  const page = CardVaultHarness.page();
  const high = document.createElement('div');
  high.style.height = '400vh';
  page.append(high, harness.element);
  // Where an earlier element had been scrolled to is otherwise kept, and this one would stand there.
  scrollTo(0, 0);
  return harness;
}

describe('opening a session', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: time 30
  it('waits until the element is near to being seen', async () => {
    const harness = below();
    await harness.settled();
    await harness.settled();
    expect(harness.world.adapter.count('openSession')).to.equal(0);
    expect(harness.element.matches(':state(loading)')).to.equal(true);
    harness.element.scrollIntoView();
    await oneEvent(harness.element, 'card-vault-ready');
    expect(harness.world.adapter.count('openSession')).to.equal(1);
  });

  it('does not wait when it is needed', async () => {
    for (const use of [
      (harness: CardVaultHarness) => void harness.element.whenReady(),
      (harness: CardVaultHarness) => harness.element.focus(),
      (harness: CardVaultHarness) =>
        harness.input('expiry').dispatchEvent(new Event('focusin', {bubbles: true})),
      (harness: CardVaultHarness) => void harness.save().catch(() => undefined),
    ]) {
      const harness = below();
      await harness.settled();
      use(harness);
      await oneEvent(harness.element, 'card-vault-ready');
      expect(harness.world.adapter.count('openSession')).to.equal(1);
    }
  });

  const changes: Record<string, (harness: CardVaultHarness) => void> = {
    'session-url': ({element}) => (element.sessionUrl = '/other'),
    adapter: ({element, world}) => (element.adapter = world.adapter),
    'entry mode': ({element}) => (element.entryMode = 'raw'),
  };
  for (const [what, change] of Object.entries(changes))
    it(`begins anew with another ${what}, also where its fields are live`, async () => {
      const harness = await CardVaultHarness.ready();
      await harness.type('expiry', '0129');
      const ready = oneEvent(harness.element, 'card-vault-ready');
      change(harness);
      await ready;
      expect(harness.world.adapter.count('openSession')).to.equal(2);
      expect(harness.input('expiry').value).to.equal('');
    });

  it('says what is missing when there is nothing to talk to, and works once it is given', async () => {
    const harness = new CardVaultHarness();
    harness.element.sessionUrl = undefined;
    CardVaultHarness.page().append(harness.element);
    let code = '';
    await harness.element.whenReady().catch((error: CardVaultError) => (code = error.code));
    expect(code).to.equal('configuration-missing');
    await harness.ended();
    expect(harness.text('outcome-text')).to.contain('We can’t take cards right now');
    expect(harness.part('outcome-button'), 'trying again would not help').to.equal(null);
    harness.element.adapter = harness.world.adapter;
    await oneEvent(harness.element, 'card-vault-ready');
    await harness.settled();
    expect(harness.part('outcome')).to.equal(null);
  });

  it("recovers without a reload when the shop's server answers again", async () => {
    const harness = new CardVaultHarness();
    harness.world.adapter.script.fail.openSession = new CardVaultError('shop-server-unreachable', 'down');
    CardVaultHarness.page().append(harness.element);
    await harness.ended();
    expect(harness.text('outcome-title')).to.equal('The card form couldn’t load');
    expect(harness.named('error')).to.have.length(1);
    harness.world.adapter.script.fail = {};
    harness.part('outcome-button')!.click();
    await harness.element.whenReady();
  });

  // shows: peers 58, time 87
  it('tries again by itself when the connection is back', async () => {
    const harness = new CardVaultHarness();
    harness.world.adapter.script.fail.openSession = new CardVaultError('shop-server-unreachable', 'down');
    CardVaultHarness.page().append(harness.element);
    await harness.ended();
    harness.world.adapter.script.fail = {};
    dispatchEvent(new Event('online'));
    await oneEvent(harness.element, 'card-vault-ready');
  });

  // shows: peers 57, time 25
  it('fails with a code when the rest of its script cannot be loaded', async () => {
    const harness = new CardVaultHarness();
    harness.world.engineError = new TypeError('Failed to fetch dynamically imported module');
    CardVaultHarness.page().append(harness.element);
    let error: CardVaultError | undefined;
    await harness.element.whenReady().catch((cause: CardVaultError) => (error = cause));
    expect(error).to.have.property('code', 'shop-server-unreachable');
    expect(error!.message).to.contain('Failed to fetch dynamically imported module');
    await waitUntil(() => harness.text('problem').includes('We lost the connection'), 'it is said');
    harness.world.engineError = undefined;
    expect(harness.named('error')).to.have.length.above(0);
    harness.part('base')!.dispatchEvent(new PointerEvent('pointerdown'));
    await oneEvent(harness.element, 'card-vault-ready');
    expect(harness.part('problem')).to.equal(null);
  });
});

describe('ready', () => {
  afterEach(() => CardVaultHarness.clean());

  const codeOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'resolved',
      (error: CardVaultError) => error.code,
    );

  it('is refused to an element that is in no page', async () => {
    const harness = new CardVaultHarness();
    expect(await codeOf(harness.save())).to.equal('not-ready');
  });

  it('leaves alone what is over', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.saved();
    await harness.element.whenReady();
    expect(harness.element.value).to.equal('pm_1');
  });

  it('waits for the fresh fields after a save that stopped', async () => {
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'FAILED'));
    const ready = oneEvent(harness.element, 'card-vault-stopped').then(() => harness.element.whenReady());
    await harness.fill();
    await harness.save();
    await ready;
    expect(harness.element.state).to.equal('collecting');
    expect(harness.world.adapter.count('openSession')).to.equal(2);
  });

  it('waits while the element is disabled', async () => {
    const harness = new CardVaultHarness();
    harness.element.disabled = true;
    CardVaultHarness.page().append(harness.element);
    await harness.settled();
    await harness.settled();
    expect(harness.world.adapter.count('openSession')).to.equal(0);
    harness.element.disabled = false;
    await oneEvent(harness.element, 'card-vault-ready');
    harness.element.disabled = true;
    await harness.fill();
    expect(await codeOf(harness.save())).to.equal('not-ready');
  });

  it('is given up by cancel(), and taken up by the next touch', async () => {
    const harness = new CardVaultHarness();
    harness.world.adapter.script.hold.openSession = new Promise(() => undefined);
    CardVaultHarness.page().append(harness.element);
    await waitUntil(() => harness.world.adapter.count('openSession') === 1);
    harness.element.cancel();
    await harness.settled();
    expect(harness.part('base')!.dataset['state']).to.equal('idle');
    harness.world.adapter.script.hold = {};
    harness.part('base')!.dispatchEvent(new PointerEvent('pointerdown'));
    await oneEvent(harness.element, 'card-vault-ready');
  });

  it('comes again when the fields were renewed, and the shopper reads why', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    harness.fields.tokenError = new CardVaultError('capture-context-expired', 'too late');
    const saving = codeOf(harness.save());
    await waitUntil(() => harness.named('ready').length === 2);
    expect(await saving).to.equal('capture-context-expired');
    await harness.settled();
    expect(harness.announced).to.contain('the form timed out');
    expect((harness.named('ready')[1] as CustomEvent<{renewed: boolean}>).detail.renewed).to.equal(true);
    expect(harness.input('expiry').value).to.equal('01 / 29');
    expect(harness.fields.mounts).to.equal(2);
  });
});

describe('leaving and moving', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 47
  it('frees everything when it leaves, however often it comes back', async () => {
    const listeners = countListeners(window);
    try {
      const page = CardVaultHarness.page();
      const harness = await CardVaultHarness.ready(undefined, page);
      for (let round = 0; round < 10; round += 1) {
        harness.element.remove();
        expect(harness.element.childElementCount).to.equal(0);
        page.append(harness.element);
        await harness.element.whenReady();
      }
      harness.element.remove();
      await harness.settled();
      expect(harness.world.timersWaiting.size).to.equal(0);
      expect(listeners.added).to.be.at.least(11);
      expect(listeners.left).to.equal(0);
      expect(harness.world.fields).to.have.length(11);
      for (const fields of harness.world.fields) expect(fields.unmounts).to.be.greaterThan(0);
    } finally {
      listeners.stop();
    }
  });

  it('begins again where it is moved to, and keeps what is not in a frame', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    CardVaultHarness.page().append(harness.element);
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.world.adapter.count('openSession')).to.equal(2);
    expect(harness.element.querySelectorAll('[slot]')).to.have.length(2);
    expect(harness.input('expiry').value).to.equal('01 / 29');
    harness.fields.change('number', {valid: true, brands: ['visa']});
    harness.fields.change('securityCode', {valid: true});
    expect((await harness.save()).outcome).to.equal('saved');
  });

  // shows: peers 48
  it('lives on without a break under moveBefore', async () => {
    const harness = await CardVaultHarness.ready();
    const page = CardVaultHarness.page() as HTMLElement & {
      moveBefore?: (node: Node, child: Node | null) => void;
    };
    if (!page.moveBefore) return;
    page.moveBefore(harness.element, null);
    await harness.settled();
    expect(harness.world.adapter.count('openSession')).to.equal(1);
    expect(harness.fields.unmounts).to.equal(0);
  });

  it('keeps a saved card through a move', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.saved();
    CardVaultHarness.page().append(harness.element);
    await harness.settled();
    expect(harness.element.value).to.equal('pm_1');
    expect(harness.named('saved')).to.have.length(1);
  });

  it('ends a save that it is removed from as interrupted', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold.enroll = new Promise(() => undefined);
    });
    await harness.fill();
    const saving = harness.save();
    await waitUntil(() => harness.world.adapter.count('enroll') === 1);
    harness.element.remove();
    expect(await saving).to.include({outcome: 'stopped', cause: 'interrupted'});
  });

  it('takes a save up again when it is moved in the middle of it', async () => {
    let go!: () => void;
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold.authorize = new Promise<void>((resolve) => (go = resolve));
    });
    await harness.fill();
    const saving = harness.save();
    await waitUntil(() => harness.world.adapter.count('authorize') === 1);
    CardVaultHarness.page().append(harness.element);
    go();
    expect((await saving).outcome).to.equal('saved');
    expect(harness.world.adapter.count('fetchPayment')).to.equal(1);
  });

  // shows: peers 91
  it('works inside a shadow root of the page', async () => {
    const host = document.createElement('div');
    CardVaultHarness.page().append(host);
    const harness = await CardVaultHarness.ready(undefined, host.attachShadow({mode: 'open'}));
    await harness.fill();
    expect((await harness.save()).outcome).to.equal('saved');
  });

  it('resets at any time', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold.enroll = new Promise(() => undefined);
    });
    await harness.fill();
    const saving = harness.save();
    await waitUntil(() => harness.world.adapter.count('enroll') === 1);
    harness.element.reset();
    expect(await saving).to.include({outcome: 'stopped', cause: 'interrupted'});
    harness.world.adapter.script.hold = {};
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.input('expiry').value).to.equal('');
  });
});

describe('a run that outlives the page', () => {
  afterEach(() => CardVaultHarness.clean());

  it("is taken up from the server's truth", async () => {
    const world = new FakeWorld();
    world.memory.run = {tracker: 'track_9', step: 'stepping-up'};
    const harness = new CardVaultHarness(world);
    const saved = oneEvent(harness.element, 'card-vault-saved');
    CardVaultHarness.page().append(harness.element);
    await saved;
    expect(world.adapter.calls.slice(0, 2)).to.deep.equal(['openSession', 'fetchPayment']);
    expect(harness.element.value).to.equal('pm_1');
  });

  it('ends once in the page, also when it is over before the script that tells the page so', async () => {
    const world = new FakeWorld();
    world.memory.run = {tracker: 'track_9', step: 'stepping-up'};
    const {loadInteraction} = world;
    let arrive!: () => void;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    world.loadInteraction = () => arrived.then(loadInteraction);
    const harness = new CardVaultHarness(world);
    const saved = oneEvent(harness.element, 'card-vault-saved');
    CardVaultHarness.page().append(harness.element);
    await waitUntil(() => harness.element.value === 'pm_1');
    expect(harness.named('saved')).to.have.length(0);
    arrive();
    await saved;
    await harness.settled();
    expect(harness.named('saved')).to.have.length(1);
  });

  // shows: peers 52
  it('is taken up by a page that comes back from the back/forward cache', async () => {
    const harness = await CardVaultHarness.ready((element, world) => {
      element.stepUp = 'redirect';
      world.adapter.script.status = 'REQUIRED';
    });
    await harness.fill();
    const saving = harness.save();
    await waitUntil(() => harness.element.shadowRoot!.querySelector('[data-state="stepping-up"]'));
    await waitUntil(() => harness.world.lastStepUp);
    harness.world.lastStepUp.end({outcome: 'leaving'});
    await harness.settled();
    dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    expect((await saving).outcome).to.equal('saved');
  });

  it('remembers tracker, step and whether device data was collected, nothing else, and bears a storage that throws', () => {
    const memory = createRunMemory('key');
    memory.remember({tracker: 'track_1', step: 'enrolling', ...{secret: 'x'}});
    expect(sessionStorage.getItem('key')).to.equal('{"tracker":"track_1","step":"enrolling"}');
    expect(memory.recall()).to.deep.equal({tracker: 'track_1', step: 'enrolling'});
    const run = {tracker: 'track_1', step: 'enrolling', deviceDataCollected: false};
    memory.remember({...run, ...{secret: 'x'}});
    expect(memory.recall()).to.deep.equal(run);
    expect(sessionStorage.getItem('key')).not.to.contain('secret');
    for (const foreign of ['x', '{}', 'null', '7', '{"tracker":1,"step":"x"}']) {
      sessionStorage.setItem('key', foreign);
      expect(memory.recall()).to.equal(undefined);
    }
    const {getItem, setItem, removeItem} = Storage.prototype;
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.assign(Storage.prototype, {getItem: refuse, setItem: refuse, removeItem: refuse});
    try {
      memory.remember({tracker: 'track_1', step: 'enrolling'});
      expect(memory.recall()).to.equal(undefined);
      memory.forget();
    } finally {
      Object.assign(Storage.prototype, {getItem, setItem, removeItem});
    }
  });

  it('belongs to one element of one page', () => {
    const page = CardVaultHarness.page();
    const make = (name: string, id = ''): CardVaultElement => {
      const element = new CardVaultElement(new FakeWorld().ports);
      element.setAttribute('name', name);
      element.id = id;
      page.append(element);
      return element;
    };
    const keys = [make('card'), make('card'), make('other'), make('card', 'mine')].map(memoryKey);
    expect(new Set(keys).size).to.equal(4);
    expect(keys[0]).to.contain(location.pathname);
  });
});

describe('the registration', () => {
  it('is harmless twice', async () => {
    const {CardVaultElement: registered} = await import('../../src/element/exports/index.js');
    await import('../../src/element/exports/define.js');
    const again = '../../src/element/exports/define.ts?again';
    await import(again);
    expect(customElements.get('card-vault')).to.equal(registered);
    expect(document.createElement('card-vault')).to.be.instanceOf(registered);
  });
});
