import {expect} from '@open-wc/testing';
import {type EntriesHost, Entries} from '../../../src/element/fields/entries.js';
import type {PlacedFields} from '../../../src/element/fields.js';
import {FieldStore} from '../../../src/element/fields/field-store.js';
import {RawEntry, type RawEntryHost} from '../../../src/element/fields/raw-entry.js';
import type {State, StateName} from '../../../src/flow/index.js';
import type {CardVaultError, EntryMode} from '../../../src/protocol/index.js';
import {FakeHost, FakeTimers} from '../../support/fake-host.js';
import {waitUntil} from '../../support/wait.js';

class RawHost extends FakeHost implements EntriesHost, RawEntryHost {
  entryMode: EntryMode = 'raw';
  readonly acceptedBrands = undefined;
  readonly billingFields = 'none';
  readonly billing = undefined;
  readonly cardholderName = false;
  readonly consent = 'none';
  readonly validateOn = 'blur';
}
customElements.define('raw-host', RawHost);

const fields = '<input id="number"><input id="security-code">';

function setup(entryMode: EntryMode = 'raw') {
  const host = Object.assign(new RawHost(), {entryMode});
  const root = host.attachShadow({mode: 'open'});
  root.innerHTML = fields;
  const timers = new FakeTimers();
  const entries = new Entries(host, new FieldStore(host), timers);
  const world = {sessionMode: undefined as EntryMode | undefined, forgotten: 0};
  const raw = new RawEntry(host, {
    entries,
    now: () => new Date(timers.now()),
    sessionMode: () => world.sessionMode,
    forget: () => (world.forgotten += 1),
  });
  /** Draws the element until its inputs are loaded, and fills them as a shopper would. */
  const filled = async (): Promise<void> => {
    host.update();
    await waitUntil(() => raw.inputs !== undefined, 'the inputs are loaded');
    entries.store.texts.set('expiry', '01 / 29');
    fill(root, '4111 1111 1111 1111', '123');
  };
  return {host, root, entries, world, raw, filled};
}

function fill(root: ParentNode, number: string, code: string): void {
  root.querySelector<HTMLInputElement>('#number')!.value = number;
  root.querySelector<HTMLInputElement>('#security-code')!.value = code;
}
const textsOf = (root: ParentNode): string[] => [...root.querySelectorAll('input')].map(({value}) => value);
const at = (name: StateName): State => ({name, run: 1}) as State;
const card = {
  ...{cardNumber: '4111111111111111', securityCode: '123'},
  ...{expirationMonth: '01', expirationYear: '2029'},
};

describe('RawEntry', () => {
  it('loads its inputs when the element is drawn, and updates the host', async () => {
    const {host, raw, filled} = setup();
    expect(raw.inputs === undefined).to.equal(true);
    const {updates} = host;
    await filled();
    expect(host.updates).to.equal(updates + 1);
    const {inputs} = raw;
    host.update();
    expect(raw.inputs === inputs).to.equal(true);
  });

  it('has no inputs, and loads none, where the shop or its session wants hosted fields', async () => {
    const [byShop, bySession, raw] = [setup('flex'), setup(), setup()];
    bySession.world.sessionMode = 'flex';
    byShop.host.update();
    bySession.host.update();
    await raw.filled();
    byShop.host.entryMode = 'raw';
    bySession.world.sessionMode = 'raw';
    for (const {raw: hosted} of [byShop, bySession]) expect(hosted.inputs === undefined).to.equal(true);
  });

  it('has no inputs any more when the session turns out to want hosted fields', async () => {
    const {raw, filled, world} = setup();
    await filled();
    world.sessionMode = 'flex';
    expect(raw.inputs === undefined).to.equal(true);
    world.sessionMode = 'raw';
    expect(raw.inputs === undefined).to.equal(false);
  });

  it('reads the card as it stands in the inputs', async () => {
    const {raw, filled} = setup();
    await filled();
    expect(raw.read()).to.deep.equal(card);
  });

  it('reads the inputs where the page has placed them', async () => {
    const {raw, entries, filled} = setup();
    await filled();
    const place = document.createElement('div').attachShadow({mode: 'open'});
    place.innerHTML = '<input id="security-code" value="987">';
    entries.store.placed = {
      arrange: (usual) => usual,
      rootOf: (piece) => (piece === 'security-code' ? place : undefined),
      drawn: () => Promise.resolve(),
    } satisfies PlacedFields;
    expect(raw.read()).to.deep.equal({...card, securityCode: '987'});
  });

  it('judges the expiry by the clock that it is given', async () => {
    const {raw, entries, filled} = setup();
    await filled();
    entries.store.type('expiry', '10 / 26');
    expect(() => raw.read())
      .to.throw()
      .with.property('code', 'card-incomplete');
    entries.store.type('expiry', '11 / 26');
    expect(raw.read()).to.include({expirationMonth: '11', expirationYear: '2026'});
  });

  it('cannot be read before its inputs are there', () => {
    const {raw} = setup();
    let error: CardVaultError | undefined;
    try {
      raw.read();
    } catch (cause) {
      error = cause as CardVaultError;
    }
    expect(error?.code).to.equal('not-ready');
  });

  it('empties its inputs and forgets their edits, also where they are not shown any more', async () => {
    const {raw, root, world, filled} = setup();
    await filled();
    world.sessionMode = 'flex';
    raw.clear();
    expect(textsOf(root)).to.deep.equal(['', '']);
    expect(world.forgotten).to.equal(1);
  });

  it('forgets the edits where nothing is loaded', () => {
    const {raw, world} = setup();
    raw.clear();
    expect(world.forgotten).to.equal(1);
  });

  for (const [name, isKept] of [
    ['collecting', true],
    ['tokenizing', true],
    ['authorizing', true],
    ['saved', false],
    ['stopped', false],
    ['failed', false],
  ] as const)
    it(`${isKept ? 'keeps the card' : 'keeps no card number'} in the state ${name}`, async () => {
      const {raw, root, filled} = setup();
      await filled();
      raw.stateChanged(at(name));
      expect(textsOf(root)).to.deep.equal(isKept ? ['4111 1111 1111 1111', '123'] : ['', '']);
    });

  it('keeps no card number when the element leaves the page', async () => {
    const {host, root, world, filled} = setup();
    document.body.append(host);
    await filled();
    host.remove();
    expect(textsOf(root)).to.deep.equal(['', '']);
    expect(world.forgotten).to.equal(1);
  });
});
