import {expect} from '@open-wc/testing';
import {readServiceError} from '../../src/protocol/index.js';

describe('readServiceError (wire 1.3)', () => {
  const envelopes: readonly (readonly [string, unknown, string])[] = [
    [
      'the service',
      {
        data: null,
        code: 'tracker.action_not_allowed',
        status: {errors: ['first', 'second'], message: 'third'},
      },
      'tracker.action_not_allowed: first, second, third',
    ],
    ['the gateway', {code: 'error.unauthorized_access', message: 'strategies/union'}, 'strategies/union'],
    ['legacy', {error: 'old words'}, 'old words'],
    [
      'refused fields',
      {status: {errors: [{pointer: '/payload/origin', expected: 'a string', got: 'number'}]}},
      '/payload/origin should be a string, got number',
    ],
    ['the same words twice', {message: 'once', status: {errors: ['once'], message: 'once'}}, '(once)'],
    ['HTML or nothing', undefined, 'and did not say why'],
    ['an empty object', {}, 'and did not say why'],
    ['a list', [], 'and did not say why'],
    ['errors that are no list', {status: {errors: 'x', message: 'words'}}, 'words'],
  ];
  for (const [name, answer, says] of envelopes) {
    it(`${name}: ${says}`, () => {
      const error = readServiceError(400, answer);
      expect(error).to.include({code: 'request-refused', status: 400, retryable: false});
      expect(error.message).to.contain('The service answered 400').and.contain(says);
    });
  }

  const statuses: readonly (readonly [number, string, string])[] = [
    [400, 'request-refused', 'session-refused'],
    [401, 'credentials-refused', 'login-required'],
    [403, 'credentials-refused', 'session-refused'],
    [404, 'request-refused', 'session-refused'],
    [408, 'service-unavailable', 'session-refused'],
    [409, 'request-refused', 'request-refused'],
    [422, 'request-refused', 'session-refused'],
    [429, 'service-unavailable', 'service-unavailable'],
    [500, 'service-unavailable', 'session-refused'],
    [503, 'service-unavailable', 'session-refused'],
    [504, 'request-timed-out', 'request-timed-out'],
  ];
  for (const [status, service, shop] of statuses) {
    it(`${status}: ${service} from the service, ${shop} from the shop`, () => {
      expect(readServiceError(status, undefined, 'service').code).to.equal(service);
      expect(readServiceError(status, undefined, 'shop').code).to.equal(shop);
    });
  }

  it('the shop passes on what happened between it and the service', () => {
    const codes = {
      'service.unreachable': 'service-unreachable',
      'service.unavailable': 'service-unavailable',
      'service.credentials_refused': 'credentials-refused',
      'service.entry_mode_refused': 'entry-mode-refused',
      'service.request_refused': 'request-refused',
      'server.configuration_missing': 'configuration-missing',
      'server.unexpected': 'session-refused',
      'service.constructor': 'session-refused',
    };
    for (const [code, expected] of Object.entries(codes)) {
      expect(readServiceError(502, {code, message: 'words'}, 'shop').code, code).to.equal(expected);
    }
  });

  it('an order that needs no payment, or another one, is told as that, whoever says so', () => {
    const codes = {
      'payment.order_paid': 'order-paid',
      'tracker.order_paid': 'order-paid',
      'payment.order_changed': 'order-changed',
    };
    for (const [code, expected] of Object.entries(codes))
      for (const side of ['service', 'shop'] as const) {
        const error = readServiceError(409, {code, message: 'words'}, side);
        expect(error).to.include({code: expected, audience: 'shopper', retryable: false});
      }
  });

  it('too many cards are the shopper’s to wait for, whichever limit was reached', () => {
    for (const code of ['velocity.too_many_cards', 'tracker.too_many_cards', 'checkout.too_many_cards']) {
      for (const side of ['service', 'shop'] as const) {
        const error = readServiceError(429, {code, message: 'words'}, side);
        expect(error).to.include({code: 'too-many-cards', audience: 'shopper', retryable: true});
      }
    }
  });

  it('a transient token that ended is the shopper’s to enter again', () => {
    const error = readServiceError(400, {
      code: 'transient_token.expired',
      message: 'The transient token has expired',
    });
    expect(error).to.include({code: 'transient-token-expired', audience: 'shopper', retryable: true});
  });

  it('an action that is still under way may be asked for again', () => {
    const error = readServiceError(409, {code: 'idempotency.in_flight', message: 'still under way'});
    expect(error).to.include({code: 'service-unavailable', retryable: true});
  });

  it('does not repeat a novel', () => {
    expect(readServiceError(400, {message: 'x'.repeat(10_000)}).message.length).to.be.below(600);
  });
});
