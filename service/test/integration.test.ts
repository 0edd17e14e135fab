// Further: every test card at the service; cards, one by one: `service/test/saving.test.ts`.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {eciTable, type AuthenticationStatus, type ValidationResult} from '../../src/protocol/index.js';
import {startService, type LedgerEntry, type Service} from '../src/index.js';
import {everydayCards, furtherTestCards, testCards} from '../src/simulators/issuer/index.js';
import {string, type Json} from './support/harness.js';

const shop = 'http://localhost:5173';

/** The result of each case by wire 5, and of its step-up with the right code. Written by hand. */
const expected: Readonly<Record<string, readonly [AuthenticationStatus, ValidationResult?]>> = {
  '2.1': ['FRICTIONLESS'],
  '2.2': ['FAILED'],
  '2.3': ['ATTEMPTED'],
  '2.4': ['UNAVAILABLE'],
  '2.5': ['REJECTED'],
  '2.6': ['NOT_ELIGIBLE'],
  '2.7': ['UNAVAILABLE'],
  '2.8': ['UNAVAILABLE'],
  '2.9': ['REQUIRED', 'succeeded'],
  '2.10': ['REQUIRED', 'failed'],
  '2.11': ['REQUIRED', 'unavailable'],
  '2.12': ['REQUIRED', 'error'],
  '2a': ['FAILED'],
};

describe('every test card through the whole service, in raw mode and without a browser', () => {
  let service: Service;
  before(async () => {
    service = await startService({
      port: 0,
      fieldsPort: 0,
      issuerPort: 0,
      database: 'memory:',
      allowRaw: true,
      settings: {directoryTimeoutMs: 0},
    });
  });
  after(() => service.close());

  async function call(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Json> {
    const response = await fetch(new URL(path, service.urls.api), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-sfpy-merchant-secret': service.keys.secretKey,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    return (await response.json()) as Json;
  }
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, {method: 'POST', body: new URLSearchParams(fields), redirect: 'manual'});

  /** Enrolls a card. Returns its tracker and the bank's answer. */
  async function enroll(number: string, verification: boolean, collects = true): Promise<[string, Json]> {
    const customer = await call('/user/customers/v1/', {first_name: 'Ada'});
    const created = await call('/order/payments/v3/', {
      user: customer['data']!['token'],
      currency: 'PKR',
      entry_mode: 'raw',
      is_account_verification: verification,
    });
    const tracker = string(created['data']!['tracker']!['token']);
    const year = String(new Date().getUTCFullYear() + 3);
    const cvv = number.length === 15 ? '1234' : '123';
    const card = {card_number: number, expiration_month: '01', expiration_year: year, cvv};
    const setup = await call(`/order/payments/v3/${tracker}`, {payload: {payment_method: {card}}});
    const {access_token: jwt, device_data_collection_url: url} = setup['data']!['action']![
      'payer_authentication_setup'
    ] as unknown as Record<string, string>;
    if (collects) await post(url!, {JWT: jwt!});
    const claims = JSON.parse(Buffer.from(jwt!.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      string
    >;
    const enrolled = await call(`/order/payments/v3/${tracker}`, {
      payload: {
        billing: {street_1: 'Street 1', city: 'Lahore', postal_code: '54000', country: 'PK'},
        authentication_setup: {
          success_url: `${shop}/card-vault/return?outcome=success`,
          failure_url: `${shop}/card-vault/return?outcome=failure`,
          ...(collects && {device_fingerprint_session_id: claims['reference'] ?? claims['ReferenceId']}),
        },
      },
    });
    return [tracker, enrolled['data']!['action']!['payer_authentication_enrollment']!];
  }

  /** Enters the right code on the bank's page, and follows the redirect. */
  async function stepUp(tracker: string, enrollment: Json): Promise<URL> {
    const url = string(enrollment['step_up_url']);
    const token = string(enrollment['access_token']);
    await post(url, {JWT: token});
    await fetch(`${url}/answer`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: service.urls.issuer},
      body: JSON.stringify({token, action: 'confirm', code: service.settings.oneTimeCode}),
    });
    const back = await post(`${service.urls.api}/order/payments/v3/${tracker}/validation`, {
      TransactionId: string(enrollment['authentication_transaction_id']),
      MD: 'null',
    });
    assert.equal(back.status, 303);
    return new URL(back.headers.get('location')!);
  }

  const payment = async (tracker: string) => (await call(`/reporter/api/v1/payments/${tracker}`))['data']!;

  async function finish(tracker: string, status: AuthenticationStatus, verification: boolean): Promise<void> {
    if (status === 'FRICTIONLESS' || status === 'ATTEMPTED') {
      await call(`/order/payments/v3/${tracker}`, {payload: {authorization: {do_capture: false}}});
    }
    if (!verification) await call(`/order/payments/v3/${tracker}`, {});
    const ledger = (await call(`/sandbox/v1/ledger?tracker=${tracker}`))['data'] as unknown as LedgerEntry[];
    const saved = (await payment(tracker))['payment_method'] as unknown;
    const lines = ledger.map(({kind, amount, approved}) => [kind, amount, approved]);
    const whole = verification
      ? [['authorization', 0, true]]
      : [
          ['authorization', 500, true],
          ['reversal', 500, true],
        ];
    assert.deepEqual(lines, saved === null ? [] : whole);
  }

  for (const card of [...testCards, ...furtherTestCards, ...everydayCards]) {
    const [status, result] = expected[card.case]!;
    it(`${card.number} (${card.brand}, case ${card.case}): ${status}${result ? `, ${result}` : ''}`, async () => {
      for (const verification of [true, false]) {
        const [tracker, enrollment] = await enroll(card.number, verification);
        assert.equal(enrollment['authentication_status'], status);
        const eci = enrollment['eci'] as unknown as keyof typeof eciTable | undefined;
        const shifts = eci !== undefined && eci in eciTable && eciTable[eci].liabilityShift;
        assert.equal(shifts, status === 'FRICTIONLESS' || status === 'ATTEMPTED');
        assert.equal(enrollment['step_up_url'] !== undefined, status === 'REQUIRED');
        let saved = status === 'FRICTIONLESS' || status === 'ATTEMPTED';
        if (status === 'REQUIRED') {
          const to = await stepUp(tracker, enrollment);
          saved = result === 'succeeded';
          assert.equal(to.searchParams.get('outcome'), saved ? 'success' : 'failure');
          assert.equal(to.searchParams.get('error'), saved ? null : result);
          assert.equal((await payment(tracker))['attempts']![0]!['validation']!['result'], result);
        }
        await finish(tracker, status, verification);
        assert.equal(((await payment(tracker))['payment_method'] as unknown) !== null, saved);
      }
    });
  }

  it('without a device session id there is no step-up and no liability shift', async () => {
    const challenge = testCards.find((card) => card.case === '2.9')!;
    const [, enrollment] = await enroll(challenge.number, true, false);
    assert.equal(enrollment['authentication_status'], 'UNAVAILABLE');
    assert.equal(enrollment['step_up_url'] as unknown, undefined);
    const frictionless = testCards.find((card) => card.case === '2.1')!;
    const [tracker, quiet] = await enroll(frictionless.number, true, false);
    assert.equal(quiet['authentication_status'], 'FRICTIONLESS');
    assert.equal(quiet['eci'], '07');
    await finish(tracker, 'FRICTIONLESS', true);
  });
});
