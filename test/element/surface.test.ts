import {expect} from '@open-wc/testing';
import {Offline} from '../../src/element/session/offline.js';
import type {FieldName} from '../../src/element/options.js';
import {later as enLater} from '../../src/texts/en/later.js';
import {stateNames} from '../../src/flow/index.js';
import {givenOf} from '../../src/flow/outcomes.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {FakeHost} from '../support/fake-host.js';
import {waitUntil} from '../support/wait.js';

/** The events of fields, as a page hears them: `focus number`. */
function followFields(harness: CardVaultHarness): string[] {
  const heard: string[] = [];
  for (const name of ['focus', 'blur'] as const)
    harness.element.addEventListener(`card-vault-${name}`, ({detail}) => {
      expect(Object.isFrozen(detail)).to.equal(true);
      heard.push(`${name} ${detail.field}`);
    });
  return heard;
}

describe('state', () => {
  afterEach(() => CardVaultHarness.clean());

  it('is the step of the flow that card-vault-step tells of, and read-only', async () => {
    const harness = new CardVaultHarness();
    expect(harness.element.state).to.equal('idle');
    const seen: string[] = [];
    harness.element.addEventListener('card-vault-step', ({detail}) => {
      expect(detail.step).to.equal(harness.element.state);
      seen.push(harness.element.state);
    });
    CardVaultHarness.page().append(harness.element);
    await harness.element.whenReady();
    expect(harness.element.state).to.equal('collecting');
    await harness.saved();
    expect(harness.element.state).to.equal('saved');
    for (const name of seen) expect(stateNames).to.include(name);
    expect(() => Object.assign(harness.element, {state: 'idle'})).to.throw(TypeError);
  });
});

describe('clear(field)', () => {
  afterEach(() => CardVaultHarness.clean());

  async function filled(): Promise<CardVaultHarness> {
    const harness = await CardVaultHarness.ready((element) => {
      element.cardholderName = true;
      element.billingFields = 'postal';
      element.billing = {postalCode: '10001', country: 'US'};
    });
    await waitUntil(() => harness.input('postal-code'));
    await harness.fill();
    await harness.type('name', 'Ann Example');
    return harness;
  }

  const emptied = (harness: CardVaultHarness, field: FieldName): boolean =>
    (harness.named('change').at(-1) as HTMLElementEventMap['card-vault-change']).detail.fields[field]!.empty;

  // shows: peers 85
  it('empties that field and no other', async () => {
    const harness = await filled();
    harness.element.clear('expiry');
    await harness.settled();
    expect(harness.input('expiry').value).to.equal('');
    expect(harness.input('name').value).to.equal('Ann Example');
    expect(emptied(harness, 'number')).to.equal(false);
    harness.element.clear('number');
    await waitUntil(() => emptied(harness, 'number'));
    expect(emptied(harness, 'security-code')).to.equal(false);
    harness.element.clear('security-code');
    await waitUntil(() => emptied(harness, 'security-code'));
    harness.element.clear('name');
    await harness.settled();
    expect(harness.input('name').value).to.equal('');
  });

  it('empties what the page has supplied too, until it is typed', async () => {
    const harness = await filled();
    expect(harness.input('postal-code').value).to.equal('10001');
    harness.element.clear('postal-code');
    await harness.settled();
    expect(harness.input('postal-code').value).to.equal('');
  });

  it('takes back what was said of the field', async () => {
    const harness = await filled();
    await harness.type('expiry', '0112');
    await harness.leave('expiry');
    await waitUntil(() => harness.error('expiry') !== '');
    harness.element.clear('expiry');
    await harness.settled();
    expect(harness.error('expiry')).to.equal('');
    harness.press('expiry', {key: 'z', code: 'KeyZ', ctrlKey: true});
    expect(harness.input('expiry').value, 'nothing comes back by undoing').to.equal('');
  });

  it('empties a plain input', async () => {
    const harness = await CardVaultHarness.ready((element, world) => {
      element.entryMode = 'raw';
      world.adapter.script.session = {entryMode: 'raw'};
    });
    await waitUntil(() => harness.input('number'));
    await harness.type('number', '4000000000002701');
    await harness.type('security-code', '123');
    harness.element.clear('number');
    await waitUntil(() => emptied(harness, 'number'));
    expect(harness.input('number').value).to.equal('');
    expect(harness.input('security-code').value).to.equal('123');
    harness.element.clear('security-code');
    await waitUntil(() => emptied(harness, 'security-code'));
    expect(harness.input('security-code').value).to.equal('');
  });

  it('does nothing while a card is saved, and for a field that is not shown', async () => {
    const harness = await filled();
    harness.element.clear('state');
    harness.element.clear('consent');
    await harness.settled();
    expect(harness.input('name').value).to.equal('Ann Example');
    const {adapter} = harness.world;
    let release = (): void => undefined;
    adapter.script.hold.enroll = new Promise<void>((resolve) => (release = resolve));
    const saving = harness.save();
    await waitUntil(() => adapter.count('enroll') === 1, 'the save is under way');
    harness.element.clear('name');
    harness.element.clear('number');
    await harness.settled();
    expect([harness.input('name').value, harness.fields.cleared]).to.deep.equal(['Ann Example', 0]);
    release();
    expect((await saving).outcome).to.equal('saved');
  });

  it('takes a consent back', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.consent = 'optional'));
    await waitUntil(() => harness.input('consent'));
    harness.input('consent').click();
    await harness.settled();
    expect(harness.input('consent').checked).to.equal(true);
    harness.element.clear('consent');
    await harness.settled();
    expect(harness.input('consent').checked).to.equal(false);
  });
});

describe('card-vault-focus and card-vault-blur', () => {
  afterEach(() => CardVaultHarness.clean());

  it('tell of one field at a time, also when a frame reports late that it was left', async () => {
    const harness = await CardVaultHarness.ready();
    // Live fields have what they do a moment later.
    await harness.fill();
    const heard = followFields(harness);
    harness.fields.tell({type: 'focus', field: 'number'});
    harness.input('expiry').focus();
    harness.fields.tell({type: 'blur', field: 'number'});
    harness.input('expiry').blur();
    harness.fields.tell({type: 'focus', field: 'securityCode'});
    harness.fields.tell({type: 'blur', field: 'securityCode'});
    expect(heard).to.deep.equal([
      'focus number',
      'blur number',
      'focus expiry',
      'blur expiry',
      'focus security-code',
      'blur security-code',
    ]);
  });

  it('tell of plain inputs, and of nothing but fields', async () => {
    const harness = await CardVaultHarness.ready((element, world) => {
      element.entryMode = 'raw';
      world.adapter.script.session = {entryMode: 'raw'};
    });
    await waitUntil(() => harness.input('number'));
    const heard = followFields(harness);
    harness.input('number').focus();
    harness.input('security-code').focus();
    harness.button!.focus();
    expect(heard).to.deep.equal(['focus number', 'blur number', 'focus security-code', 'blur security-code']);
  });

  it('tell that a hosted field is left when its frame is taken down', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    const heard = followFields(harness);
    harness.fields.tell({type: 'focus', field: 'number'});
    await harness.save();
    expect(heard).to.deep.equal(['focus number', 'blur number']);
  });
});

describe('placeholders', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 18
  it('are texts of messages, one for each field', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.cardholderName = true;
      element.billingFields = 'full';
      // Of no country, whose states would be a list.
      element.locale = 'en';
      element.messages = {
        numberPlaceholder: '0000',
        securityCodePlaceholder: 'code',
        expiryPlaceholder: 'month/year',
        namePlaceholder: 'As on the card',
        countryPlaceholder: 'Choose',
        street1Placeholder: 'Street and number',
        street2Placeholder: 'Flat',
        cityPlaceholder: 'Town',
        statePlaceholder: 'State',
        postalCodePlaceholder: 'Code',
      };
    });
    await waitUntil(() => harness.input('street1'));
    const {number, securityCode} = harness.fields.settings;
    expect([number.placeholder, securityCode.placeholder]).to.deep.equal(['0000', 'code']);
    const shown = (id: string): string => harness.input(id).placeholder;
    expect(['expiry', 'name', 'street1', 'street2', 'city', 'state', 'postal-code'].map(shown)).to.deep.equal(
      ['month/year', 'As on the card', 'Street and number', 'Flat', 'Town', 'State', 'Code'],
    );
    const country = harness.root.querySelector<HTMLSelectElement>('#country')!;
    expect(country.options[0]!.text).to.equal('Choose');
    await expect(harness.element).to.be.accessible();
  });

  it('are empty for a name and an address unless the page gives some', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.cardholderName = true;
      element.billingFields = 'postal';
    });
    await waitUntil(() => harness.input('postal-code'));
    expect(harness.input('name').placeholder).to.equal('');
    expect(harness.input('postal-code').placeholder).to.equal('');
  });
});

describe('name and address', () => {
  afterEach(() => CardVaultHarness.clean());

  it('are read back in the outcome and its event, as they went to the bank', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.cardholderName = true;
      element.billingFields = 'full';
      element.billing = {street1: '1 Old Road', country: 'US', state: 'NY', city: 'New York'};
    });
    await waitUntil(() => harness.input('postal-code'));
    await harness.fill();
    await harness.type('name', ' Ann Example ');
    await harness.type('street1', '2 New Road');
    await harness.type('postal-code', '10001');
    const outcome = await harness.save();
    const given = {
      cardholderName: 'Ann Example',
      billing: {street1: '2 New Road', country: 'US', state: 'NY', city: 'New York', postalCode: '10001'},
    };
    expect(outcome).to.deep.include(given);
    const {detail} = harness.named('saved')[0] as HTMLElementEventMap['card-vault-saved'];
    expect(detail).to.deep.include(given);
    expect(Object.isFrozen(detail.billing)).to.equal(true);
  });

  it('are left out where nothing was asked for', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    expect(await harness.save()).not.to.have.any.keys('cardholderName', 'billing');
  });

  it('are left out where a card number was typed into them', () => {
    const input = {expirationMonth: '01', expirationYear: '2029'};
    expect(
      givenOf({
        ...input,
        cardholderName: '4000 0000 0000 2701',
        billing: {street1: '4000-0000-0000-2701', city: 'Lahore', street2: ''},
      }),
    ).to.deep.equal({billing: {city: 'Lahore'}});
    expect(givenOf({...input, billing: {street1: '4000000000002701'}})).to.deep.equal({});
  });
});

describe('a lost connection', () => {
  afterEach(() => CardVaultHarness.clean());

  const hears = (type: 'online' | 'offline') => window.dispatchEvent(new Event(type));
  function listen() {
    const said: string[] = [];
    const announcer = {
      text: '',
      say(text: string) {
        this.text = text;
        said.push(text);
      },
    };
    const now = {live: true, local: false};
    const offline = new Offline(new FakeHost(), {
      ...{canType: () => now.live, isLocal: () => now.local, announcer},
      say: (key) => key,
    });
    offline.hostConnected();
    return {offline, said, announcer, now};
  }

  // shows: peers 58
  it('is said once, stays above the button, and is taken back when it returns', () => {
    const {offline, said, announcer, now} = listen();
    expect(offline.words).to.equal(undefined);
    hears('offline');
    hears('offline');
    offline.update();
    expect(offline.words).to.equal('offline');
    expect(said).to.deep.equal(['offline']);
    hears('online');
    expect(offline.words).to.equal(undefined);
    expect(said).to.deep.equal(['offline', '']);
    now.live = false;
    hears('offline');
    expect(offline.words, 'nothing can be lost before the fields are live').to.equal(undefined);
    now.live = true;
    hears('offline');
    announcer.say('Something else');
    hears('online');
    expect(announcer.text, 'a later announcement stays').to.equal('Something else');
    hears('offline');
    now.live = false;
    offline.update();
    now.live = true;
    offline.update();
    expect(offline.words, 'a save says itself whether it was sent').to.equal(undefined);
    offline.hostDisconnected();
    hears('offline');
    expect(offline.words, 'it is no longer in the page').to.equal(undefined);
  });

  it('is not said where no network is needed: the fields came without one, or the shop is on this machine', () => {
    const online = Object.getOwnPropertyDescriptor(navigator, 'onLine');
    Object.defineProperty(navigator, 'onLine', {value: false, configurable: true});
    try {
      const {offline, now} = listen();
      offline.update();
      expect(offline.words).to.equal(undefined);
      now.local = true;
      hears('offline');
      expect(offline.words).to.equal(undefined);
    } finally {
      if (online) Object.defineProperty(navigator, 'onLine', online);
      else Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('keeps what was typed, and the page hears no error', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.session = {returnUrl: 'https://shop.example/return'};
    });
    await harness.fill();
    hears('offline');
    await waitUntil(() => harness.text('problem') === enLater.offline);
    expect(harness.announced).to.equal(enLater.offline);
    expect(harness.input('expiry').value).to.equal('01 / 29');
    expect(harness.named('error')).to.deep.equal([]);
    await expect(harness.element).to.be.accessible();
    hears('online');
    await waitUntil(() => harness.text('problem') === '');
    expect(harness.announced).to.equal('');
    expect((await harness.save()).outcome).to.equal('saved');
  });
});
