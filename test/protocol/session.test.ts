import {expect} from '@open-wc/testing';
import {FEATURES, readSession} from '../../src/protocol/index.js';
import {changed, refusal} from './support.js';

const address = 'https://shop.example/card-vault/session';
const answer = {
  service_url: 'https://service.example/',
  tracker: 'track_1',
  time_based_token: 'secret-token',
  expires_at: '2026-01-01T00:15:00Z',
  is_account_verification: true,
  entry_mode: 'raw',
  return_url: 'https://shop.example/card-vault/return',
  frame_url: '/card-vault/frame',
  complete_url: 'session/track_1/complete',
  token_url: '/card-vault/session/track_1/token?x=1',
  payment_methods_url: '/card-vault/payment-methods/',
};

describe('readSession (decision 0007)', () => {
  it('reads what the page may know apart from what the adapter holds', () => {
    expect(readSession(answer, address)).to.deep.equal({
      session: {
        tracker: 'track_1',
        expiresAt: '2026-01-01T00:15:00Z',
        accountVerification: true,
        entryMode: 'raw',
        returnUrl: 'https://shop.example/card-vault/return',
        frameUrl: 'https://shop.example/card-vault/frame',
        features: [],
      },
      serviceUrl: 'https://service.example',
      timeBasedToken: 'secret-token',
      completeUrl: 'https://shop.example/card-vault/session/track_1/complete',
      tokenUrl: 'https://shop.example/card-vault/session/track_1/token?x=1',
      paymentMethodsUrl: 'https://shop.example/card-vault/payment-methods',
      captureContext: undefined,
      libraryWithoutHash: false,
      merchant: undefined,
      body: answer,
    });
  });

  it('fills in the routes beside the session, those of the tracker with its query', () => {
    const {complete_url: _, token_url: __, payment_methods_url: ___, frame_url: ____, ...short} = answer;
    const read = readSession({...short, tracker: 'a/b'}, `${address}/?verification=on#x`);
    expect(read).to.include({
      completeUrl: `${address}/a%2Fb/complete?verification=on`,
      tokenUrl: `${address}/a%2Fb/token?verification=on`,
      paymentMethodsUrl: 'https://shop.example/card-vault/payment-methods',
    });
    expect(read.session).not.to.have.property('frameUrl');
  });

  it('reads what the service can do; names that this version does not know are left out', () => {
    const features = ['names-method', 'later-invention', 7, 'idempotency-keys', 'names-method'];
    expect(readSession({...answer, features}, address).session.features).to.deep.equal([
      'idempotency-keys',
      'names-method',
    ]);
    for (const none of ['idempotent', {}, 7, true, null, [[]]])
      expect(readSession({...answer, features: none}, address).session.features).to.deep.equal([]);
    expect(readSession({...answer, features: [...FEATURES]}, address).session.features).to.deep.equal(
      FEATURES,
    );
  });

  it('reads the capture context, the address of the payment and the merchant where they are named', () => {
    const more = {
      capture_context: 'eyJ',
      payment_url: '/card-vault/session/track_1/payment',
      merchant: 'pk_1',
    };
    const read = readSession({...answer, ...more}, address);
    expect(read).to.include({
      captureContext: 'eyJ',
      paymentUrl: 'https://shop.example/card-vault/session/track_1/payment',
      merchant: 'pk_1',
    });
    expect(JSON.stringify(read.session)).not.to.include('eyJ');
    expect(readSession(answer, address)).to.include({captureContext: undefined, merchant: undefined});
    expect(readSession(answer, address)).not.to.have.property('paymentUrl');
  });

  it('takes flex when no entry mode is named', () => {
    expect(readSession(changed(answer, '/entry_mode', undefined), address).session.entryMode).to.equal(
      'flex',
    );
  });

  const faults: readonly (readonly [string, unknown, string])[] = [
    ['/tracker', undefined, 'a text but is missing'],
    ['/tracker', '', 'a text but is an empty text'],
    ['/service_url', 5, 'a text but is of type number'],
    ['/service_url', 'https://', 'an http address but is another text'],
    ['/service_url', 'javascript:alert(1)', 'an http address but is another text'],
    ['/time_based_token', null, 'a text but is missing'],
    ['/expires_at', 'soon', 'an ISO instant but is another text'],
    ['/is_account_verification', 'true', 'true or false but is another text'],
    ['/entry_mode', 'nfc', '"flex" or "raw" but is another text'],
    ['/return_url', [], 'a text but is a list'],
    ['/frame_url', 'http://[', 'an http address but is another text'],
  ];
  for (const [pointer, value, says] of faults) {
    it(`${pointer} as ${JSON.stringify(value) ?? 'nothing'} is named, and not repeated`, () => {
      const error = refusal(() => readSession(changed(answer, pointer, value), address));
      expect(error).to.include({code: 'answer-unreadable', field: pointer});
      expect(error.message).to.contain(`${pointer} should be ${says}`);
      expect(error.message).not.to.contain('secret');
    });
  }

  for (const other of [undefined, null, 'text', [], 5]) {
    it(`is no session: ${JSON.stringify(other) ?? 'nothing'}`, () => {
      expect(refusal(() => readSession(other, address)).code).to.equal('answer-unreadable');
    });
  }
});
