// Further: each row of the specification on billing; billing: `service/test/billing.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe} from 'node:test';
import {isBodySignature} from '../../../src/protocol/index.js';
import {operationsOf} from '../../src/edges/openapi/operations.js';
import {shop, startTestService, string, type Json, type Reply, type TestService} from '../support/harness.js';
import {savedCard} from '../support/payments.js';
import {Receiver} from '../support/receiver.js';
import {HostedBrowser, linksOf, press} from '../support/hosted-browser.js';
import {endpoint} from '../support/webhooks.js';
import {rule} from './rows.js';

const dayMs = 86_400_000;
const plans = '/client/plans/v1/';
const subscriptions = '/client/subscriptions/v1';
/**
 * A card that is accepted when it is saved and first charged, and declined for insufficient funds at
 * renewals.
 */
const failsLater = '4000000000000341';
const noMoney = '4000000000009995';

const monthly = {
  ...{amount: '12.50', currency: 'USD', interval: 'MONTH', type: 'RECURRING', interval_count: 1},
  ...{product: 'Tea club', active: true},
};

describe(
  'spec 1.4, 2.6, 2.7, 3.2, 4.5, 4.6, 5.3 and 6: plans and recurring billing',
  {timeout: 600_000},
  () => {
    let api: TestService;
    let receiver: Receiver;
    let secret: string;
    before(async () => {
      api = await startTestService(
        {clock: {now: () => new Date('2027-01-31T10:00:00Z')}},
        {looksForWork: true},
      );
      receiver = await Receiver.start();
      secret = string((await endpoint(api, receiver.url))['secret']);
    });
    after(async () => {
      await api.service.close();
      await receiver.close();
    });

    const later = async (days: number) => {
      const to = new Date(api.service.clock.now().getTime() + days * dayMs).toISOString();
      assert.equal((await api.call('/sandbox/v1/clock/advance', {body: {to}})).status, 200);
    };
    const createPlan = async (more: object = {}): Promise<Json> => {
      const reply = await api.call(plans, {body: {...monthly, ...more}});
      assert.equal(reply.status, 200, reply.text);
      return reply.json['data']!;
    };
    const ofCustomer = async (user: string): Promise<Json[]> => {
      const {json} = await api.call(`${subscriptions}/search?limit=100`);
      return [...json['data']!['list']!].filter(({user_id: id}) => string(id) === user);
    };
    /** A customer with a saved card presses the button of the hosted checkout. */
    async function subscribe(number = '4000000000002701', more: object = {}) {
      const {user, method} = await savedCard(api, {number});
      const plan = string((await createPlan(more))['token']);
      const browser = new HostedBrowser(api);
      const {page} = await browser.open(await linksOf(api).subscribe(plan, user));
      assert.deepEqual(await ofCustomer(user), [], 'opening the page begins nothing');
      await press(browser, page, method);
      const [made] = await ofCustomer(user);
      return {user, method, plan, token: string(made!['token'])};
    }
    const read = async (token: string): Promise<Json> =>
      (await api.call(`${subscriptions}/${token}`)).json['data']!;
    const stateOf = async (token: string) => (await read(token))['state'] as unknown;
    /** The network's ledger entries of a subscription's charges. */
    const books = async (token: string) => {
      const {json} = await api.call('/sandbox/v1/ledger');
      return [...json['data']!]
        .filter(({tracker}) => string(tracker).startsWith(`${token.replace('sub_', 'ch_')}_`))
        .map(({kind, amount, approved}) => [kind, amount, approved] as unknown);
    };
    const taken = async (token: string) =>
      (await books(token)).filter((line) => JSON.stringify(line) === '["capture",1250,true]').length;
    const typesSent = (token: string) =>
      receiver.log.filter(({subscription}) => subscription === token).map(({type}) => type);
    const pause = (token: string): Promise<Reply> =>
      api.call(`${subscriptions}/${token}`, {
        method: 'PUT',
        body: {pause_collection: {payment_collection_behavior: 'MARK_VOID'}},
      });

    rule(
      '1.4',
      'a subscription from the hosted checkout is charged on the interval, and the shop is notified',
      async () => {
        const {token} = await subscribe();
        await later(28);
        await later(31);
        assert.equal(await taken(token), 3, '31 January, 28 February, 31 March');
        await receiver.until(() => typesSent(token).length >= 4);
        const paid = 'subscription.payment_succeeded';
        assert.deepEqual(typesSent(token), ['subscription.created', paid, paid, paid]);
      },
    );

    rule('2.6', 'the seven fields of a plan decide what the network is asked for, and when', async () => {
      const plan = await createPlan({amount: '7.05', currency: 'PKR', interval: 'WEEK', interval_count: 2});
      const {
        amount,
        currency,
        interval,
        interval_count: count,
        type,
        product,
        active,
      } = plan as unknown as Record<string, unknown>;
      assert.deepEqual(
        [amount, currency, interval, count, type, product, active],
        ['7.05', 'PKR', 'WEEK', 2, 'RECURRING', 'Tea club', true],
      );
      const {token} = await subscribe(undefined, {
        amount: '7.05',
        currency: 'PKR',
        interval: 'WEEK',
        interval_count: 2,
      });
      await later(13);
      assert.equal((await books(token)).length, 2);
      await later(1);
      assert.deepEqual((await books(token)).slice(2), [
        ['authorization', 705, true],
        ['capture', 705, true],
      ]);
    });

    rule(
      '2.7',
      'a subscription is there only after the shopper pressed the button of the hosted checkout',
      async () => {
        const {user, token} = await subscribe();
        const [made] = await ofCustomer(user);
        assert.equal(made!['token'], token);
        assert.equal((await api.call(subscriptions, {body: {plan_id: 'plan_x', user_id: user}})).status, 404);
      },
    );

    rule('3.2 active', 'a charge is attempted on each scheduled interval', async () => {
      const {token} = await subscribe();
      assert.equal(await stateOf(token), 'active');
      for (let month = 2; month <= 4; month++) {
        await later(31);
        assert.equal(await taken(token), month);
      }
    });

    rule(
      '3.2 paused',
      'no period of it is charged, and it goes on from its anchor when it is resumed',
      async () => {
        const {token} = await subscribe();
        assert.equal((await pause(token)).status, 200);
        await later(70);
        assert.deepEqual([await stateOf(token), await taken(token)], ['paused', 1]);
        await api.call(`${subscriptions}/${token}/resumption`, {method: 'PUT', body: {}});
        assert.deepEqual(
          [await stateOf(token), await taken(token)],
          ['active', 1],
          'missed periods stay missed',
        );
        await later(31);
        assert.equal(await taken(token), 2);
      },
    );

    rule('3.2 cancelled', 'is final: nothing is charged and no move leads out', async () => {
      const {token} = await subscribe();
      const cancel = () => api.call(`${subscriptions}/${token}/cancel`, {body: {}});
      assert.equal((await cancel()).status, 200);
      assert.equal(await stateOf(token), 'cancelled');
      assert.ok((await pause(token)).status >= 400);
      const resumed = await api.call(`${subscriptions}/${token}/resumption`, {method: 'PUT', body: {}});
      assert.ok(resumed.status >= 400);
      await later(400);
      assert.deepEqual([await stateOf(token), await taken(token)], ['cancelled', 1]);
    });

    rule('3.2 pending', 'until the first charge is paid: a declined one leaves it waiting', async () => {
      const {token} = await subscribe(noMoney);
      assert.equal(await stateOf(token), 'pending');
      assert.equal(await taken(token), 0);
      await later(5.5);
      assert.deepEqual([await stateOf(token), (await books(token)).length], ['pending', 4]);
      await later(2);
      const over = await read(token);
      assert.deepEqual([over['state'], over['end_reason']] as unknown[], ['failed', 'payment_failed']);
      assert.equal((await books(token)).length, 5);
      const {token: trial} = await subscribe(undefined, {trial_period_days: 14});
      assert.deepEqual([await stateOf(trial), await books(trial)], ['pending', []]);
      await later(14);
      assert.deepEqual([await stateOf(trial), await taken(trial)], ['active', 1]);
    });

    rule('3.2 failed', 'when every try of a charge was declined, and no charge follows', async () => {
      const {token} = await subscribe(failsLater);
      assert.deepEqual([await stateOf(token), await taken(token)], ['active', 1]);
      await later(31);
      assert.equal(await stateOf(token), 'active', 'it is tried again');
      await later(20);
      assert.equal(await stateOf(token), 'failed');
      const lines = (await books(token)).length;
      await later(100);
      assert.deepEqual([await taken(token), (await books(token)).length], [1, lines]);
    });

    rule(
      '4.5',
      'creates a plan from the seven fields, each of which is required, and returns it',
      async () => {
        const plan = await createPlan();
        const again = await api.call(`${plans}${string(plan['token'])}`);
        assert.deepEqual({...again.json['data']}, {...again.json['data'], ...monthly});
        for (const missing of Object.keys(monthly)) {
          const {json} = await api.call(plans, {body: {...monthly, [missing]: undefined}});
          assert.equal(json['fields']![0]!['pointer'], `/${missing}`);
        }
        assert.equal((await api.call(plans, {body: monthly, secret: null})).status, 401);
      },
    );

    rule('4.6', 'no route creates a subscription; a signed link leads to the hosted checkout', async () => {
      const creating = operationsOf({sandbox: true}).filter(
        ({method, path}) => method === 'post' && /\/subscriptions\/v1\/?$/.test(path),
      );
      assert.deepEqual(creating, []);
      const {user} = await savedCard(api);
      const plan = string((await createPlan())['token']);
      const browser = new HostedBrowser(api);
      const {page} = await browser.open(await linksOf(api).subscribe(plan, user));
      assert.match(page.text, /\$12\.50/);
      const forged = (await linksOf(api).subscribe(plan, user)).replace('auth_token=', 'auth_token=x');
      assert.notEqual((await browser.get(forged)).status, 303);
    });

    rule(
      '5.3',
      'the secret key opens plans, in its header or as a bearer token; a page’s token does not',
      async () => {
        const token = await api.token();
        const {secretKey} = api.service.keys;
        assert.equal((await api.call(plans, {body: monthly})).status, 200);
        assert.equal((await api.call(plans, {body: monthly, token: secretKey})).status, 200);
        assert.equal((await api.call(plans, {body: monthly, token})).status, 403);
        assert.equal((await api.call(plans, {body: monthly, token: 'sk_wrong'})).status, 401);
        const fromPage = await api.call(plans, {body: monthly, token: secretKey, origin: shop});
        assert.equal(fromPage.json['code'] as unknown, 'secret_key_in_browser');
        assert.equal(fromPage.headers.get('access-control-allow-origin'), null);
      },
    );

    rule(
      '5.6',
      'every webhook carries signatures that a receiver can verify, and none that another secret makes',
      async () => {
        const {token} = await subscribe();
        await receiver.until(() => typesSent(token).length >= 2);
        for (const {headers, body} of receiver.log.filter(({subscription}) => subscription === token)) {
          const signature = string(headers['x-sfpy-signature']);
          assert.ok(await isBodySignature(signature, body, [secret]));
          assert.ok(!(await isBodySignature(signature, `${body} `, [secret])));
          assert.ok(!(await isBodySignature(signature, body, ['whsec_another'])));
          assert.match(string(headers['webhook-signature']), /^v1,/);
        }
      },
    );

    rule(
      '6 events',
      'created, payment_succeeded, payment_failed and cancelled, each when it happens',
      async () => {
        const {token} = await subscribe(failsLater);
        await later(31);
        await api.call(`${subscriptions}/${token}/cancel`, {body: {}});
        await receiver.until(() => typesSent(token).length >= 4);
        assert.deepEqual(
          typesSent(token).map((type) => type.slice('subscription.'.length)),
          ['created', 'payment_succeeded', 'payment_failed', 'cancelled'],
        );
        assert.equal(await taken(token), 1);
      },
    );

    rule('6 rules', 'failed deliveries are recorded, and the failed charge shows its reason', async () => {
      const {token} = await subscribe(failsLater);
      await later(31);
      await receiver.until(() => typesSent(token).includes('subscription.payment_failed'));
      const failed = receiver.log.find(
        ({subscription, type}) => subscription === token && type === 'subscription.payment_failed',
      )!;
      assert.equal(failed.data['subscription'], token);
      assert.equal((await read(token))['past_due'], true);
      assert.deepEqual((await books(token)).at(-1), ['authorization', 1250, false]);
    });
  },
);
