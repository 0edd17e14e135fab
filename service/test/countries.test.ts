import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {countryCodes, postalCodeForms, withoutPostalCode} from '../../src/protocol/countries.js';
import {refuseInvalidAddress, rulesOf} from '../src/domain/addresses/country-rules.js';
import {startTestService, type Json, type TestService} from './support/harness.js';

/** Real postal codes of many countries. */
const genuine: Readonly<Record<string, readonly string[]>> = {
  ...{AU: ['2000'], BR: ['01310-100', '01310100'], CA: ['K1A 0B1', 'm5v3l9'], CZ: ['110 00'], DE: ['10115']},
  ...{
    ES: ['28013'],
    FR: ['75008'],
    GB: ['SW1A 1AA', 'M1 1AE', 'cr2 6xh', 'DN55 1PT', 'EC1A1BB'],
    GR: ['105 57'],
  },
  ...{
    IN: ['110001', '110 001'],
    IS: ['101'],
    IT: ['00184'],
    JP: ['100-0001'],
    KR: ['04524'],
    LT: ['LT-01103'],
  },
  ...{
    MT: ['VLT 1117'],
    MX: ['06000'],
    NL: ['1012 JS'],
    PK: ['44000', '75500'],
    PL: ['00-001'],
    PT: ['1100-148'],
  },
  ...{
    SA: ['11564'],
    SE: ['111 20'],
    SG: ['238801'],
    TR: ['34110'],
    TW: ['100', '10617'],
    US: ['20500', '20500-0003'],
  },
};

describe('address rules of countries (wire 1.4, country meta)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const meta = (cc: string) => api.call(`/user/meta/v2/country?cc=${cc}`, {secret: null});

  it('needs no credentials and names components as mobile clients read them', async () => {
    const {status, json} = await meta('PK');
    assert.equal(status, 200);
    assert.equal(json['api_version'] as unknown, 'v2');
    const {AdministrativeArea: area, ...rest} = json['data'] as unknown as Record<string, Json>;
    assert.deepEqual(rest, {
      ...{country: 'PK', name: 'Pakistan', required: ['StreetAddress', 'Locality']},
      ...{StreetAddress: {name: 'Street address'}, Locality: {name: 'City'}},
      PostCode: {name: 'Postal code', pattern: '^\\d{5}$'},
    });
    assert.equal(area!['name'] as unknown, 'Province');
    assert.deepEqual(
      [...area!['options']!].map(({id}) => id as unknown),
      ['JK', 'BA', 'GB', 'IS', 'KP', 'PB', 'SD'],
    );
  });

  it('omits components that a country does not use, and requires those that its mail needs', async () => {
    const data = async (cc: string) => (await meta(cc)).json['data']!;
    const emirates = await data('ae');
    assert.equal(emirates['PostCode'], undefined);
    assert.deepEqual([...emirates['required']!], ['StreetAddress', 'Locality', 'AdministrativeArea']);
    const france = await data('FR');
    assert.equal(france['AdministrativeArea'], undefined);
    assert.deepEqual([...france['required']!], ['StreetAddress', 'Locality', 'PostCode']);
    const states = await data('US');
    assert.equal(states['PostCode']!['name'] as unknown, 'ZIP code');
    assert.equal([...states['AdministrativeArea']!['options']!].length, 54);
    assert.equal((await data('JP'))['AdministrativeArea']!['options'], undefined);
  });

  it('answers for every country, and 404 or 400 for an unknown one', async () => {
    for (const code of countryCodes) assert.equal(rulesOf(code)!.code, code);
    assert.equal((await meta('XX')).json['code'], 'country.unknown');
    for (const wrong of ['', 'P', 'PAK', '1a', 'PK&cc=']) {
      const {status} = await meta(wrong);
      assert.equal(status, wrong.startsWith('PK') ? 200 : 400, wrong);
    }
    assert.equal((await api.call('/user/meta/v2/country')).json['code'], 'request.invalid');
  });

  it('accepts genuine postal codes, and has no rule where a country has none', () => {
    for (const [country, codes] of Object.entries(genuine)) {
      for (const code of codes) assert.match(code, postalCodeForms[country]!, `${country} ${code}`);
    }
    for (const [country, form] of Object.entries(postalCodeForms)) {
      assert.ok(countryCodes.includes(country), country);
      assert.ok(!withoutPostalCode.includes(country), country);
      assert.doesNotMatch('12', form, country);
      assert.doesNotMatch(`${form.source.includes('4789') ? '47890' : '00120'} and more`, form, country);
    }
  });
});

describe('addresses validated by the rules of their country', () => {
  const nothing = {street1: 'A street 1', street2: null, city: 'Town', state: null, postal_code: null};
  const refusedFields = (address: object) => {
    try {
      refuseInvalidAddress({...nothing, country: null, ...address});
      return [];
    } catch (error) {
      const {errors} = error as {errors: readonly {pointer: string}[]};
      return errors.map(({pointer}) => pointer);
    }
  };

  it('accepts a complete address, its country by code or by name in any spelling', () => {
    const good = [
      {country: 'PK'},
      {country: 'pk', state: 'sindh', postal_code: '75500'},
      {country: 'PK', state: 'KPK'},
      {country: 'US', state: 'CA', postal_code: '94103'},
      {country: 'US', state: 'washington, d.c.', postal_code: '20500'},
      {country: 'CA', state: 'Québec', postal_code: 'G1R 4S9'},
      {country: 'BR', state: 'Sao Paulo', postal_code: '01310-100'},
      {country: 'AE', state: 'Ras al-Khaimah', postal_code: '00000'},
      {country: 'JP', state: '東京都', postal_code: '100-0001'},
    ];
    for (const address of good) assert.deepEqual(refusedFields(address), [], JSON.stringify(address));
  });

  it('names every field that is missing or wrong', () => {
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{street1: null, city: null}, ['/street1', '/city', '/country']],
      [{country: 'XX', postal_code: 'x'}, ['/country']],
      [{country: 'US'}, ['/state', '/postal_code']],
      [{country: 'US', state: 'Sindh', postal_code: '9410'}, ['/state', '/postal_code']],
      [{country: 'PK', postal_code: '755'}, ['/postal_code']],
      [{country: 'DE'}, ['/postal_code']],
      [{country: 'AE'}, ['/state']],
    ];
    for (const [address, pointers] of cases) assert.deepEqual(refusedFields(address), pointers);
  });
});
