// Further: every amount on the way to the network and back; amounts: `service/test/money.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {priceText as demoPrice} from '../../demo/server/money.js';
import {currencyCodes, currencyDigits, toDecimalText} from '../../src/protocol/currencies.js';
import {moneyText, readCompletion} from '../../src/protocol/index.js';
import {readSessionPayment} from '../../src/protocol/payment.js';
import {createCardVaultServer, type ServiceClient} from '../../src/server/index.js';
import {minorText, priceText} from '../../service/src/edges/dashboard/browser/format.js';
import {createLanguage as checkoutLanguage} from '../../service/src/edges/checkout/language.js';
import {languageTags} from '../../src/texts/index.js';
import {formatTag} from '../../src/texts/written.js';
import {createLanguage as bankLanguage} from '../../service/src/simulators/issuer/language.js';
import {shownMinor} from '../support/shown-money.js';
import {own, type Place} from './support/places.js';
import {saveCard} from './support/saved-cards.js';

type Json = Record<string, unknown>;
interface Paid {
  readonly session: Json;
  readonly completed: Json;
  readonly tracker: string;
}
const shop = 'http://localhost:5173';
const back = `${shop}/card-vault/return`;

/** The page is played by `fetch`; shop's server, service, bank and network are the real ones. */
describe('an amount from the shop to the network and to the reader', () => {
  let place: Place;
  let client: ServiceClient;
  let card: {readonly customer: string; readonly paymentMethod: string};
  before(async () => {
    place = await own();
    client = place.client();
    card = await saveCard(client, place);
  });
  after(() => place.stop());

  async function act(session: Json, payload: Json): Promise<void> {
    const url = `${String(session['service_url'])}/order/payments/v3/${String(session['tracker'])}`;
    const headers = {
      authorization: `Bearer ${String(session['time_based_token'])}`,
      'content-type': 'application/json',
      origin: shop,
    };
    const answer = await fetch(url, {method: 'POST', headers, body: JSON.stringify({payload})});
    assert.equal(answer.status, 200, await answer.clone().text());
  }

  /** Pays by the hook `payment`, with all that a page does. */
  async function pay(
    amount: number,
    currency: string,
    {read = fetch, ends = 200}: {readonly read?: typeof fetch; readonly ends?: number} = {},
  ): Promise<Paid> {
    const vault = createCardVaultServer({
      ...place,
      currency,
      customer: () => card.customer,
      payment: () => ({paymentMethod: card.paymentMethod, amount, currency}),
      timeout: 60_000,
      onError: () => undefined,
      fetch: (url, init) => read(url, init),
    });
    const ask = async (path: string, status = 200) => {
      const headers = {origin: shop, 'sec-fetch-site': 'same-origin'};
      const request = new Request(`${shop}/card-vault${path}`, {method: 'POST', headers});
      const response = await vault.handle(request);
      const body = (await response.json()) as Json;
      assert.equal(response.status, status, JSON.stringify(body));
      return body;
    };
    const session = await ask('/session');
    await act(session, {authentication_setup: {success_url: back, failure_url: back}});
    await act(session, {authorization: {do_capture: false}});
    const tracker = String(session['tracker']);
    return {session, tracker, completed: await ask(`/session/${tracker}/complete`, ends)};
  }

  it('in a currency that the kit does not know is not taken, and the answer says what became of it', async () => {
    // As at a service that is newer than the kit.
    const read: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (!String(url).includes('/reporter/')) return answer;
      return new Response((await answer.text()).replaceAll('"USD"', '"XTS"'), answer);
    };
    const {completed, tracker} = await pay(1200, 'USD', {read, ends: 502});
    assert.equal(completed['code'], 'payment.currency_unknown');
    assert.match(String(completed['message']), /is authorized, in a currency that .* does not know/);
    const held = await client.payments.read(tracker);
    assert.equal(held.status, 'authorized');
    await client.payments.capture(tracker);
    assert.equal((await client.payments.read(tracker)).status, 'captured');
  });

  it('is PKR 4,800.00 in the session, on the form, at the end and in the books of the network', async () => {
    const {session, completed, tracker} = await pay(480_000, 'PKR');
    assert.deepEqual([session['amount'], session['currency']], ['4800.00', 'PKR']);
    assert.equal(moneyText(readSessionPayment(session), 'en'), 'PKR\u00a04,800.00');
    assert.deepEqual(completed['payment'], {status: 'captured', amount: '4800.00', currency: 'PKR'});
    assert.equal(await place.taken(tracker), 480_000);
  });

  it('is the same in every currency that there is', async () => {
    const amount = 480_051;
    for (const currency of currencyCodes()) {
      const digits = currencyDigits(currency);
      const {session, completed, tracker} = await pay(amount, currency);
      const prices = [readSessionPayment(session), readCompletion(completed).payment!];
      assert.deepEqual(
        prices.map((price) => shownMinor(price.amount, digits)),
        [amount, amount],
        currency,
      );
      assert.equal(shownMinor(moneyText(prices[0]!, 'en'), digits), amount, currency);
      assert.equal(await place.taken(tracker), amount, currency);
      const payment = await client.payments.read(tracker);
      assert.deepEqual([payment.amount, payment.currency], [amount, currency]);
    }
  });

  it('is the same on hosted pages, at the bank, in the dashboard and in the demo', async () => {
    for (const currency of currencyCodes()) {
      const digits = currencyDigits(currency);
      for (const minor of [49, 49_950, 123_456_789]) {
        const text = toDecimalText(minor, currency);
        const shown: [string, string?][] = [
          ...languageTags.flatMap((locale): [string, string][] => [
            [checkoutLanguage(locale).money(text, currency), formatTag(locale)],
            [bankLanguage(locale).money(text, currency), formatTag(locale)],
          ]),
          ...[priceText({amount: text, currency}), minorText(minor, currency)].map((one): [string] => [one]),
          ...[demoPrice(text, currency, 'en'), demoPrice(text, currency, 'ur')].map((one): [string] => [one]),
        ];
        for (const [one, tag] of shown)
          assert.equal(shownMinor(one, digits, tag), minor, `${currency} ${tag}: ${one}`);
      }
    }
  });

  it('is refused in a currency that is none, before anything is sent', async () => {
    for (const currency of ['XYZ', 'CLF', 'DEM', 'pkr']) {
      const charged = client.payments.charge({...card, amount: 4800, currency});
      await assert.rejects(charged, {code: 'request-refused', field: 'currency'});
    }
  });
});
