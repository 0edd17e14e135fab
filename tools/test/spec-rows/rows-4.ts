/** Rows of spec 4.1 to 4.4: bodies, customers, trackers and their actions. */
import type {SpecRow} from './row.js';
import {
  actionOf,
  cards,
  codeOf,
  dataOf,
  enrollmentOf,
  fieldsOf,
  pendingOf,
  setupOf,
  shop,
} from './stranger.js';

const customers = '/user/customers/v1/';
const held = ['authorization 500'];
const json = 'application/json';

const bodies: readonly SpecRow[] = [
  {
    address: '4',
    sends: 'a form, half a JSON, a list',
    async attempt(api, check) {
      const count = async () => (await api.data(customers))['count'];
      const before = await count();
      const post = async (raw: string, type: string) =>
        codeOf(await api.call(customers, {raw, headers: {'content-type': type}}));
      check('a form', await post('first_name=Ada', 'application/x-www-form-urlencoded'), 'request.not_json');
      check('half', await post('{"first_name":', json), 'request.unparsable');
      check('a list', await post('[1]', json), 'request.invalid');
      check('nothing was made', (await count()) === before, true);
    },
  },
  {
    address: '4.1',
    sends: 'POST /user/customers/v1/, by a server and by a page',
    async attempt(api, check) {
      const made = await api.call(customers, {body: {first_name: 'Ada', is_guest: false}});
      check('status', made.status, 200);
      check('token', String(dataOf(made)['token']), /^cus_/);
      check('name', dataOf(made)['first_name'], 'Ada');
      check('a page', (await api.call(customers, {body: {}, token: await api.token()})).status, 403);
    },
  },
  {
    address: '4.2',
    sends: 'POST /order/payments/v3/, by a server and by a page; a plain card without raw',
    async attempt(api, check) {
      const opened = await api.open();
      check('token', String(dataOf(opened)['tracker']?.['token']), /^track_/);
      const body = {user: await api.customer(), currency: 'PKR'};
      const page = await api.call('/order/payments/v3/', {body, token: await api.token()});
      check('a page', codeOf(page), 'merchant_authentication_required');
      check('a plain card', codeOf(await api.rawCard(await api.tracker())), 'tracker.action_not_allowed');
    },
  },
];

const payloads: readonly SpecRow[] = [
  {
    address: '4.3 payload',
    sends: 'one action, two at once, an unknown one, a string, the fields without payload',
    chosen: 'the payload names the action, and the one that is due decides',
    async attempt(api, check) {
      const tracker = await api.tracker();
      const both = {origin: shop, authorization: {do_capture: false}};
      check('two', codeOf(await api.act(tracker, both)), 'tracker.payload_unclear');
      check('unknown', codeOf(await api.act(tracker, {nonsense: true})), 'tracker.payload_unclear');
      check('a string', fieldsOf(await api.act(tracker, 'origin')), 'payload');
      const bare = await api.call(`/order/payments/v3/${tracker}`, {body: {origin: shop}});
      check('without payload', bare.json['message'], /payload/);
      check('one', pendingOf(await api.act(tracker, {origin: shop})), 'PROCESS_TRANSIENT_TOKEN');
    },
  },
  {
    address: '4.3 generateCaptureContext',
    sends: 'the shop’s origin; a path, a wildcard, a name, null',
    async attempt(api, check) {
      const tracker = await api.tracker();
      check('origin', (await api.act(tracker, {origin: shop})).status, 200);
      for (const origin of [`${shop}/checkout`, 'https://*.example', 'shop', 'null'])
        check(origin, codeOf(await api.act(tracker, {origin})), 'origin_invalid');
    },
  },
  {
    address: '4.3 processTransientToken',
    sends: 'the token of the card fields; a forged one, an empty one',
    async attempt(api, check) {
      const tracker = await api.tracker();
      const jwt = await api.transientToken(tracker, cards.frictionless);
      for (const [what, forged] of [
        ['forged', `${jwt.slice(0, -4)}AAAA`],
        ['empty', ''],
      ] as const)
        check(what, (await api.process(tracker, forged)).status, 400);
      const method = actionOf(await api.process(tracker, jwt))['payment_method'];
      check('card', `${String(method?.['card_type'])} ${String(method?.['bin_number'])}`, 'Visa 400000');
    },
  },
  {
    address: '4.3 payerAuthSetup',
    sends: 'four strings; a wrong number, month and code (the service needs --allow-raw)',
    async attempt(api, check) {
      const tracker = await api.tracker({entry_mode: 'raw'});
      const wrong = {card_number: '4000000000002702', expiration_month: '13', cvv: '12'};
      const refused = await api.rawCard(tracker, wrong);
      check('named', fieldsOf(refused), 'card_number cvv expiration_month');
      check('repeated', refused.text.includes(wrong.card_number), false);
      const right = await api.rawCard(tracker);
      check('card', actionOf(right)['payment_method']?.['last_four'], '2701');
      check('set-up', Boolean(setupOf(right)['access_token']), true);
    },
  },
  {
    address: '4.3 payerAuthEnrollment',
    sends: 'billing and return addresses; a foreign one, a script, none, a number for the postal code',
    chosen: 'the shopper goes back to the merchant’s own origins alone',
    async attempt(api, check) {
      const tracker = await api.tracker();
      const session = await api.collect(await api.enterCard(tracker, cards.frictionless));
      const own = {success_url: `${shop}/ok`, failure_url: `${shop}/no`};
      const setup = {...own, device_fingerprint_session_id: session};
      const place = {street_1: 'Mall Road 1', street_2: '', city: 'Lahore', state: 'Punjab'};
      const send = (more: object, billing: object = {...place, postal_code: '54000', country: 'PK'}) =>
        api.act(tracker, {billing, authentication_setup: {...setup, ...more}});
      check('foreign', codeOf(await send({success_url: 'https://evil.example/'})), 'return_url.refused');
      check('script', codeOf(await send({failure_url: 'javascript:alert(1)'})), 'return_url.refused');
      check('none', fieldsOf(await send({success_url: undefined})), 'success_url');
      check('a number', fieldsOf(await send({}, {postal_code: 54000})), 'postal_code');
      const reply = await send({});
      check('status', actionOf(reply)['authentication_status'], 'FRICTIONLESS');
      check('eci', enrollmentOf(reply)['eci'], '05');
    },
  },
  {
    address: '4.3 authorize',
    sends: 'do_capture true, false and a string, for a payment',
    async attempt(api, check) {
      const paying = async (capture: unknown) => {
        const [tracker] = await api.enrolled(cards.frictionless, {mode: 'payment', amount: 700});
        return [tracker, await api.act(tracker, {authorization: {do_capture: capture}})] as const;
      };
      const [heldOne] = await paying(false);
      check('false', await api.ledger(heldOne), ['authorization 700']);
      const [taken] = await paying(true);
      check('true', await api.ledger(taken), ['authorization 700', 'capture 700']);
      const [untouched, refused] = await paying('yes');
      check('a string', fieldsOf(refused), 'do_capture');
      check('then', await api.ledger(untouched), []);
    },
  },
  {
    address: '4.3 reversal',
    sends: 'an empty payload before anything is held, by a page, by the server',
    chosen: 'the shop’s server gives back, never a page',
    async attempt(api, check) {
      const before = (await api.enrolled(cards.frictionless))[0];
      check('too early', codeOf(await api.act(before)), 'tracker.action_not_allowed');
      const [tracker] = await api.enrolled(cards.frictionless);
      await api.authorize(tracker);
      const page = {token: await api.token({tracker, origin: shop}), origin: shop};
      check('a page', codeOf(await api.act(tracker, undefined, page)), 'tracker.action_forbidden');
      check('server', (await api.act(tracker)).status, 200);
      check('ledger', await api.ledger(tracker), [...held, 'reversal 500']);
    },
  },
  {
    address: '4.3 flex',
    sends: 'a whole save; its answers are searched for the number',
    async attempt(api, check) {
      const tracker = await api.tracker();
      const setup = await api.enterCard(tracker, cards.frictionless);
      const enrolled = await api.enroll(tracker, await api.collect(setup));
      const answers = [setup, enrolled, await api.authorize(tracker), await api.act(tracker)];
      const read = await api.call(`/reporter/api/v1/payments/${tracker}`);
      const repeats = [...answers, read].filter(({text}) => text.includes('000000002701'));
      check('answers', answers.map(({status}) => status).join(' '), '200 200 200 200');
      check('with the number', repeats.length, 0);
    },
  },
  {
    address: '4.3 raw',
    sends: 'entry mode raw',
    chosen: 'the switch --allow-raw stands for the certificate',
    async attempt(api, check) {
      const opened = await api.open({entry_mode: 'raw'});
      if (opened.status === 403) {
        check('without the switch', codeOf(opened), 'tracker.raw_not_enabled');
        return check('it says', opened.json['message'], /PCI certificate/);
      }
      check('with the switch', pendingOf(opened), 'PAYER_AUTH_SETUP');
      const tracker = String(dataOf(opened)['tracker']!['token']);
      check('and only so', codeOf(await api.act(tracker, {origin: shop})), 'tracker.action_not_allowed');
    },
  },
];

export const section4: readonly SpecRow[] = [
  ...bodies,
  ...payloads,
  {
    address: '4.4',
    sends: 'GET /reporter/api/v1/payments/{tracker} by a page, without credentials; an unknown tracker',
    chosen: 'the path, and that a page sees nothing personal',
    async attempt(api, check) {
      const [tracker] = await api.enrolled(cards.frictionless);
      await api.authorize(tracker);
      const path = `/reporter/api/v1/payments/${tracker}`;
      const page = {token: await api.token({tracker, origin: shop}), origin: shop};
      const payment = dataOf(await api.call(path, page));
      check('state', payment['state'], 'TRACKER_AUTHORIZED');
      check('status', payment['attempts']![0]!['enrollment']!['authentication_status'], 'FRICTIONLESS');
      const {token: _, ...personal} = payment['customer'] as unknown as Record<string, unknown>;
      check('personal', [...new Set(Object.values(personal))].join(), '');
      check('without credentials', (await api.call(path, {secret: null})).status, 401);
      check('unknown', (await api.call('/reporter/api/v1/payments/track_nobody')).status, 404);
    },
  },
];
