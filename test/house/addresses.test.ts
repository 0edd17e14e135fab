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

/** As people of the country write them: public buildings, in the order of the form. */
const addresses: readonly (readonly [
  country: string,
  language: string,
  order: string,
  address: BillingAddress,
])[] = [
  [
    'US',
    'en',
    'street1 city state postal-code',
    {street1: '350 5th Ave', city: 'New York', state: 'New York', postalCode: '10118'},
  ],
  [
    'CA',
    'fr',
    'street1 city state postal-code',
    {street1: '1 Wellington Street', city: 'Ottawa', state: 'ON', postalCode: 'k1a 0a9'},
  ],
  [
    'GB',
    'en',
    'street1 city postal-code',
    {street1: '10 Downing Street', city: 'London', postalCode: 'SW1A2AA'},
  ],
  [
    'IE',
    'en',
    'street1 city state postal-code',
    {street1: 'Áras an Uachtaráin', city: 'Dublin', postalCode: 'D08 E1W3'},
  ],
  [
    'DE',
    'de',
    'street1 postal-code city',
    {street1: 'Platz der Republik 1', city: 'Berlin', postalCode: 'D-11011'},
  ],
  ['AT', 'de', 'street1 postal-code city', {street1: 'Ballhausplatz 2', city: 'Wien', postalCode: '1010'}],
  ['CH', 'de', 'street1 postal-code city', {street1: 'Bundesplatz 3', city: 'Bern', postalCode: 'CH-3003'}],
  [
    'FR',
    'fr',
    'street1 postal-code city',
    {street1: '55 rue du Faubourg Saint-Honoré', city: 'Paris', postalCode: '75008'},
  ],
  [
    'ES',
    'es',
    'street1 postal-code city state',
    {street1: 'Calle de Bailén, s/n', city: 'Madrid', state: 'Madrid', postalCode: '28071'},
  ],
  [
    'PT',
    'pt-PT',
    'street1 postal-code city',
    {street1: 'Praça do Império', city: 'Lisboa', postalCode: '1400-206'},
  ],
  [
    'IT',
    'it',
    'street1 postal-code city state',
    {street1: 'Piazza del Quirinale', city: 'Roma', state: 'RM', postalCode: '00187'},
  ],
  ['NL', 'nl', 'street1 postal-code city', {street1: 'Binnenhof 1A', city: 'Den Haag', postalCode: '2513aa'}],
  ['BE', 'nl', 'street1 postal-code city', {street1: 'Wetstraat 16', city: 'Brussel', postalCode: '1000'}],
  ['PL', 'pl', 'street1 postal-code city', {street1: 'Wiejska 4/6/8', city: 'Warszawa', postalCode: '00902'}],
  ['CZ', 'cs', 'street1 postal-code city', {street1: 'Pražský hrad', city: 'Praha', postalCode: '11908'}],
  ['SE', 'sv', 'street1 postal-code city', {street1: 'Riksgatan 1', city: 'Stockholm', postalCode: '100 12'}],
  [
    'DK',
    'da',
    'street1 postal-code city',
    {street1: 'Prins Jørgens Gård 1', city: 'København', postalCode: '1240'},
  ],
  [
    'FI',
    'fi',
    'street1 postal-code city',
    {street1: 'Mannerheimintie 30', city: 'Helsinki', postalCode: '00100'},
  ],
  [
    'GR',
    'el',
    'street1 postal-code city',
    {street1: 'Βασιλίσσης Σοφίας 2', city: 'Αθήνα', postalCode: '10021'},
  ],
  [
    'TR',
    'tr',
    'street1 postal-code city state',
    {street1: 'Beştepe', city: 'Yenimahalle', state: 'Ankara', postalCode: '06560'},
  ],
  [
    'UA',
    'uk',
    'street1 city state postal-code',
    {street1: 'вул. Банкова, 11', city: 'Київ', postalCode: '01220'},
  ],
  ['AE', 'ar', 'street1 state', {street1: '1 Sheikh Mohammed bin Rashid Blvd', state: 'دبي'}],
  ['SA', 'ar', 'street1 city postal-code', {street1: 'طريق الملك فهد', city: 'الرياض', postalCode: '١١٥٦٤'}],
  ['IL', 'he', 'street1 city postal-code', {street1: 'קפלן 1', city: 'ירושלים', postalCode: '9195016'}],
  [
    'IN',
    'hi',
    'street1 city postal-code state',
    {street1: 'राजपथ', city: 'नई दिल्ली', state: 'दिल्ली', postalCode: '११०००४'},
  ],
  [
    'PK',
    'ur',
    'street1 city postal-code',
    {street1: 'شاہراہ دستور', city: 'اسلام آباد', postalCode: '44000'},
  ],
  [
    'JP',
    'ja',
    'postal-code state street1',
    {street1: '千代田区永田町１－７－１', state: '東京都', postalCode: '１００－０００１'},
  ],
  [
    'KR',
    'ko',
    'state city street1 postal-code',
    {street1: '세종대로 110', city: '중구', state: '서울', postalCode: '04524'},
  ],
  [
    'CN',
    'zh-Hans',
    'postal-code state city street1',
    {street1: '西长安街1号', city: '西城区', state: '北京市', postalCode: '100032'},
  ],
  [
    'TW',
    'zh-Hant',
    'postal-code state city street1',
    {street1: '重慶南路1段122號', city: '中正區', state: '台北市', postalCode: '100'},
  ],
  [
    'BR',
    'pt-BR',
    'street1 city state postal-code',
    {street1: 'Praça dos Três Poderes', city: 'Brasília', state: 'DF', postalCode: '70150900'},
  ],
  [
    'MX',
    'es',
    'street1 postal-code city state',
    {street1: 'Plaza de la Constitución', city: 'Cuauhtémoc', state: 'Ciudad de México', postalCode: '06066'},
  ],
  [
    'AU',
    'en',
    'street1 city state postal-code',
    {street1: 'Parliament Drive', city: 'Canberra', state: 'ACT', postalCode: '2600'},
  ],
  [
    'HK',
    'en',
    'street1 city state',
    {street1: '1 Tim Mei Avenue', city: 'Admiralty', state: 'Hong Kong Island'},
  ],
  ['SG', 'en', 'street1 postal-code', {street1: '1 Parliament Place', postalCode: '178880'}],
  [
    'VN',
    'vi',
    'street1 city state postal-code',
    {street1: '2 Hùng Vương', city: 'Ba Đình', state: 'Hà Nội', postalCode: '100000'},
  ],
];

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
    for (const [country, language, order, address] of addresses) {
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

  const wrong: readonly (readonly [BillingAddress, FieldName, string, string?])[] = [
    [{country: 'US', postalCode: '9410'}, 'postal-code', 'fieldWrong', 'zipCode'],
    [{country: 'US', state: 'Ontario'}, 'state', 'fieldChoose', 'stateName'],
    [{country: 'US'}, 'postal-code', 'fieldMissing', 'zipCode'],
    [{country: 'GB', postalCode: '12345'}, 'postal-code', 'fieldWrong', 'postcode'],
    [{country: 'GB'}, 'city', 'fieldMissing', 'postTown'],
    [{country: 'DE', postalCode: '1011'}, 'postal-code', 'fieldWrong', 'postalCode'],
    [{country: 'JP'}, 'state', 'fieldChoose', 'prefecture'],
    [{country: 'AE', state: 'California'}, 'state', 'fieldChoose', 'emirate'],
    [{country: 'IN', postalCode: '1234'}, 'postal-code', 'fieldWrong', 'pinCode'],
    [{country: 'IE', postalCode: '12345'}, 'postal-code', 'fieldWrong', 'eircode'],
    [{country: 'FR', postalCode: 'ABCDE'}, 'postal-code', 'fieldWrong', 'postalCode'],
    [{country: 'FR'}, 'street1', 'street1Missing', 'street1'],
  ];
  for (const [address, field, key, label] of wrong)
    it(`say what is wrong with the ${field} of ${JSON.stringify(address)}`, async () => {
      const problem = (await formOf(address)).problem(field, address);
      assert.deepEqual([problem?.key, problem?.label], [key, label]);
    });
});
