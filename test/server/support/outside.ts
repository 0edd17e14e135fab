import assert from 'node:assert/strict';
import {startService, type Service} from '../../../service/src/index.js';

export type Json = {readonly [key: string]: Json} & {readonly [index: number]: Json};

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly json: Json;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; nothing is sent where it is missing. */
  readonly body?: unknown;
}

export const returnUrl = 'http://localhost:5173/card-vault/return';

const card = {card_number: '4000000000002701', expiration_month: '01', expiration_year: '2032', cvv: '123'};

/** The service of this repository, as clients of others find it: over HTTP, with a merchant who may send card numbers. */
export class OutsideService {
  readonly service: Service;

  private constructor(service: Service) {
    this.service = service;
  }

  static async start(): Promise<OutsideService> {
    const free = {port: 0, fieldsPort: 0, issuerPort: 0};
    return new OutsideService(await startService({...free, database: 'memory:', allowRaw: true}));
  }

  async ask({method, path, headers, body}: Asked): Promise<Answered> {
    const response = await fetch(`${this.service.urls.api}${path}`, {
      method,
      redirect: 'manual',
      headers: headers ?? this.secret,
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {status: response.status, text, json: (isJson ? JSON.parse(text) : {}) as Json};
  }

  get secret(): Readonly<Record<string, string>> {
    return {'x-sfpy-merchant-secret': this.service.keys.secretKey, 'content-type': 'application/json'};
  }

  async post(path: string, body: unknown = {}): Promise<Json> {
    const {status, text, json} = await this.ask({method: 'POST', path, body});
    assert.ok(status < 300, `${path} ${status} ${text}`);
    return json['data']!;
  }

  async customer(): Promise<string> {
    const person = {first_name: 'Hassan', last_name: 'Zaidi', email: 'hassan@example.com', country: 'PK'};
    return String((await this.post('/user/customers/v1/', person))['token']);
  }

  async tracker(more: object = {}): Promise<string> {
    const {publicKey} = this.service.keys;
    const wanted = {merchant_api_key: publicKey, intent: 'CYBERSOURCE', mode: 'instrument', currency: 'PKR'};
    const body = {entry_mode: 'raw', ...wanted, ...more};
    return String((await this.post('/order/payments/v3/', body))['tracker']!['token']);
  }

  act(tracker: string, payload: object): Promise<Json> {
    return this.post(`/order/payments/v3/${tracker}`, {payload});
  }

  /** A tracker that knows its card; the enrollment is next. */
  async setUp(user: string): Promise<string> {
    const tracker = await this.tracker({user});
    await this.act(tracker, {payment_method: {card}});
    return tracker;
  }

  /** The bank asked nothing; the authorization is next. */
  async enrolled(user: string): Promise<string> {
    const tracker = await this.setUp(user);
    await this.act(tracker, {authentication_setup: {success_url: returnUrl, failure_url: returnUrl}});
    return tracker;
  }

  /** Authorized, and the amount still held. */
  async authorized(user: string): Promise<string> {
    const tracker = await this.enrolled(user);
    await this.act(tracker, {authorization: {do_capture: false}});
    return tracker;
  }

  /** A card in the customer's wallet. */
  async saved(user: string): Promise<string> {
    const tracker = await this.authorized(user);
    await this.post(`/order/payments/v3/${tracker}`);
    const {json} = await this.ask({method: 'GET', path: `/reporter/api/v1/payments/${tracker}`});
    return String(json['data']!['payment_method']!['token']);
  }

  /** A payment with a saved card, captured. */
  async charged(user: string, method: string): Promise<string> {
    const more = {user, mode: 'unscheduled_cof', entry_mode: 'tms', amount: 600_000};
    const tracker = await this.tracker(more);
    await this.act(tracker, {payment_method: {tokenized_card: {token: method}}});
    return tracker;
  }

  /** Refunds begin a day after the capture. */
  aDayPasses(): Promise<Json> {
    return this.post('/sandbox/v1/clock/advance', {by: 'P1DT1H'});
  }

  close(): Promise<void> {
    return this.service.close();
  }
}
