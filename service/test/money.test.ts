import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {currencyCodes, toDecimalText} from '../../src/protocol/currencies.js';
import {shownMinor} from '../../test/support/shown-money.js';
import {booksOf, eventsOf} from './support/billing.js';
import {HostedBrowser, linksOf, press} from './support/hosted-browser.js';
import {startTestService, string, type TestService} from './support/harness.js';
import {savedCard} from './support/payments.js';

/** Amounts whose decimals `Intl` would round or leave out, and amounts of all numbers of decimals. */
const prices = [
  ['499.50', 'PKR', 49_950, 2],
  ['0.49', 'PKR', 49, 2],
  ['24', 'IQD', 24_000, 3],
  ['1500.5', 'HUF', 150_050, 2],
  ['3000', 'UGX', 3000, 0],
  ['0.001', 'KWD', 1, 3],
  ['90071992547409.91', 'MGA', Number.MAX_SAFE_INTEGER, 2],
] as const;

describe('the price of a plan', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  async function newPlan(amount: string, currency: string): Promise<string> {
    const body = {
      ...{amount, currency, interval: 'MONTH', type: 'RECURRING', interval_count: 1},
      ...{product: 'Tea club', active: true},
    };
    const reply = await api.call('/client/plans/v1/', {body});
    assert.equal(reply.status, 200, reply.text);
    return string(reply.json['data']!['plan_id']);
  }

  it('is kept in minor units, for every currency', async () => {
    for (const currency of currencyCodes()) {
      const token = await newPlan(toDecimalText(480_051, currency), currency);
      const [row] = await api.service.database.query<{minor: string}>(
        'SELECT amount_minor::text AS minor FROM plans WHERE token = $1',
        [token],
      );
      assert.equal(row!.minor, '480051', currency);
    }
  });

  for (const [amount, currency, minor, digits] of prices)
    it(`of ${amount} ${currency} is shown, charged and reported as ${minor} minor units`, async () => {
      const plan = await newPlan(amount, currency);
      const {user, method} = await savedCard(api);
      const browser = new HostedBrowser(api);
      const {self, page} = await browser.open(await linksOf(api).subscribe(plan, user));
      for (const language of ['en', 'ur', 'ar']) {
        const {text} = await browser.follow(`${self}?lang=${language}`);
        const shown = [...text.matchAll(/[^<>]*\d[^<>]*/g)].map(([words]) => shownMinor(words, digits));
        assert.ok(shown.includes(minor), `${language}: ${shown.join('\n')}`);
      }
      assert.equal((await press(browser, page, method)).status, 200);
      const [row] = await api.service.database.query<{token: string}>(
        'SELECT token FROM subscriptions WHERE customer = $1',
        [user],
      );
      const subscription = row!.token;
      const charges = await booksOf(api, {subscription});
      assert.deepEqual(
        charges.map((line) => [line.kind, line.amount, line.currency]),
        ['authorization', 'capture'].map((kind) => [kind, minor, currency]),
      );
      const paid = (await eventsOf(api, subscription)).find(({type}) => type.endsWith('payment_succeeded'));
      assert.deepEqual([paid!.data['amount'], paid!.data['currency']], [amount, currency]);
    });
});
