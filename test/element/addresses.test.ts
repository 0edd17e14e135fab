import {expect} from '@open-wc/testing';
import {loadCountry, stateIn} from '../../src/addresses/index.js';
import type {BillingAddress} from '../../src/protocol/index.js';
import {publicAddresses, wrongAddresses} from '../support/addresses.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const keyOf = {street1: 'street1', city: 'city', state: 'state', 'postal-code': 'postalCode'} as const;
type Typed = keyof typeof keyOf;

async function formIn(country: string, locale: string): Promise<CardVaultHarness> {
  const harness = await CardVaultHarness.ready((element) =>
    Object.assign(element, {billingFields: 'full', country, locale}),
  );
  await waitUntil(() => harness.input('country')?.value === country);
  return harness;
}

/** The fields that are drawn, in their order, without the country and the second line, which each has. */
const drawn = ({root}: CardVaultHarness): string =>
  [...root.querySelectorAll('#street1, #city, #state, #postal-code')].map(({id}) => id).join(' ');

/** Types a text, or chooses it where there is a list. */
async function enter(harness: CardVaultHarness, field: Typed, text: string): Promise<void> {
  const input = harness.root.querySelector<HTMLInputElement | HTMLSelectElement>(`#${field}`)!;
  if (!(input instanceof HTMLSelectElement)) {
    await harness.type(field, text);
    return harness.leave(field);
  }
  const state = stateIn(await loadCountry(harness.input('country').value), text);
  await harness.choose(field, state?.code ?? '');
}

async function enterAll(harness: CardVaultHarness, address: BillingAddress): Promise<void> {
  for (const field of Object.keys(keyOf) as Typed[])
    if (address[keyOf[field]]) await enter(harness, field, address[keyOf[field]]!);
}

describe('addresses of public buildings', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const {of, country, language, order, address} of publicAddresses)
    it(`are taken as they are written there, in the order of the country: ${of}, ${country}`, async () => {
      const harness = await formIn(country, language);
      await waitUntil(() => drawn(harness) === order, `${drawn(harness)} is ${order}`);
      await enterAll(harness, address);
      for (const field of order.split(' ')) expect(harness.error(field), field).to.equal('');
      await harness.saved();
      const sent = harness.world.adapter.lastBilling as BillingAddress;
      expect(Object.keys(sent).sort()).to.deep.equal(['country', ...Object.keys(address)].sort());
      expect(sent.street1).to.equal(address.street1);
      expect(sent.postalCode ?? '').to.match(/^[\x20-\x7e]*$/);
    });
});

describe('an address that is wrong', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const {address, field, sentence} of wrongAddresses)
    it(`is said to be so under its field: ${field} of ${JSON.stringify(address)}`, async () => {
      const harness = await formIn(address.country!, 'en');
      await waitUntil(() => harness.input(field));
      await enterAll(harness, address);
      await harness.fill();
      await harness.save().catch(() => undefined);
      await harness.settled();
      expect(harness.error(field)).to.equal(sentence);
      expect(harness.element.state).to.equal('collecting');
    });
});
