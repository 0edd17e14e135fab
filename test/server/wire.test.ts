import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readCompletion, readPaymentMethods, readServiceError, readSession} from '../../src/protocol/index.js';
import {refused, shop} from './support/fake-service.js';
import {openShop} from './support/shop.js';

/** What the shop's server answers is what the page's readers accept: both ends of one ceremony share JSON. */
describe("the page's readers understand", () => {
  it('the session, its relative addresses included', async () => {
    const response = await openShop().ask('POST', '/session?guest=on');
    const session = readSession(await response.json(), `${shop}/card-vault/session?guest=on`);
    assert.equal(session.session.tracker, 'track_1');
    assert.equal(session.session.returnUrl, `${shop}/card-vault/return`);
    assert.equal(session.session.frameUrl, `${shop}/card-vault/frame`);
    assert.equal(session.completeUrl, `${shop}/card-vault/session/track_1/complete?guest=on`);
    assert.equal(session.tokenUrl, `${shop}/card-vault/session/track_1/token?guest=on`);
    assert.equal(session.paymentMethodsUrl, `${shop}/card-vault/payment-methods`);
  });

  it('the completion', async () => {
    const {service, ask} = openShop();
    service.held('track_1');
    const completion = readCompletion(await (await ask('POST', '/session/track_1/complete')).json());
    assert.equal(completion.reversed, true);
    assert.equal(completion.paymentMethod.brand, 'visa');
    assert.equal(completion.paymentMethod.expirationMonth, '01');
  });

  it('the wallet', async () => {
    const {service, ask} = openShop({now: () => Date.UTC(2030, 0, 1)});
    const cybersource = {scheme: 'Visa', last_four: '1111', expiry_month: '12', expiry_year: '2029'};
    service.wallets.set('cus_ada', [{token: 'pm_1', cybersource}]);
    const [method] = readPaymentMethods(await (await ask('GET', '/payment-methods')).json());
    assert.deepEqual([method?.brand, method?.lastFour, method?.expired], ['visa', '1111', true]);
  });

  it('failures of the service as what they are, and not as failures of the shop', async () => {
    const cases = [
      [() => refused(401, 'error.unauthorized_access', 'no'), 'credentials-refused'],
      [() => refused(503, 'service.draining', 'later'), 'service-unavailable'],
      [() => refused(403, 'tracker.entry_mode_refused', 'no'), 'entry-mode-refused'],
      [() => Response.json({}), 'answer-unreadable'],
      [() => Promise.reject(new TypeError('fetch failed')), 'service-unreachable'],
    ] as const;
    for (const [answer, code] of cases) {
      const {service, ask} = openShop();
      service.before = () => answer();
      const response = await ask('POST', '/session');
      assert.equal(readServiceError(response.status, await response.json(), 'shop').code, code);
    }
  });
});
