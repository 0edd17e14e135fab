/** Rows of spec 5, 7, 8 and 9: authentication, errors, limits, versions. */
import type {SpecRow} from './row.js';
import {actionOf, cards, codeOf, dataOf, shop} from './stranger.js';

const customers = '/user/customers/v1/';
const verified = {is_account_verification: true};

const authentication: readonly SpecRow[] = [
  {
    address: '5.1',
    sends: 'the secret key, none, a wrong one, the public one, one from a browser',
    async attempt(api, check) {
      const post = (secret: string | null, more: object = {}) =>
        api.call(customers, {body: {first_name: 'Ada'}, secret, ...more});
      check('secret', (await post(api.place.secretKey)).status, 200);
      check('none', (await post(null)).status, 401);
      check('wrong', (await post('sk_wrong')).status, 401);
      const swapped = await post(api.place.publicKey);
      check('public', swapped.json['message'], /public key/);
      check('browser', codeOf(await post(api.place.secretKey, {origin: shop})), 'secret_key_in_browser');
    },
  },
  {
    address: '5.2',
    sends: 'a whole save with a page’s token; another tracker; after its time',
    chosen: 'a token lives 15 minutes, and may be limited to a tracker and an origin',
    async attempt(api, check) {
      const tracker = await api.tracker(verified);
      const page = {token: await api.token({tracker, origin: shop}), origin: shop};
      const context = actionOf(await api.act(tracker, {origin: shop}, page))['flex']?.['capture_context_jwt'];
      const setup = await api.process(tracker, await api.typeInto(context, cards.frictionless), page);
      const enrolled = await api.enroll(tracker, await api.collect(setup), page);
      check('status', actionOf(enrolled)['authentication_status'], 'FRICTIONLESS');
      check('authorized', (await api.authorize(tracker, page)).status, 200);
      check('another tracker', (await api.act(await api.tracker(), {origin: shop}, page)).status, 404);
      await api.pass('PT15M');
      const late = await api.call(`/reporter/api/v1/payments/${tracker}`, page);
      check('late', [...(late.json['status']?.['errors'] ?? [])].join(), 'tbt_expired');
    },
  },
  {
    address: '5.4',
    sends: 'a tracker with the key of the merchant, and with that of another one',
    async attempt(api, check) {
      const other = await api.data('/sandbox/v1/merchants', {body: {name: 'Other'}});
      const send = async (key: unknown) => (await api.open({merchant_api_key: key})).status;
      check('its own', await send(api.place.publicKey), 200);
      check('another’s public', await send(other['public_key']), 401);
      check('another’s secret', await send(other['secret_key']), 401);
    },
  },
  {
    address: '5.5',
    sends: 'POST /client/passport/v1/token; both headers; the token for a token',
    chosen: 'X-SFPY-MERCHANT-SECRET for servers, Authorization: Bearer for pages',
    async attempt(api, check) {
      const path = `/reporter/api/v1/payments/${await api.tracker()}`;
      const token = await api.token();
      check('token', (await api.call(path, {token})).status, 200);
      check('secret header', (await api.call(path)).status, 200);
      check('secret as bearer', (await api.call(path, {token: api.place.secretKey})).status, 200);
      check('wrong bearer', (await api.call(path, {token: 'sk_wrong'})).status, 401);
      check('token by token', (await api.call('/client/passport/v1/token', {body: {}, token})).status, 403);
    },
  },
];

const errors: SpecRow = {
  address: '7',
  sends: 'an enrollment that fails; six requests that are refused',
  chosen: 'one envelope: data, code, message, fields, status.errors',
  async attempt(api, check) {
    const [, failed] = await api.enrolled(cards.failed);
    const {authentication_status: status} = actionOf(failed);
    check('an answer', `${failed.status} ${String(status)}`, '200 FAILED');
    const refusals = [
      await api.call('/nowhere'),
      await api.call(customers, {method: 'PATCH', body: {}}),
      await api.call(customers, {raw: '{'}),
      await api.call(customers, {body: {}, secret: null}),
      await api.call(customers, {body: {first_name: 'x'.repeat(70_000)}}),
      await api.call(customers, {body: {first_name: 1}}),
    ];
    check('statuses', refusals.map((one) => one.status).join(' '), '404 405 400 401 413 400');
    const shaped = refusals.filter(
      ({json, headers}) =>
        (json['data'] as unknown) === null &&
        Boolean(json['code'] && json['message'] && [...json['status']!['errors']!].length > 0) &&
        /^req_/.test(headers.get('x-request-id') ?? ''),
    );
    check('of one shape', shaped.length, refusals.length);
  },
};

const limits: readonly SpecRow[] = [
  {
    address: '8.1',
    sends: 'sixteen charges of a guest’s card at once; two of another card',
    async attempt(api, check) {
      const {user, method} = await api.saved({
        ...verified,
        user: await api.customer({first_name: 'Ada', is_guest: true}),
      });
      const all = await Promise.all(Array.from({length: 16}, () => api.charge(user, method)));
      check('went through', all.filter(({status}) => status === 200).length, 1);
      const kept = await api.saved(verified);
      for (const what of ['a kept card', 'again'])
        check(what, (await api.charge(kept.user, kept.method)).status, 200);
    },
  },
  {
    address: '8.2',
    sends: 'two customers with one e-mail address',
    async attempt(api, check) {
      const ada = {first_name: 'Ada', email: 'ada@example.com'};
      const [one, other] = [await api.customer(ada), await api.customer(ada)];
      check('two', one === other, false);
      const {method} = await api.saved({...verified, user: one});
      check('wallet of one', await api.wallet(one), [method]);
      check('of the other', await api.wallet(other), []);
    },
  },
  {
    address: '8.3',
    sends: 'a save without verification; three reversals at once',
    chosen: '500 minor units, five of the currency',
    async attempt(api, check) {
      const [tracker] = await api.enrolled(cards.frictionless);
      await api.authorize(tracker);
      check('held', await api.ledger(tracker), ['authorization 500']);
      await Promise.all([api.act(tracker), api.act(tracker), api.act(tracker)]);
      check('given back once', await api.ledger(tracker), ['authorization 500', 'reversal 500']);
    },
  },
  {
    address: '8.4',
    sends: 'eleven cards; 52 calls of a token; 66 kB; a day',
    chosen: 'the limits of the table',
    async attempt(api, check) {
      const tracker = await api.tracker();
      for (let count = 0; count < 10; count++) await api.enterCard(tracker, cards.frictionless);
      check('11th card', codeOf(await api.enterCard(tracker, cards.frictionless)), 'tracker.too_many_cards');
      const page = {token: await api.token({tracker, origin: shop}), origin: shop};
      const path = `/reporter/api/v1/payments/${tracker}`;
      const statuses: number[] = [];
      for (let count = 0; count < 52; count++) statuses.push((await api.call(path, page)).status);
      check('calls 50 to 52', statuses.slice(49).join(' '), '200 429 401');
      const large = await api.call(customers, {body: {first_name: 'x'.repeat(66_000)}});
      check('66 kB', large.status, 413);
      await api.pass('P1D');
      check('a day later', (await api.payment(tracker))['state'], 'TRACKER_EXPIRED');
    },
  },
];

export const sections5to9: readonly SpecRow[] = [
  ...authentication,
  errors,
  ...limits,
  {
    address: '9',
    sends: 'v1, v3 and versions that there are not',
    chosen: '404 for a version that is not there',
    async attempt(api, check) {
      check('customers v1', (await api.call(customers)).status, 200);
      check('customers v9', (await api.call('/user/customers/v9/')).status, 404);
      check('trackers v3', dataOf(await api.open())['tracker']?.['token'], /^track_/);
      check('trackers v2', (await api.call('/order/payments/v2/', {body: {}})).status, 404);
      check('plans v1', (await api.call('/client/plans/v1/search')).status, 200);
      check('plans v2', (await api.call('/client/plans/v2/search')).status, 404);
    },
  },
];
