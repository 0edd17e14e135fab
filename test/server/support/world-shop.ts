import {createCardVaultServer, type CardVaultServer, type SessionPayment} from '../../../src/server/index.js';
import {postForm, type World} from './worlds.js';
import type {Json} from './outside.js';

export const shopPage = 'http://localhost:5173';

/** How a save ended, in words that are the same for every service. */
export interface Ending {
  /** What the page heard from the bank: a status, or `refused` for an error of the request. */
  readonly bank: string;
  readonly brand?: string;
  readonly lastFour?: string;
  readonly code?: string;
}

/** A shop at one of the services: the kit, and a page that is played by `fetch` in raw mode. */
export class WorldShop {
  readonly world: World;
  readonly vault: CardVaultServer;
  customer = '';
  payment: SessionPayment | undefined;

  constructor(world: World, options: {readonly accountVerification?: boolean} = {}) {
    const {serviceUrl, secretKey, publicKey} = world;
    this.world = world;
    this.vault = createCardVaultServer({
      ...{serviceUrl, secretKey, publicKey, publicUrl: shopPage, currency: 'USD', entryMode: 'raw'},
      ...{timeout: 60_000, onError: () => undefined, ...options},
      customer: () => this.customer,
      payment: () => this.payment,
    });
  }

  async newShopper(lastName = 'Byron', isGuest = false): Promise<void> {
    const person = {firstName: 'Ada', email: 'ada@shop.example', phoneNumber: '+15550100', country: 'US'};
    this.customer = (await this.vault.client.customers.create({...person, lastName, isGuest})).token;
  }

  /** A request of the shop's page to the shop. */
  async ask(path: string, method = 'POST'): Promise<{readonly status: number; readonly body: Json}> {
    const headers = {origin: shopPage, 'sec-fetch-site': 'same-origin'};
    const response = await this.vault.handle(new Request(`${shopPage}/card-vault${path}`, {method, headers}));
    return {status: response.status, body: (await response.json()) as Json};
  }

  /** An action of the page at the service. */
  async act(session: Json, payload: object): Promise<{readonly status: number; readonly body: Json}> {
    const address = `${String(session['service_url'])}/order/payments/v3/${String(session['tracker'])}`;
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        ...{authorization: `Bearer ${String(session['time_based_token'])}`, origin: shopPage},
        ...{'content-type': 'application/json', 'sec-fetch-site': 'cross-site'},
      },
      body: JSON.stringify({payload}),
    });
    return {status: response.status, body: (await response.json()) as Json};
  }

  /** From the card to the bank's answer, with device data. */
  async enroll(session: Json, setup: Json): Promise<{readonly bank: string; readonly enrollment: Json}> {
    const token = String(setup['access_token']);
    await postForm(String(setup['device_data_collection_url']), {JWT: token});
    const [, claims = ''] = token.split('.');
    const {ReferenceId: id} = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      ReferenceId: string;
    };
    const back = String(session['return_url']);
    const authentication_setup = {success_url: back, failure_url: back, device_fingerprint_session_id: id};
    const {status, body} = await this.act(session, {authentication_setup});
    const enrollment = body['data']?.['action']?.['payer_authentication_enrollment'] ?? ({} as Json);
    return {bank: status === 400 ? 'refused' : String(enrollment['authentication_status']), enrollment};
  }

  async complete(session: Json): Promise<Json> {
    return (await this.ask(`/session/${String(session['tracker'])}/complete`)).body;
  }

  /** A save from the session to the shop's answer. */
  async save(number: string, ...codes: readonly string[]): Promise<Ending> {
    const {body: session} = await this.ask('/session');
    const card = {card_number: number, expiration_month: '01', expiration_year: '2032', cvv: '123'};
    const given = await this.act(session, {payment_method: {card}});
    const setup = given.body['data']!['action']!['payer_authentication_setup']!;
    const {bank, enrollment} = await this.enroll(session, setup);
    if (bank === 'REQUIRED') await this.world.answerBank(enrollment, String(session['tracker']), ...codes);
    else if (['FRICTIONLESS', 'ATTEMPTED'].includes(bank))
      await this.act(session, {authorization: {do_capture: false}});
    const completed = await this.complete(session);
    const method = completed['payment_method'] as Json | null;
    if (!method) return {bank, code: String(completed['code'])};
    return {bank, brand: String(method['brand']), lastFour: String(method['last_four'])};
  }

  async wallet(): Promise<readonly string[]> {
    const cards = await this.vault.client.paymentMethods.list(this.customer);
    return cards.map(({brand, lastFour, expirationMonth, singleUse}) =>
      [brand, lastFour, expirationMonth, singleUse ? 'once' : 'often'].join(' '),
    );
  }

  async firstCard(): Promise<string> {
    return (await this.vault.client.paymentMethods.list(this.customer))[0]!.token;
  }
}
