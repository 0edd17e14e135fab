import {
  createCardVaultServer,
  type CardVaultServer,
  type CardVaultServerOptions,
} from '../../src/server/index.js';
import {startService, type Service} from '../../service/src/index.js';
import type {ProofResult} from './support/proof.js';

export const id = 'E9';
export const title =
  'a page of an attacker cannot change card, amount or owner of a session that pays, nor take the money (decision 0086)';

const shop = 'http://localhost:5173';
const back = `${shop}/card-vault/return`;
const setup = {authentication_setup: {success_url: back, failure_url: back}};
const person = {lastName: 'Byron', phoneNumber: '+441234567', country: 'GB'};

type Json = Record<string, unknown>;
interface Reply {
  readonly status: number;
  readonly body: Json;
}

/** What one attack may use. */
interface Scene {
  readonly session: Json;
  /** Another saved card of the same shopper, and one of a stranger. */
  readonly otherCard: string;
  readonly strangersCard: string;
  /** Sends a request to the shop with the session of the shopper, or of the stranger. */
  shop(method: string, path: string, body?: unknown, as?: 'ada' | 'eve'): Promise<Reply>;
  /** To the service, with the page's token. */
  service(path: string, body?: unknown, method?: string, token?: string): Promise<Reply>;
}

interface Attack {
  readonly name: string;
  run(scene: Scene): Promise<unknown>;
}

const track = ({session}: Scene): string => String(session['tracker']);
const act = (scene: Scene, payload: Json, more: Json = {}) =>
  scene.service(`/order/payments/v3/${track(scene)}`, {payload, ...more});
const saved = (token: unknown): Json => ({payment_method: {tokenized_card: {token}}});
const raw = {
  card: {card_number: '4000000000002719', expiration_month: '01', expiration_year: '2032', cvv: '123'},
};

/** What a page may put into the request that opens a session. */
const bodies: readonly Json[] = [
  {amount: 1},
  {amount: '0.01'},
  {amount: -2400},
  {currency: 'PKR'},
  {mode: 'instrument'},
  {entry_mode: 'raw'},
  {user: 'cus_other'},
  {customer: 'cus_other'},
  {capture: false},
  {payment: {amount: 1}},
  {order: 'another'},
  {metadata: {card_vault: {capture: false}}},
];

const queries = [
  'amount=1',
  'currency=PKR',
  'mode=instrument',
  'entry_mode=raw',
  'capture=false',
  'customer=x',
];

const attacks: readonly Attack[] = [
  ...bodies.map((body) => ({
    name: `asks for a session with ${JSON.stringify(body)}`,
    run: (scene: Scene) => scene.shop('POST', '/session', body).then(({body: session}) => opened(session)),
  })),
  ...queries.map((query) => ({
    name: `asks for a session at ?${query}`,
    run: (scene: Scene) => scene.shop('POST', `/session?${query}`).then(({body: session}) => opened(session)),
  })),
  ...(['otherCard', 'strangersCard'] as const).flatMap((which): Attack[] => [
    {
      name: `asks for a session with ${which}`,
      run: async (scene) =>
        opened((await scene.shop('POST', '/session', {payment_method: scene[which]})).body),
    },
    {name: `names ${which} to the service`, run: (scene) => act(scene, saved(scene[which]))},
    {
      name: `names ${which} after the enrollment`,
      run: async (scene) => [await act(scene, setup), await act(scene, saved(scene[which]))],
    },
    {
      name: `names ${which} with the enrollment`,
      run: (scene) => act(scene, {...setup, ...saved(scene[which])}),
    },
    {
      name: `names ${which} with the authorization`,
      run: async (scene) => [
        await act(scene, setup),
        await act(scene, {authorization: {do_capture: false}, ...saved(scene[which])}),
      ],
    },
    {
      name: `names ${which} after a reset of the tracker`,
      run: async (scene) => [
        await scene.service(`/order/payments/v3/${track(scene)}`, {}, 'PUT'),
        await act(scene, saved(scene[which])),
      ],
    },
  ]),
  {name: 'enters a card in plain text', run: (scene) => act(scene, {payment_method: raw})},
  {
    name: 'enters a card and says raw',
    run: (scene) => act(scene, {payment_method: raw}, {entry_mode: 'raw'}),
  },
  {name: 'asks for card fields', run: (scene) => act(scene, {origin: shop})},
  {
    name: 'sends a transient token',
    run: (scene) => act(scene, {payment_method: {flex: {transient_token_jwt: 'a.b.c'}}}),
  },
  {
    name: 'captures with the enrollment',
    run: (scene) => act(scene, {...setup, authorization: {do_capture: true}}),
  },
  {
    name: 'captures with the authorization',
    run: async (scene) => [
      await act(scene, setup),
      await act(scene, {authorization: {do_capture: true, amount: 1}}),
    ],
  },
  {name: 'authorizes without the bank', run: (scene) => act(scene, {authorization: {do_capture: false}})},
  {
    name: 'captures what is held',
    run: async (scene) => [
      await act(scene, setup),
      await act(scene, {authorization: {do_capture: false}}),
      await act(scene, {}),
    ],
  },
  ...['reversal', 'void', 'refund', 'capture', 'discount', 'metadata'].map((path) => ({
    name: `calls /${path} with the page's token`,
    run: async (scene: Scene) => [
      await act(scene, setup),
      await act(scene, {authorization: {do_capture: false}}),
      await scene.service(`/order/payments/v3/${track(scene)}/${path}`, {
        ...{amount: 1, data: {card_vault: {capture: true, payment_method: scene.otherCard}}},
      }),
    ],
  })),
  {
    name: 'opens a tracker of its own with the page’s token',
    run: (scene) =>
      scene.service('/order/payments/v3/', {mode: 'payment', entry_mode: 'tms', amount: 1, currency: 'USD'}),
  },
  ...['token', 'complete', 'payment'].map((path) => ({
    name: `a stranger asks for /${path} of the session`,
    run: async (scene: Scene) => {
      const method = path === 'payment' ? 'GET' : 'POST';
      const {status} = await scene.shop(method, `/session/${track(scene)}/${path}`, undefined, 'eve');
      if (status < 400) throw new Error(`a stranger was answered ${status}`);
    },
  })),
  {
    name: 'a stranger makes the card its own default',
    run: (scene) => scene.shop('PUT', `/payment-methods/${scene.otherCard}`, {is_default: true}, 'eve'),
  },
  {
    name: 'a stranger removes the card',
    run: async (scene) => {
      const {status} = await scene.shop('DELETE', `/payment-methods/${scene.otherCard}`, undefined, 'eve');
      if (status < 400) throw new Error(`a stranger was answered ${status}`);
    },
  },
];

/** What a session says that it pays must be what the shop said. */
function opened({amount, currency, mode, payment_method: method}: Json): void {
  const said = JSON.stringify([amount, currency, mode]);
  if (said !== '["24.00","USD","payment"]') throw new Error(`the session says ${said}, ${String(method)}`);
}

/** Tries each attack on a session of its own; afterwards the shopper pays, and the books must show what the shop named. */
export async function run(): Promise<ProofResult> {
  const service = await startService({
    ...{port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:', allowRaw: true},
  });
  try {
    const violations: string[] = [];
    const shops = await openShops(service);
    for (const attack of attacks)
      await tryOut(attack, shops).catch((error: unknown) =>
        violations.push(`${attack.name}: ${String(error)}`),
      );
    // The proof must be able to fail: a shop that lets its page name the amount is caught.
    const naive = await shops.naive();
    if (naive === '24.00') violations.push('a shop that trusts its page was not noticed');
    return {lines: [`${attacks.length} attacks: ${violations.length} successes`], violations};
  } finally {
    await service.close();
  }
}

interface Shops {
  readonly service: Service;
  readonly vault: CardVaultServer;
  readonly card: string;
  readonly otherCard: string;
  readonly strangersCard: string;
  ask(method: string, path: string, body?: unknown, as?: 'ada' | 'eve'): Promise<Reply>;
  /** The amount of a session of a shop that takes it from the page's request. */
  naive(): Promise<unknown>;
}

async function openShops(service: Service): Promise<Shops> {
  const {urls, keys} = service;
  let customers: Readonly<Record<string, string>> = {};
  let card = '';
  const make = (more: Partial<CardVaultServerOptions>) =>
    createCardVaultServer({
      ...{serviceUrl: urls.api, secretKey: keys.secretKey, publicKey: keys.publicKey, currency: 'USD'},
      ...{entryMode: 'raw', accountVerification: true, timeout: 60_000, onError: () => undefined},
      customer: (request) => customers[request.headers.get('x-shopper') ?? 'ada'],
      ...more,
    });
  const vault = make({
    payment: () => (card ? {paymentMethod: card, amount: 2400, currency: 'USD'} : undefined),
  });
  const asker =
    (server: CardVaultServer): Shops['ask'] =>
    async (method, path, body, as = 'ada') => {
      const headers = {origin: shop, 'sec-fetch-site': 'same-origin', 'x-shopper': as};
      const sent = body === undefined ? {} : {body: JSON.stringify(body)};
      const typed = body === undefined ? headers : {...headers, 'content-type': 'application/json'};
      const response = await server.handle(
        new Request(`${shop}/card-vault${path}`, {method, headers: typed, ...sent}),
      );
      return {status: response.status, body: (await response.json()) as Json};
    };
  const ask = asker(vault);
  const create = async (firstName: string) =>
    (await vault.client.customers.create({firstName, email: `${firstName}@example.com`, ...person})).token;
  customers = {ada: await create('Ada'), eve: await create('Eve')};
  const save = async (number: string, as: 'ada' | 'eve') => {
    const {body: session} = await ask('POST', '/session', undefined, as);
    const service = serviceOf(urls.api, session);
    const path = `/order/payments/v3/${String(session['tracker'])}`;
    await service(path, {payload: {payment_method: {card: {...raw.card, card_number: number}}}});
    await service(path, {payload: setup});
    await service(path, {payload: {authorization: {do_capture: false}}});
    const {body} = await ask('POST', `/session/${String(session['tracker'])}/complete`, undefined, as);
    return (body['payment_method'] as {token: string}).token;
  };
  const otherCard = await save('5200000000002235', 'ada');
  const strangersCard = await save('4000000000002701', 'eve');
  card = await save('4000000000002701', 'ada');
  const careless = make({
    async payment(request) {
      const {amount = 2400} = (await request.clone().json()) as {amount?: number};
      return {paymentMethod: card, amount, currency: 'USD'};
    },
  });
  const naive = async () => (await asker(careless)('POST', '/session', {amount: 1})).body['amount'];
  return {service, vault, card, otherCard, strangersCard, ask, naive};
}

/** The service as a page reaches it. */
function serviceOf(api: string, session: Json): Scene['service'] {
  return async (path, body, method = 'POST', token = String(session['time_based_token'])) => {
    const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: shop};
    const response = await fetch(api + path, {method, headers, body: JSON.stringify(body)});
    return {status: response.status, body: (await response.json()) as Json};
  };
}

async function tryOut({run: attack}: Attack, shops: Shops): Promise<void> {
  const {
    ask,
    service: {urls, keys},
    vault,
    card,
    otherCard,
    strangersCard,
  } = shops;
  const {body: session} = await ask('POST', '/session');
  opened(session);
  const scene = {session, otherCard, strangersCard, shop: ask, service: serviceOf(urls.api, session)};
  await attack(scene);
  // The shopper goes on as if nothing had been: as far as that still goes.
  await act(scene, setup);
  await act(scene, {authorization: {do_capture: false}});
  const tracker = track(scene);
  const {body} = await ask('POST', `/session/${tracker}/complete`);
  const response = await fetch(`${urls.api}/sandbox/v1/ledger?tracker=${tracker}`, {
    headers: {'x-sfpy-merchant-secret': keys.secretKey},
  });
  const {data} = (await response.json()) as {data: {kind: string; amount: number}[]};
  const wrong = data.filter(({kind, amount}) => amount !== 2400 || kind === 'reversal');
  if (wrong.length > 0) throw new Error(`the books show ${JSON.stringify(wrong)}`);
  const payment = await vault.client.payments.read(tracker);
  if (payment.card && payment.status !== 'open' && payment.card.lastFour !== '2701')
    throw new Error(`paid with ${payment.card.lastFour}`);
  const method = body['payment_method'] as {token: string} | null;
  if (method && method.token !== card) throw new Error(`the kit names ${method.token}`);
}
