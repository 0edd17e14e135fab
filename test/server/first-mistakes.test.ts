import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {
  createCardVaultServer,
  createServiceClient,
  type CardVaultServerOptions,
  type ServiceClient,
} from '../../src/server/index.js';
import {shopPage} from './support/enter-card.js';
import {own, type Place} from './support/places.js';
import {saveCard} from './support/saved-cards.js';

type Options = Partial<Record<keyof CardVaultServerOptions, unknown>>;
type Saved = Awaited<ReturnType<typeof saveCard>>;

interface Mistake {
  readonly what: string;
  readonly answer: string;
  /** Options of the shop's server that are wrong: the page asks for a session. */
  readonly options?: Options;
  /** Another page than the shop's asks. */
  readonly origin?: string;
  /** A wrong call of the client. */
  readonly call?: (client: ServiceClient, saved: Saved) => Promise<unknown>;
}

/** In the answers, `{service}`, `{tracker}` and `{customer}` stand for what the running service has there. */
const mistakes: readonly Mistake[] = [
  {
    what: 'the environment of the process is not set',
    options: {secretKey: undefined},
    answer: 'card-vault/server: secretKey is missing. Is the environment of this process set?',
  },
  {
    what: 'the secret key of another merchant',
    options: {secretKey: 'sk_of_another'},
    answer:
      "The payment service refuses the shop's secret key while opening a tracker: error.unauthorized_access: The secret key is not one of this service. Check X-SFPY-MERCHANT-SECRET. Check secretKey (and that it belongs to {service}).",
  },
  {
    what: 'one key twice',
    options: {secretKey: 'sec_1', publicKey: 'sec_1'},
    answer: 'card-vault/server: secretKey and publicKey are the same text; one of them is wrong.',
  },
  {
    what: 'a service that is not running',
    options: {serviceUrl: 'http://127.0.0.1:1'},
    answer:
      'The payment service at http://127.0.0.1:1 could not be reached while opening a tracker. Is it running, and is serviceUrl right?',
  },
  {
    what: 'a currency that is none',
    options: {currency: 'US'},
    answer: 'card-vault/server: currency must be three capital letters of ISO 4217, such as "USD", not "US".',
  },
  {
    what: 'a currency that does not exist',
    options: {currency: 'XYZ'},
    answer:
      'card-vault/server: currency is "XYZ", which is not a currency of ISO 4217 that cards are charged in.',
  },
  {
    what: 'a shopper who is not signed in',
    options: {customer: () => undefined},
    answer:
      "The shopper is not signed in at http://localhost:5173: the shop's customer() hook named no customer for this request.",
  },
  {
    what: 'the shop’s own user id for the customer token',
    options: {customer: () => 'user-7'},
    answer:
      'The payment service refused a request while opening a tracker: customer.not_found: customer not found. Pass the token that customers.create answered (cus_…), not an id of your own; each service has its own customers.',
  },
  {
    what: 'a page of another address than publicUrl',
    origin: 'http://localhost:3000',
    answer:
      'Requests that change something must come from a page of http://localhost:5173. If the shop has other names, list them in publicUrl or origins.',
  },
  {
    what: 'an amount in major units, as text',
    call: (client, saved) =>
      client.payments.charge({...saved, amount: '48.00' as unknown as number, currency: 'USD'}),
    answer: 'card-vault/server: amount must be a whole number of minor units (4800 is $48.00), not "48.00".',
  },
  {
    what: 'a refund on the day of the payment',
    call: async (client, saved) => {
      const {tracker} = await client.payments.charge({...saved, amount: 4800, currency: 'USD'});
      return client.payments.refund(tracker);
    },
    answer:
      "The payment service refused a request while refunding a payment: tracker.refund_too_early: error performing action 'REFUND': a capture of the last 24 hours is voided, not refunded. Call payments.void today, or payments.refund from 24 hours after the capture.",
  },
];

describe('an integrator’s ten first mistakes with card-vault/server, and what it answers', () => {
  let place: Place;
  let client: ServiceClient;
  let saved: Saved;
  before(async () => {
    place = await own();
    client = createServiceClient({...place, timeout: 60_000});
    saved = await saveCard(client, place);
  });
  after(() => place.stop());

  /** What the shop's developer reads: the error of the start, what onError hears, or the answer to the page. */
  async function answerTo({options, origin = shopPage}: Mistake): Promise<string> {
    const heard: string[] = [];
    const all = {
      ...{serviceUrl: place.serviceUrl, secretKey: place.secretKey, publicKey: place.publicKey},
      ...{publicUrl: shopPage, currency: 'USD', customer: () => saved.customer, timeout: 60_000},
      onError: (error: unknown) => heard.push((error as Error).message),
      ...options,
    };
    const vault = createCardVaultServer(all as CardVaultServerOptions);
    const request = new Request(`${shopPage}/card-vault/session`, {method: 'POST', headers: {origin}});
    const response = await vault.handle(request);
    const {message} = (await response.json()) as {message: string};
    assert.notEqual(response.status, 200);
    return heard[0] ?? message;
  }

  for (const mistake of mistakes)
    it(`${mistake.what}: ${mistake.answer}`, async () => {
      const {call} = mistake;
      const asked = call ? call(client, saved).then(() => 'nothing') : answerTo(mistake);
      const said = await asked.catch((error: unknown) => (error as Error).message);
      const shown = said
        .replaceAll(place.serviceUrl, '{service}')
        .replaceAll(/track_[\w-]+/g, '{tracker}')
        .replaceAll(/cus_[\w-]+/g, '{customer}');
      assert.equal(shown, mistake.answer);
      assert.ok(!said.includes(place.secretKey));
    });
});
