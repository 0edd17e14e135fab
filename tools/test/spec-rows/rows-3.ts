/** Rows of spec 3.1 and 3.3: the steps of a tracker, and what follows an enrollment. */
import type {SpecRow} from './row.js';
import {
  actionOf,
  cards,
  claimsOf,
  codeOf,
  enrollmentOf,
  pendingOf,
  setupOf,
  shop,
  dataOf,
  type Reply,
  type Stranger,
} from './stranger.js';

const verified = {is_account_verification: true};
const held = ['authorization 500'];
const heldAndReversed = [...held, 'reversal 500'];
const ended = 'tracker.ended';
const notAllowed = 'tracker.action_not_allowed';

const userOf = async (api: Stranger, tracker: string) =>
  String((await api.payment(tracker))['customer']!['token']);
const stateOf = async (api: Stranger, tracker: string): Promise<unknown> =>
  (await api.payment(tracker))['state'];
const hasSetup = (reply: Reply) =>
  Boolean(setupOf(reply)['access_token'] && setupOf(reply)['device_data_collection_url']);

const early: readonly SpecRow[] = [
  {
    address: '3.1 step 1',
    sends: 'one customer, two saves',
    async attempt(api, check) {
      const user = await api.customer();
      await api.saved({user});
      await api.saved({user}, cards.attempted);
      check('cards in the wallet', (await api.wallet(user)).length, 2);
    },
  },
  {
    address: '3.1 step 2',
    sends: 'POST /order/payments/v3/',
    async attempt(api, check) {
      const user = await api.customer();
      const opened = await api.open({user, intent: 'CYBERSOURCE', mode: 'instrument'});
      check('due', pendingOf(opened), 'GENERATE_CAPTURE_CONTEXT');
      const tracker = String(dataOf(opened)['tracker']!['token']);
      check('token', tracker, /^track_/);
      check('of the customer', (await userOf(api, tracker)) === user, true);
    },
  },
  {
    address: '3.1 step 3a',
    sends: 'an origin, and none',
    async attempt(api, check) {
      const targets = (reply: Reply) =>
        claimsOf(actionOf(reply)['flex']?.['capture_context_jwt'])['ctx']![0]!['data']!['targetOrigins'];
      const named = await api.act(await api.tracker(), {origin: shop});
      check('for', targets(named), [shop]);
      check('due', pendingOf(named), 'PROCESS_TRANSIENT_TOKEN');
      const [checkout] = targets(await api.act(await api.tracker()))!;
      check('without one, the hosted checkout', String(checkout), /^https?:\/\//);
    },
  },
  {
    address: '3.1 step 3b',
    sends: 'a transient token: to its tracker, again, to another tracker',
    async attempt(api, check) {
      const tracker = await api.tracker();
      const jwt = await api.transientToken(tracker, cards.frictionless);
      const reply = await api.process(tracker, jwt);
      check('card', actionOf(reply)['payment_method']?.['last_four'], '2701');
      check('with the set-up', hasSetup(reply), true);
      check('due, step 4 skipped', pendingOf(reply), 'PAYER_AUTH_ENROLLMENT');
      check('again', codeOf(await api.process(tracker, jwt)), 'transient_token.used');
      check('elsewhere', (await api.process(await api.tracker(), jwt)).status >= 400, true);
    },
  },
  {
    address: '3.1 step 4',
    sends: 'a card in plain text, entry mode raw (the service needs --allow-raw)',
    async attempt(api, check) {
      const reply = await api.rawCard(await api.tracker({entry_mode: 'raw'}), {
        card_number: cards.mastercard,
      });
      check('card', actionOf(reply)['payment_method']?.['last_four'], '2235');
      check('with the set-up', hasSetup(reply), true);
      check('due', pendingOf(reply), 'PAYER_AUTH_ENROLLMENT');
    },
  },
  {
    address: '3.1 step 5',
    sends: 'the session id of the collector; that of another card',
    async attempt(api, check) {
      const tracker = await api.tracker();
      const session = await api.collect(await api.enterCard(tracker, cards.frictionless));
      check('its own: eci', enrollmentOf(await api.enroll(tracker, session))['eci'], '05');
      const other = await api.tracker();
      await api.enterCard(other, cards.frictionless);
      check('another’s', enrollmentOf(await api.enroll(other, session))['eci'], '07');
    },
  },
  {
    address: '3.1 step 6',
    sends: 'an enrollment; again; before there is a card',
    async attempt(api, check) {
      const [tracker, reply] = await api.enrolled(cards.frictionless);
      check('status', actionOf(reply)['authentication_status'], 'FRICTIONLESS');
      check('in the object too', enrollmentOf(reply)['authentication_status'], 'FRICTIONLESS');
      check('again', codeOf(await api.enroll(tracker)), notAllowed);
      check('before the card', codeOf(await api.enroll(await api.tracker())), notAllowed);
    },
  },
  {
    address: '3.1 step 7',
    sends: 'the right code; a card whose step-up fails; “cancel”',
    async attempt(api, check) {
      for (const [what, number, code, outcome] of [
        ['right code', cards.required, '1234', 'success'],
        ['failing card', cards.stepUpFails, '1234', 'failure'],
        ['cancel', cards.required, undefined, 'failure'],
      ] as const) {
        const [tracker, reply] = await api.enrolled(number);
        const back = new URL(
          (await api.stepUp(tracker, reply, code)).headers.get('location') ?? 'about:blank',
        );
        check(what, `${back.origin} ${back.searchParams.get('outcome')}`, `${shop} ${outcome}`);
        const saved = (await api.wallet(await userOf(api, tracker))).length;
        check('cards saved', saved, outcome === 'success' ? 1 : 0);
      }
    },
  },
];

const late: readonly SpecRow[] = [
  {
    address: '3.1 step 8',
    sends: 'nothing after the step-up but the bank’s redirect',
    async attempt(api, check) {
      const [tracker, reply] = await api.enrolled(cards.required, verified);
      await api.stepUp(tracker, reply, '1234');
      const payment = await api.payment(tracker);
      const kinds = [...payment['actions']!].map(({kind}) => String(kind));
      check('performed', kinds.includes('PAYER_AUTH_VALIDATION'), true);
      check('method', payment['payment_method']?.['token'], /^pm_/);
    },
  },
  {
    address: '3.1 step 9',
    sends: 'authorize after a frictionless enrollment; before any',
    chosen: 'no bypass of the authentication, unless the service runs with --allow-bypass',
    async attempt(api, check) {
      const early = await api.tracker();
      check('before the card', codeOf(await api.authorize(early)), notAllowed);
      const [tracker] = await api.enrolled(cards.frictionless);
      const reply = await api.authorize(tracker);
      check('authorized', dataOf(reply)['tracker']?.['authorization']?.['token'], /^auth_/);
      check('due', pendingOf(reply), 'REVERSAL');
    },
  },
  {
    address: '3.1 step 10',
    sends: 'no body, {}, {"payload":{}}; four at once',
    async attempt(api, check) {
      for (const [what, raw] of [
        ['no body', ''],
        ['{}', '{}'],
        ['empty payload', '{"payload":{}}'],
      ] as const) {
        const [tracker] = await api.enrolled(cards.frictionless);
        await api.authorize(tracker);
        const reversed = await api.call(`/order/payments/v3/${tracker}`, {method: 'POST', raw});
        check(what, [reversed.status, pendingOf(reversed)].join(' '), '200 NOOP');
        check('ledger', await api.ledger(tracker), heldAndReversed);
      }
      const [tracker] = await api.enrolled(cards.frictionless);
      await api.authorize(tracker);
      const all = await Promise.all([1, 2, 3, 4].map(() => api.act(tracker)));
      check('four at once', all.map(({status}) => status).join(' '), '200 200 200 200');
      check('one reversal', await api.ledger(tracker), heldAndReversed);
    },
  },
  {
    address: '3.1 rule 1',
    sends: 'verified saves with and without a step-up; a reversal',
    async attempt(api, check) {
      const [stepped, reply] = await api.enrolled(cards.required, verified);
      await api.stepUp(stepped, reply, '1234');
      const {tracker: quiet} = await api.saved(verified);
      for (const tracker of [stepped, quiet]) {
        check('state', await stateOf(api, tracker), 'TRACKER_ENDED');
        check('reversal', codeOf(await api.act(tracker)), 'tracker.reversal_not_owed');
        check('ledger', await api.ledger(tracker), ['authorization 0']);
      }
    },
  },
  {
    address: '3.1 rule 2',
    sends: 'a reversal; none, and an hour passes',
    chosen: 'a forgotten hold is given back by the service within an hour',
    async attempt(api, check) {
      const [asked, reply] = await api.enrolled(cards.required);
      await api.stepUp(asked, reply, '1234');
      check('held', await api.ledger(asked), held);
      await api.act(asked);
      const [forgotten] = await api.enrolled(cards.frictionless);
      await api.authorize(forgotten);
      await api.pass('PT1H');
      for (const tracker of [asked, forgotten]) check('then', await api.ledger(tracker), heldAndReversed);
    },
  },
  {
    address: '3.1 rule 3',
    sends: 'the wallet before and after authorize, without a step-up',
    async attempt(api, check) {
      for (const number of [cards.frictionless, cards.attempted]) {
        const [tracker, reply] = await api.enrolled(number);
        check('due', pendingOf(reply), 'AUTHORIZATION');
        const user = await userOf(api, tracker);
        check('before', (await api.wallet(user)).length, 0);
        await api.authorize(tracker);
        check('after', (await api.wallet(user)).length, 1);
      }
    },
  },
];

const goesOn = (status: 'FRICTIONLESS' | 'ATTEMPTED', number: string): SpecRow => ({
  address: `3.3 ${status}`,
  sends: 'enrollment, then authorize',
  async attempt(api, check) {
    const [tracker, reply] = await api.enrolled(number);
    check('status', actionOf(reply)['authentication_status'], status);
    check('authorized', (await api.authorize(tracker)).status, 200);
    check('ledger', await api.ledger(tracker), held);
  },
});

const stops = (status: 'UNAVAILABLE' | 'FAILED' | 'REJECTED' | 'NOT_ELIGIBLE', number: string): SpecRow => ({
  address: `3.3 ${status}`,
  sends: 'enrollment, then every other move',
  async attempt(api, check) {
    const [tracker, reply] = await api.enrolled(number);
    check('status', actionOf(reply)['authentication_status'], status);
    check('state', await stateOf(api, tracker), 'TRACKER_ENDED');
    check('authorize', codeOf(await api.authorize(tracker)), ended);
    check('empty payload', codeOf(await api.act(tracker)), ended);
    check('capture context', codeOf(await api.act(tracker, {origin: shop})), ended);
    check('enroll again', codeOf(await api.enroll(tracker)), ended);
    check('ledger', await api.ledger(tracker), []);
    check('wallet', await api.wallet(await userOf(api, tracker)), []);
  },
});

export const section3: readonly SpecRow[] = [
  ...early,
  ...late,
  {
    address: '3.3 REQUIRED',
    sends: 'other moves while the step-up is due; then the step-up',
    async attempt(api, check) {
      const [tracker, reply] = await api.enrolled(cards.required);
      check('status', actionOf(reply)['authentication_status'], 'REQUIRED');
      const {access_token: jwt, step_up_url: url} = enrollmentOf(reply);
      check('token and address', Boolean(jwt && url), true);
      check('authorize', codeOf(await api.authorize(tracker)), notAllowed);
      check('empty payload', codeOf(await api.act(tracker)), notAllowed);
      check('ledger', await api.ledger(tracker), []);
      check('step-up', (await api.stepUp(tracker, reply, '1234')).status, 303);
      check('ledger then', await api.ledger(tracker), held);
    },
  },
  goesOn('FRICTIONLESS', cards.frictionless),
  goesOn('ATTEMPTED', cards.attempted),
  stops('UNAVAILABLE', cards.unavailable),
  stops('FAILED', cards.failed),
  stops('REJECTED', cards.rejected),
  stops('NOT_ELIGIBLE', cards.notEligible),
];
