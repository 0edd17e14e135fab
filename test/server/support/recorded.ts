import assert from 'node:assert/strict';
import type {CardVaultServerOptions} from '../../../src/server/index.js';
import type {FakeTracker} from './fake-service.js';
import {openShop, type TestShop} from './shop.js';

export type Json = Record<string, unknown>;
const now = () => Date.UTC(2027, 0, 1);

/** A shop at a service that names no features and answers as recorded (wire 9.2). */
export function openRecorded(options: Partial<CardVaultServerOptions> = {}): TestShop {
  const shop = openShop({accountVerification: true, walletPauses: [0, 0], now, ...options});
  shop.service.features = undefined;
  return shop;
}

export const inWallet = (token: string, over: Json = {}): Json => ({
  token,
  kind: 'card',
  is_deleted: false,
  cybersource: {scheme: 1, last_four: '2701', expiry_month: '01', expiry_year: '2030', ...over},
});

export const attempted = {
  token: 'method_1',
  kind: 'CARD',
  scheme: 'Visa',
  bin: '400000',
  last_four: '2701',
  expiration_month: '1',
  expiration_year: 2030,
};
export const enrolled = (status = 'REQUIRED') => ({
  enrollment: {authentication_status: status, eci: '05'},
  payment_method: attempted,
  risk: {score: 1},
});

/** What the recorded reporter says: no payment method, no validation, no flag of account verification. */
export function record(attempt: Json = {}, over: Json = {}): Partial<FakeTracker> {
  return {
    next: 'NOOP',
    state: 'TRACKER_ENDED',
    method: null,
    record: {
      is_account_verification: undefined,
      payment_method: undefined,
      attempts: [{...enrolled(), ...attempt}],
      ...over,
    },
  };
}

/** A session, and the tracker as the service has it after the browser's part. */
export async function opened(
  shop: TestShop,
  {before = [], after = []}: {before?: Json[]; after?: Json[]},
  at: Partial<FakeTracker> = record(),
): Promise<void> {
  shop.service.wallets.set('cus_ada', before);
  assert.equal((await shop.ask('POST', '/session')).status, 200);
  Object.assign(shop.service.trackers.get('track_1') ?? {}, at);
  shop.service.wallets.set('cus_ada', [...before, ...after]);
}

export const complete = (shop: TestShop) => shop.ask('POST', '/session/track_1/complete');
export async function tokenIn(response: Response): Promise<unknown> {
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as {payment_method: Json}).payment_method['token'];
}
