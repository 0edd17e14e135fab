import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import fc from 'fast-check';
import {startTestService, type Reply, type TestService} from './support/harness.js';

/** Field names of the API, so that random bodies get past the first validation. */
const names = [
  'payload',
  'origin',
  'payment_method',
  'flex',
  'transient_token_jwt',
  'card',
  'card_number',
  'expiration_month',
  'expiration_year',
  'cvv',
  'tokenized_card',
  'billing',
  'authentication_setup',
  'success_url',
  'failure_url',
  'device_fingerprint_session_id',
  'authorization',
  'do_capture',
  'user',
  'currency',
  'entry_mode',
  'mode',
  'metadata',
  'data',
  'tracker',
  'expires_in',
  'first_name',
  'email',
  'is_guest',
  'to',
  '__proto__',
  'constructor',
];

const {value} = fc.letrec<{value: unknown}>((tie) => ({
  value: fc.oneof(
    {maxDepth: 5, depthSize: 'medium'},
    fc.string({unit: 'binary', maxLength: 40}),
    fc.constantFrom('\u0000', '\ud800', 'a\udfff'),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(
      'https://shop.example',
      'javascript:alert(1)',
      'PKR',
      'raw',
      '4000000000002701',
      '\u0000',
    ),
    fc.array(tie('value'), {maxLength: 3}),
    fc.dictionary(fc.constantFrom(...names), tie('value'), {maxKeys: 6}),
  ),
}));

describe('any input is answered with an envelope and never a crash (B7)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({allowRaw: true});
  });
  after(() => api.service.close());

  function fits(reply: Reply): void {
    assert.ok(reply.status < 500, `${reply.status} ${reply.text}`);
    if (reply.status < 400) return;
    assert.equal(typeof (reply.json['code'] as unknown), 'string');
    assert.equal(typeof (reply.json['message'] as unknown), 'string');
    assert.ok([...reply.json['status']!['errors']!].length > 0);
    assert.ok(!/at .*\.[jt]s:\d|SELECT|INSERT|syntax/.test(reply.text), reply.text);
  }

  it('random bodies on every POST', async () => {
    const tracker = await api.tracker({entry_mode: 'raw'});
    const paths = [
      '/user/customers/v1/',
      '/order/payments/v3/',
      `/order/payments/v3/${tracker}`,
      `/order/payments/v3/${tracker}/metadata`,
      '/client/passport/v1/token',
      '/sandbox/v1/clock/advance',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), value, async (path, body) => {
        fits(await api.call(path, {raw: JSON.stringify(body) ?? ''}));
      }),
      {numRuns: 300},
    );
  });

  it('random bytes, paths, keys and tokens', async () => {
    const printable = fc.string({unit: 'grapheme-ascii', maxLength: 60});
    await fc.assert(
      fc.asyncProperty(printable, printable, printable, async (raw, part, token) => {
        fits(await api.call('/user/customers/v1/', {raw}));
        fits(await api.call(`/reporter/api/v1/payments/${encodeURIComponent(part)}`));
        fits(
          await api.call(`/order/payments/v3/${encodeURIComponent(part)}/validation?TransactionId=x`, {
            secret: null,
          }),
        );
        fits(
          await api.call('/user/customers/v1/x', {secret: null, headers: {authorization: `Bearer ${token}`}}),
        );
        fits(await api.call('/user/customers/v1/', {body: {}, headers: {'idempotency-key': part}}));
      }),
      {numRuns: 60},
    );
  });
});
