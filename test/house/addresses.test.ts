import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {gzipSync} from 'node:zlib';
import {loadCountry} from '../../src/addresses/index.js';
import {CountryForm} from '../../src/element/fields/country.js';
import {FieldStore} from '../../src/element/fields/field-store.js';
import type {FieldName} from '../../src/element/options.js';
import {countryCodes} from '../../src/protocol/countries.js';
import type {BillingAddress} from '../../src/protocol/index.js';
import {publicAddresses, wrongAddresses} from '../support/addresses.js';
import {writtenAddresses, sourceOf} from '../../tools/build/addresses.js';

const fields: readonly FieldName[] = ['country', 'street1', 'street2', 'city', 'state', 'postal-code'];

/** The form of an address, once the rules of its country are there. */
async function formOf(address: BillingAddress, language = 'en'): Promise<CountryForm> {
  const host = {
    ...{cardholderName: false, billingFields: 'full' as const, billing: address},
    requestUpdate: () => undefined,
    country: undefined,
  };
  const make = (): CountryForm =>
    new CountryForm({host, store: new FieldStore(host), locale: {tag: language, language}});
  make();
  await loadCountry(address.country!);
  // The form's own load has the same modules, and ends a turn later.
  await new Promise((resolve) => setImmediate(resolve));
  return make();
}

/** The fields that are asked for, in their order. */
const asked = (form: CountryForm): string =>
  form
    .arrange(fields)
    .filter((field) => !form.isLeftOut(field) && field !== 'country' && field !== 'street2')
    .join(' ');

describe('billing addresses by country', () => {
  it('are what their source has', async () => {
    const written = await writtenAddresses();
    for (const [path, text] of Object.entries(written))
      assert.equal(readFileSync(path, 'utf8'), text, `${path}: run npm run docs -- addresses`);
    const files = readdirSync('src/addresses/data').map((name) => `src/addresses/data/${name}`);
    assert.deepEqual(files.sort(), Object.keys(written).sort());
  });

  it('are at most 2 kB for the one country that is chosen', () => {
    for (const name of readdirSync('src/addresses/data'))
      assert.ok(gzipSync(readFileSync(`src/addresses/data/${name}`)).length <= 2000, name);
  });

  it("take the source's own examples of postal codes", async () => {
    for (const code of countryCodes) {
      const {isPostalCode} = await loadCountry(code);
      for (const example of sourceOf(code).zipex?.split(',') ?? [])
        assert.ok(isPostalCode(example), `${code} ${example}`);
    }
  });

  it('are taken as people there write them, in the order of the country', async () => {
    for (const {country, language, order, address} of publicAddresses) {
      const form = await formOf({country, ...address}, language);
      assert.equal(asked(form), order, country);
      for (const field of fields)
        assert.equal(form.problem(field, {country, ...address}), undefined, `${country} ${field}`);
      const sent = form.sent({country, ...address});
      assert.deepEqual(Object.keys(sent).sort(), Object.keys({country, ...address}).sort(), country);
    }
  });

  it('go to the bank with the code of the state and Latin digits', async () => {
    const sent = async (address: BillingAddress) => (await formOf(address)).sent(address);
    assert.equal((await sent({country: 'AE', state: 'دبي'})).state, 'DU');
    assert.equal((await sent({country: 'US', state: 'new york'})).state, 'NY');
    assert.equal((await sent({country: 'DE', state: 'NY', city: 'Bonn'})).state, undefined);
    assert.equal((await sent({country: 'IN', postalCode: '११०००४'})).postalCode, '110004');
  });

  for (const {address, field, key, label} of wrongAddresses)
    it(`say what is wrong with the ${field} of ${JSON.stringify(address)}`, async () => {
      const problem = (await formOf(address)).problem(field, address);
      assert.deepEqual([problem?.key, problem?.label], [key, label]);
    });
});
