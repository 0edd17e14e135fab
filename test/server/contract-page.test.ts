import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  readCompletion,
  readPayment,
  readPaymentMethods,
  readServiceError,
  readSession,
} from '../../src/protocol/index.js';
import {readSavedSetup, readSessionPayment} from '../../src/protocol/payment.js';
import {codeBlocksOf, tableBelow} from '../house/support/markdown.js';

const page = 'site/contract.md';
type Body = Readonly<Record<string, unknown>>;
const answers = codeBlocksOf(page)
  .filter(({language}) => language === 'json')
  .map(({text}) => JSON.parse(text) as Body);
const answerWith = (key: string): Body => {
  const found = answers.find((answer) => key in answer);
  assert.ok(found, `${page} shows no answer with ${key}`);
  return found;
};
const sessionUrl = 'https://shop.example/card-vault/session';
const plain = (cell = ''): string => cell.replaceAll('`', '').trim();

void describe('the page for servers in other languages (site/contract.md)', () => {
  it('shows answers that the element can read', () => {
    const read = readSession(answerWith('time_based_token'), sessionUrl);
    assert.equal(read.completeUrl, 'https://shop.example/card-vault/session/track_3f1c/complete');
    const [saved, without] = answers.filter((answer) => 'reversed' in answer);
    assert.equal(readCompletion(saved).paymentMethod.lastFour, '2503');
    assert.throws(() => readCompletion(without), {code: 'request-refused'});
    assert.equal(readPaymentMethods(answerWith('payment_methods')).length, 1);
    assert.equal(readPayment(answerWith('ok')).confirmed, true);
    const pays = answerWith('setup');
    assert.equal(readSessionPayment(pays).paymentMethod.brand, 'visa');
    assert.equal(readSavedSetup(pays).deviceDataCollectionUrl, 'https://centinelapi.example/collect');
    assert.equal(readCompletion(answerWith('payment')).payment?.status, 'captured');
  });

  it('says of each field of a session whether it is needed, and where its route is otherwise', () => {
    const session = answerWith('time_based_token');
    const rows = tableBelow(page, '`POST /session`');
    const fields = new Map(rows.map(([field, , needed]) => [plain(field), plain(needed)]));
    for (const shown of Object.keys(session)) assert.ok(fields.has(shown), `${shown} is in no row`);
    for (const [field, needed] of fields) {
      const {[field]: _without, ...rest} = session;
      const read = () => readSession(rest, sessionUrl);
      if (needed === 'yes') assert.throws(read, {code: 'answer-unreadable'}, field);
      else assert.doesNotThrow(read, field);
    }
    const {token_url: _t, complete_url: _c, payment_methods_url: _p, ...bare} = session;
    const {tokenUrl, completeUrl, paymentMethodsUrl} = readSession(bare, sessionUrl);
    assert.deepEqual(
      [tokenUrl, completeUrl, paymentMethodsUrl],
      [
        `${sessionUrl}/track_3f1c/token`,
        `${sessionUrl}/track_3f1c/complete`,
        'https://shop.example/card-vault/payment-methods',
      ],
    );
  });

  it('says what the element makes of each error', () => {
    const rows = tableBelow(page, 'Errors').map(([statuses = '', codes = '', meaning = '']) => ({
      statuses: statuses.split(',').map(Number),
      code: /`([a-z_.]+)`/.exec(codes)?.[1] ?? '',
      meaning: /^`([a-z-]+)`/.exec(meaning.trim())?.[1],
    }));
    assert.ok(rows.length >= 7);
    for (const {statuses, code, meaning} of rows) {
      if (!meaning || meaning === 'session-expired') continue;
      for (const status of statuses)
        assert.equal(
          readServiceError(status, {code, message: ''}, 'shop').code,
          meaning,
          `${status} ${code}`,
        );
    }
  });
});
