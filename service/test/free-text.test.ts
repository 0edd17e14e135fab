import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type * as v from 'valibot';
import {createCustomers} from '../src/domain/customers/customers.js';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {containsCardNumber, hasNoCardNumber, isNoCardAsPhone} from '../src/platform/http/free-text.js';
import {insertPlan} from './support/billing.js';
import {shop, startTestService, type TestService} from './support/harness.js';
import {HostedBrowser, linksOf} from './support/hosted-browser.js';

const number = '4111111111111111';
const groups = ['4111', '1111', '1111', '1111'];
/** The number with this between its groups. */
const parted = (by: string) => groups.join(by);
const inDigitsFrom = (zero: number) =>
  [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

const spellings: Readonly<Record<string, string>> = {
  'without gaps': number,
  'with spaces': parted(' '),
  'with two spaces': parted('  '),
  'with no-break spaces': parted('\u00a0'),
  'with narrow no-break spaces': parted('\u202f'),
  'with dashes': parted('-'),
  'with en dashes in spaces': parted(' – '),
  'with slashes': parted('/'),
  'with dots': parted('.'),
  'with underscores': parted('_'),
  'with commas': parted(', '),
  'on four lines': parted('\r\n'),
  'with tabs': parted('\t'),
  'with invisible signs': parted('\u200b'),
  'in brackets': `(${parted(') (')})`,
  'with letters between its groups': parted('x'),
  'each digit for itself': [...number].join(' '),
  'in pairs': number.replace(/(..)(?=.)/g, '$1-'),
  'after letters': `PAN${number}`,
  'after letters and an underscore': `card_${number}`,
  'before letters': `${number}ok`,
  'after other digits': `Order 12: ${parted(' ')}`,
  'before its expiry': `${parted(' ')} 12/28`,
  'in Arabic-Indic digits': inDigitsFrom(0x0660),
  'in Persian digits': inDigitsFrom(0x06f0),
  'in Devanagari digits': inDigitsFrom(0x0966),
  'in Thai digits': inDigitsFrom(0x0e50),
  'in full-width digits': inDigitsFrom(0xff10),
  'in mathematical digits': inDigitsFrom(0x1d7f6),
  'in digits of two scripts': `${inDigitsFrom(0x0660).slice(0, 8)}${number.slice(8)}`,
  'in an address': `${shop}/?card=${parted('%20')}`,
  'in an address, escaped whole': `${shop}/?c=${[...number].map((digit) => `%3${digit}`).join('')}`,
  'of American Express': '3714 496353 98431',
  'of American Express, in one': '371449635398431',
  'of Diners Club': '3056-930902-5904',
  'of 13 digits': 'a,4222222222222,b',
  'of 19 digits': '4111 1111 1111 1111 110',
  'of Mastercard with dots': '5555.5555.5555.4444',
  'of a local brand': '2205 0000 0000 0009',
};

const harmless: Readonly<Record<string, readonly string[]>> = {
  'names and dates': [
    'Ada Byron 1815',
    '30.10.2026 10:00:00',
    '2026-11-28T10:00:00.000Z',
    '28/11/2026, 30/11/2026',
  ],
  'order numbers and times': [
    '1732060800000',
    '20261120120000123',
    'ORD-20261128-000417',
    '1700000000000000000',
  ],
  'phone numbers': [
    '+923001234567',
    '+4915112345678',
    '+49 151 12345678',
    '0300 1234567',
    '+44 20 7946 0958',
  ],
  'accounts of banks': ['DE89 3704 0044 0532 0130 00', 'BE68539007547034', 'GB29 NWBK 6016 1331 9268 19'],
  'longer and shorter numbers': [`${number}0000`, '411111111111', '4111111111111112'],
  'lists of prices, sizes and addresses': [
    '5.00, 6.00, 50.00, 60.00, 70.00',
    '51.15.23.44, 52.16.24.45',
    '36; 38, 40, 42',
  ],
  'numbers with a fraction': ['0.5432109876543210', '-12.4111111111111111'],
  'numbers of devices and goods': ['350000000000006', '9780306406157', '8991101200003204510'],
  'colours and digests': ['#4111ff', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
};

describe('card numbers in free text (V12)', () => {
  for (const [name, text] of Object.entries(spellings)) {
    it(`are found ${name}`, () => assert.ok(containsCardNumber(text)));
  }

  for (const [name, texts] of Object.entries(harmless)) {
    it(`${name} are none`, () => {
      for (const text of texts) assert.ok(hasNoCardNumber(text), text);
    });
  }

  it('no id of this service is one', () => {
    for (let count = 0; count < 20_000; count++) {
      const id = `${['cus', 'track', 'pm', 'sub', 'chk'][count % 5]}_${randomUUID()}`;
      assert.ok(hasNoCardNumber(id), id);
    }
    const allDigits = 'cus_41111111-1111-4111-8111-111111111111';
    assert.ok(hasNoCardNumber(allDigits));
  });

  it('a phone number has at most 15 digits, and is no American Express card', () => {
    for (const phone of ['+923001234567', '+4915112345678', '+(49) 151 12345678', '+62 812 3456 78901'])
      assert.ok(isNoCardAsPhone(phone), phone);
    for (const phone of [`+${number}`, '+3714 496353 98431', `+${parted('-')}`])
      assert.ok(!isNoCardAsPhone(phone), phone);
  });
});

/** A node of a valibot schema, as far as this walk reads it. */
interface Node {
  readonly type: string;
  readonly kind: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Node[];
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly items?: readonly Node[];
  readonly options?: readonly Node[];
  readonly entries?: Readonly<Record<string, Node>>;
}

/** The places of texts that a schema takes without looking for card numbers. */
function uncheckedTexts(node: Node, place: string, isChecked = false): readonly string[] {
  const {type, pipe = [], wrapped, item, items = [], options = [], entries = {}} = node;
  const checked =
    isChecked ||
    pipe.some(({requirement}) => requirement === hasNoCardNumber || requirement === isNoCardAsPhone);
  const inside = [
    ...pipe.filter((part) => part !== node && part.kind === 'schema').map((part) => [part, place] as const),
    ...(wrapped ? [[wrapped, place] as const] : []),
    ...[...(item ? [item] : []), ...items].map((part) => [part, `${place}[]`] as const),
    ...options.filter((part) => typeof part === 'object').map((part) => [part, place] as const),
    ...Object.entries(entries).map(([name, part]) => [part, `${place}.${name}`] as const),
  ];
  const own = type === 'string' && pipe.length === 0 && !checked ? [place] : [];
  return [
    ...own,
    ...inside.flatMap(([part, at]) => uncheckedTexts(part, at, part.type === 'string' && checked)),
  ];
}

describe('every string that a request may hold', () => {
  it('is looked through for card numbers, but the fields of a raw card and names that are kept as a hash', () => {
    const bodies = operationsOf({sandbox: true}).filter(({body}) => body !== undefined);
    assert.ok(bodies.length > 20);
    const unchecked = bodies.flatMap(({id, body}) => uncheckedTexts(body as v.GenericSchema & Node, id));
    assert.deepEqual([...new Set(unchecked)].sort(), [
      'performAction.payload.payment_method.card.card_number',
      'performAction.payload.payment_method.card.cvv',
      'performAction.payload.payment_method.card.expiration_month',
      'performAction.payload.payment_method.card.expiration_year',
      'refund.name',
      'refundTransaction.name',
      'setupPayment.name',
    ]);
  });

  it('is made of the building blocks of body.ts, which do that', () => {
    const files = readdirSync('service/src', {recursive: true, encoding: 'utf8'}).filter((file) =>
      file.endsWith('.ts'),
    );
    const own = files.filter((file) =>
      /\bv\s*\.\s*string\(/.test(readFileSync(join('service/src', file), 'utf8')),
    );
    // The second describes answers.
    assert.deepEqual(own.sort(), ['platform/http/body.ts', 'platform/openapi/answers.ts']);
  });
});

describe('a card number in a request', () => {
  let api: TestService;
  before(async () => (api = await startTestService()));
  after(() => api.service.close());

  const arabic = inDigitsFrom(0x0660);
  const plan = {
    ...{amount: '5', currency: 'PKR', interval: 'MONTH', type: 'RECURRING', interval_count: 1},
    ...{product: 'Box', active: true},
  };
  const places: readonly (readonly [string, string, object])[] = [
    ['a customer’s name', '/user/customers/v1/', {first_name: `Ada ${number}`}],
    ['a name with no-break spaces', '/user/customers/v1/', {first_name: parted('\u00a0')}],
    ['an address for e-mail', '/user/customers/v1/', {email: '4111-1111-1111-1111@example.com'}],
    ['a phone number', '/user/customers/v1/', {phone_number: '+4111 1111 1111 1111'}],
    ['a guest’s phone', '/user/v1/guest', {first_name: 'Ada', phone: '+4111-1111-1111-1111'}],
    ['a street', '/user/address/v2/', {street1: `card_${number}`, country: 'PK'}],
    ['the name of a plan', '/client/plans/v1/', {...plan, name: parted(' ')}],
    ['a product', '/client/plans/v1/', {...plan, product: arabic}],
    ['the address of an endpoint', '/client/webhooks/v1/', {url: `https://shop.example/?c=${number}`}],
    ['the description of an endpoint', '/client/webhooks/v1/', {url: `${shop}/`, description: arabic}],
    ['the name of a merchant', '/sandbox/v1/merchants', {name: parted('/')}],
  ];
  for (const [name, path, body] of places) {
    it(`is refused in ${name}, and not repeated`, async () => refused(await api.call(path, {body})));
  }

  function refused(reply: {readonly status: number; readonly text: string}) {
    assert.equal(reply.status, 400, reply.text);
    assert.match(reply.text, /request\.invalid/);
    assert.match(reply.text, /card number|phone number/);
    assert.doesNotMatch(reply.text, /4111.?1111|١١١١/);
  }

  // shows: attack 16
  it('is refused in metadata, at any depth, also as a name or a number', async () => {
    const tracker = await api.tracker();
    const kinds = [{a: {b: [`card ${number}`]}}, {[`n${number}`]: 'x'}, {n: Number(number)}, {a: arabic}];
    for (const data of kinds)
      refused(await api.call(`/order/payments/v3/${tracker}/metadata`, {body: {data}}));
    const user = await api.customer();
    const body = {user, currency: 'PKR', metadata: {note: parted('\u00a0')}};
    refused(await api.call('/order/payments/v3/', {body}));
  });

  it('is refused in the addresses, the device session, the consent and the billing address of an enrollment', async () => {
    const good = {success_url: `${shop}/r`, failure_url: `${shop}/r`};
    const payloads = [
      {authentication_setup: {...good, success_url: `${shop}/r?card=${number}`}},
      {authentication_setup: {...good, failure_url: `${shop}/r?card=${parted('%20')}`}},
      {authentication_setup: {...good, device_fingerprint_session_id: number}},
      {authentication_setup: good, consent: {text: `Charge ${parted(' ')}`, language: 'en'}},
      {authentication_setup: good, billing: {street_1: parted('–')}},
    ];
    const tracker = await api.tracker();
    for (const payload of payloads) refused(await api.act(tracker, payload));
  });

  it('is not kept as the name of a browser or of a request', async () => {
    const tracker = await api.tracker({is_account_verification: true});
    await api.setUp(tracker);
    const headers = {'x-sfpy-user-agent': `Browser/1 ${number}`, 'x-request-id': `req-${number}`};
    api.issuer.answerFor(tracker, 'frictionless');
    const setup = {
      success_url: `${shop}/r`,
      failure_url: `${shop}/r`,
      device_fingerprint_session_id: randomUUID(),
    };
    const reply = await api.act(tracker, {authentication_setup: setup}, {headers});
    assert.equal(reply.status, 200, reply.text);
    assert.notEqual(reply.headers.get('x-request-id'), headers['x-request-id']);
    const rows = await api.service.database.query<{row: string}>('SELECT t::text AS row FROM trackers t');
    for (const {row} of rows) assert.ok(hasNoCardNumber(row.replace(/[\w-]{60,}/g, '')), row);
    assert.ok(!JSON.stringify(await api.payment(tracker)).includes(number));
  });

  it('is refused by the contact form of the hosted checkout, at its field, in the shopper’s language', async () => {
    const link = await linksOf(api).subscribe((await insertPlan(api)).token);
    for (const [language, said] of [
      ['en', /A card number does not belong here/],
      ['ar', /لا تكتب رقم البطاقة هنا/],
      ['ur', /یہاں کارڈ نمبر نہ لکھیں/],
    ] as const) {
      const browser = new HostedBrowser(api);
      const {self} = await browser.open(`${link}&locale=${language}`);
      for (const field of ['first_name', 'last_name', 'email'] as const) {
        const good = {first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com'};
        const value = field === 'email' ? `${number}@example.com` : parted('\u00a0');
        const page = await browser.post(`${self}/customer`, new URLSearchParams({...good, [field]: value}));
        assert.equal(page.status, 422);
        assert.match(page.text, said);
      }
    }
    const customers = await api.call('/user/customers/v1/');
    assert.doesNotMatch(customers.text, /4111.?1111/);
  });

  it('is refused where customers are stored, whichever way they come', async () => {
    const {database, clock} = api.service;
    const customers = createCustomers({database, clock, forget: []});
    const none = {first_name: null, last_name: null, email: null, phone_number: null, country: null};
    const expected = {status: 400, code: 'request.invalid'};
    const token = await api.customer();
    for (const wrong of [{last_name: arabic}, {email: `${number}@a.example`}, {phone_number: `+${number}`}]) {
      await assert.rejects(
        database.transaction((tx) => {
          customers.create(tx, 'mer_x', {...none, is_guest: true, ...wrong});
          return Promise.resolve();
        }),
        expected,
      );
      await assert.rejects(customers.update(api.service.keys.publicKey, token, wrong), expected);
    }
  });
});
