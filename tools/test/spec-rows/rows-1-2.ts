/** Rows of spec 1 and 2: what the service does, and the fields of its resources. */
import type {SpecRow} from './row.js';
import {
  actionOf,
  cards,
  claimsOf,
  codeOf,
  dataOf,
  enrollmentOf,
  fieldsOf,
  pendingOf,
  setupOf,
  shop,
  type Json,
  type Stranger,
} from './stranger.js';

const customers = '/user/customers/v1/';
const ada = {
  ...{first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone_number: '+923001234567'},
  ...{country: 'PK', is_guest: false},
};
const verified = {is_account_verification: true};
const heldAndReversed = ['authorization 500', 'reversal 500'];

export const section1: readonly SpecRow[] = [
  {
    address: '1.1',
    sends: 'a customer: create, change, list, delete; a saved card: list, delete',
    async attempt(api, check) {
      const {user, method} = await api.saved(verified);
      const path = customers + user;
      const changed = await api.call(path, {method: 'PUT', body: {last_name: 'Lovelace'}});
      check('changed', dataOf(changed)['last_name'], 'Lovelace');
      check('wallet', await api.wallet(user), [method]);
      check('card removed', (await api.call(`${path}/wallet/${method}`, {method: 'DELETE'})).status, 200);
      check('wallet then', await api.wallet(user), []);
      check('customer removed', (await api.call(path, {method: 'DELETE'})).status, 200);
      check('read again', (await api.call(path)).status, 404);
    },
  },
  {
    address: '1.2',
    sends: 'trackers without and with a customer, in mode instrument; a capture in it',
    async attempt(api, check) {
      check('no user', codeOf(await api.open({user: undefined})), 'request.invalid');
      check('an unknown one', codeOf(await api.open({user: 'cus_nobody'})), 'customer.not_found');
      const [tracker] = await api.enrolled(cards.frictionless, {mode: 'instrument'});
      const taking = await api.act(tracker, {authorization: {do_capture: true}});
      check('do_capture', codeOf(taking), 'tracker.capture_forbidden');
      check('ledger', await api.ledger(tracker), []);
    },
  },
  {
    address: '1.3',
    sends: 'a whole save over one path',
    async attempt(api, check) {
      const {tracker, user, method} = await api.saved();
      const kinds = [...(await api.payment(tracker))['actions']!].map(({kind}) => String(kind));
      const inOrder =
        'GENERATE_CAPTURE_CONTEXT PROCESS_TRANSIENT_TOKEN PAYER_AUTH_SETUP PAYER_AUTH_ENROLLMENT AUTHORIZATION REVERSAL';
      check('actions', kinds.join(' '), inOrder);
      check('method', method, /^pm_/);
      check('it is in the wallet', await api.wallet(user), [method]);
      check('ledger', await api.ledger(tracker), heldAndReversed);
    },
  },
  {
    address: '1.5',
    sends: 'two charges of a guest’s card',
    chosen: 'a decline, a reversal and a void give the use back; a refund does not',
    async attempt(api, check) {
      const guest = await api.customer({...ada, is_guest: true});
      const {user, method} = await api.saved({...verified, user: guest});
      check('first', (await api.charge(user, method)).status, 200);
      check('second', codeOf(await api.charge(user, method)), 'payment_method.used_up');
    },
  },
];

const customerRows: readonly SpecRow[] = [
  {
    address: '2.1 fields',
    sends: 'the six fields; five wrong ones; none',
    chosen: 'one of name, family name, e-mail and phone number is needed, or is_guest',
    async attempt(api, check) {
      const {token, ...kept} = await api.data(customers, {body: ada});
      check('token', String(token), /^cus_/);
      check('the six come back', JSON.stringify(kept) === JSON.stringify(ada), true);
      const wrong = {
        phone_number: '0300 1',
        country: 'Pakistan',
        is_guest: 'no',
        email: 'ada',
        first_name: 1,
      };
      const refused = await api.call(customers, {body: wrong});
      check('wrong ones named', fieldsOf(refused), 'country email first_name is_guest phone_number');
      check('none', codeOf(await api.call(customers, {body: {}})), 'request.invalid');
    },
  },
  {
    address: '2.1 token',
    sends: 'the same customer twice; a tracker for one',
    async attempt(api, check) {
      const [one, other] = [await api.customer(ada), await api.customer(ada)];
      check('two tokens', one === other, false);
      check('found by its token', (await api.data(customers + one))['email'], ada.email);
      const opened = await api.open({user: one});
      check('the tracker’s user', String(dataOf(opened)['tracker']!['customer']) === one, true);
    },
  },
];

const trackerRows: readonly SpecRow[] = [
  {
    address: '2.2 merchant_api_key',
    sends: 'public key, secret key, none, a stranger’s',
    chosen: 'either key of the merchant in the header is right, and it may be left out',
    async attempt(api, check) {
      const {publicKey, secretKey} = api.place;
      for (const [what, key] of [
        ['public', publicKey],
        ['secret', secretKey],
        ['none', undefined],
      ] as const)
        check(what, (await api.open({merchant_api_key: key})).status, 200);
      check('a stranger’s', (await api.open({merchant_api_key: 'sec_another'})).status, 401);
    },
  },
  {
    address: '2.2 user',
    sends: 'user missing, empty, a number, null, of a removed customer',
    async attempt(api, check) {
      for (const user of [undefined, '', 7, null])
        check(JSON.stringify(user) ?? 'missing', codeOf(await api.open({user})), 'request.invalid');
      const gone = await api.customer();
      await api.call(customers + gone, {method: 'DELETE'});
      check('removed', codeOf(await api.open({user: gone})), 'customer.not_found');
    },
  },
  {
    address: '2.2 intent',
    sends: 'CYBERSOURCE, none, PAYFAST',
    chosen: 'one processor, which is also the default',
    async attempt(api, check) {
      for (const intent of ['CYBERSOURCE', undefined])
        check(intent ?? 'none', dataOf(await api.open({intent}))['tracker']?.['intent'], 'CYBERSOURCE');
      check('PAYFAST', fieldsOf(await api.open({intent: 'PAYFAST'})), 'intent');
    },
  },
  {
    address: '2.2 mode',
    sends: 'none, instrument, donation',
    chosen: 'instrument is the default',
    async attempt(api, check) {
      for (const mode of [undefined, 'instrument'])
        check(mode ?? 'none', dataOf(await api.open({mode}))['tracker']?.['mode'], 'instrument');
      check('donation', fieldsOf(await api.open({mode: 'donation'})), 'mode');
    },
  },
  {
    address: '2.2 is_account_verification',
    sends: 'a save with it, without it, and in PKR, JPY, KWD',
    chosen: 'the small amount is five units of the currency',
    async attempt(api, check) {
      const booked = async (more: object) => api.ledger((await api.saved(more)).tracker);
      check('true', await booked(verified), ['authorization 0']);
      check('missing', await booked({}), heldAndReversed);
      check('JPY', await booked({currency: 'JPY'}), ['authorization 5', 'reversal 5']);
      check('KWD', await booked({currency: 'KWD'}), ['authorization 5000', 'reversal 5000']);
    },
  },
  {
    address: '2.2 currency',
    sends: 'USD; usd, dollars, 840, XXQ',
    async attempt(api, check) {
      const opened = dataOf(await api.open({currency: 'USD'}))['tracker']!['purchase_totals'];
      check('USD', opened?.['quote_amount']?.['currency'], 'USD');
      for (const currency of ['usd', 'dollars', 840, 'XXQ'])
        check(String(currency), codeOf(await api.open({currency})), 'request.invalid');
    },
  },
  {
    address: '2.2 entry_mode',
    sends: 'flex, none, tap; a card in plain text for flex',
    chosen: 'flex is the default',
    async attempt(api, check) {
      const tracker = await api.tracker();
      check('none', (await api.payment(tracker))['entry_mode'], 'flex');
      check('plain text', codeOf(await api.rawCard(tracker)), 'tracker.action_not_allowed');
      check('hosted fields', (await api.enterCard(tracker, cards.frictionless)).status, 200);
      check('tap', fieldsOf(await api.open({entry_mode: 'tap'})), 'entry_mode');
    },
  },
  {
    address: '2.2 token',
    sends: 'the payment is read with a page’s token',
    async attempt(api, check) {
      const tracker = await api.tracker();
      check('token', tracker, /^track_/);
      const token = await api.token({tracker, origin: shop});
      const read = await api.call(`/reporter/api/v1/payments/${tracker}`, {token, origin: shop});
      check('read', String(dataOf(read)['token']) === tracker, true);
    },
  },
];

const setupRows: readonly SpecRow[] = [
  {
    address: '2.3 access_token',
    sends: 'a card; its token to device data collection and to the bank’s page',
    async attempt(api, check) {
      const tracker = await api.tracker();
      const setup = await api.enterCard(tracker, cards.required);
      const jwt = String(setupOf(setup)['access_token']);
      check('a JWT that ends', Number(claimsOf(jwt)['exp']) > 0, true);
      const session = await api.collect(setup);
      check('collected', session, /^[\w-]{8,}$/);
      const url = String(enrollmentOf(await api.enroll(tracker, session))['step_up_url']);
      const misused = await api.send(url, {method: 'POST', body: new URLSearchParams({JWT: jwt})});
      check('at the bank', misused.status >= 400, true);
    },
  },
  {
    address: '2.3 device_data_collection_url',
    sends: 'a card; a forged token to the address',
    async attempt(api, check) {
      const setup = await api.enterCard(await api.tracker(), cards.frictionless);
      const url = String(setupOf(setup)['device_data_collection_url']);
      check('address', new URL(url).origin === new URL(api.place.service).origin, false);
      const forged = await api.send(url, {method: 'POST', body: new URLSearchParams({JWT: 'eyJ.a.b'})});
      check('forged', forged.status >= 400, true);
    },
  },
];

const eciOf = async (api: Stranger, number: string): Promise<unknown> => {
  const enrollment = enrollmentOf((await api.enrolled(number, verified))[1]);
  const {eci, eci_raw: raw} = enrollment as unknown as Record<string, unknown>;
  return eci === raw ? eci : `${String(eci)} and ${String(raw)}`;
};

const eci = (code: string, numbers: Readonly<Record<string, string>>): SpecRow => ({
  address: `2.4 eci ${code}` as SpecRow['address'],
  sends: `enrollments of ${Object.keys(numbers).join(', ')}`,
  async attempt(api, check) {
    for (const [brand, number] of Object.entries(numbers)) check(brand, await eciOf(api, number), code);
  },
});

const enrollmentRows: readonly SpecRow[] = [
  eci('01', {'a Mastercard, attempted': '5200000000002482'}),
  eci('02', {'a Mastercard, authenticated': cards.mastercard}),
  eci('05', {
    ...{Visa: cards.frictionless, 'American Express': '340000000002708', Discover: '6011000000002117'},
    ...{JCB: '3530111333300000', 'Diners Club': '30569309025904'},
  }),
  eci('06', {Visa: cards.attempted, 'American Express': '340000000002872', Discover: '6011000000002646'}),
  eci('07', {'a Visa that cannot be enrolled': cards.notEligible, 'a Mastercard': '5200000000002409'}),
  {
    address: '2.4 access_token',
    sends: 'enrollments with and without a step-up; the token to the bank',
    async attempt(api, check) {
      const [, asked] = await api.enrolled(cards.required);
      const {access_token: jwt, step_up_url: url} = enrollmentOf(asked);
      const form = {method: 'POST', body: new URLSearchParams({JWT: String(jwt)})};
      check('bank’s page', (await api.send(String(url), form)).status, 200);
      const [, quiet] = await api.enrolled(cards.frictionless);
      check('without a step-up', enrollmentOf(quiet)['access_token'], undefined);
    },
  },
  {
    address: '2.4 step_up_url',
    sends: 'enrollments of four cards',
    async attempt(api, check) {
      for (const name of ['required', 'frictionless', 'attempted', 'unavailable'] as const) {
        const [, reply] = await api.enrolled(cards[name]);
        check(name, 'step_up_url' in enrollmentOf(reply), name === 'required');
      }
    },
  },
];

export const section2: readonly SpecRow[] = [
  ...customerRows,
  ...trackerRows,
  ...setupRows,
  ...enrollmentRows,
  {
    address: '2.5',
    sends: 'a save with a step-up; the wallet before and after',
    chosen: 'the method shows token, brand, last four digits, expiry and how often it works',
    async attempt(api, check) {
      const [tracker, reply] = await api.enrolled(cards.required, verified);
      check('due', pendingOf(reply), 'PAYER_AUTH_VALIDATION');
      const user = String((await api.payment(tracker))['customer']!['token']);
      check('before', await api.wallet(user), []);
      await api.stepUp(tracker, reply, '1234');
      check('after', (await api.wallet(user))[0], /^pm_/);
      const method = (await api.payment(tracker))['payment_method'] as Json;
      check('last four', method['last_four'], cards.required.slice(-4));
      check('of the card entered', actionOf(reply)['payment_method']!['last_four'], cards.required.slice(-4));
    },
  },
];
