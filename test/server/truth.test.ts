import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readPayment} from '../../src/protocol/index.js';
import {ownFeatures, refused} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

const path = '/session/track_1/payment';

/** Everything that a recorded reporter says, and more (wire 1.7). */
const everything = {
  environment: 'sandbox',
  intent: 'CYBERSOURCE',
  mode: 'instrument',
  client: {token: 'client_1', api_key: 'sec_private', name: 'PRIVATE', email: 'private@shop.example'},
  customer: {
    token: 'cus_ada',
    first_name: 'PRIVATE',
    last_name: 'PRIVATE',
    email: 'private',
    phone: 'private',
  },
  next_actions: {CYBERSOURCE: {kind: 'NOOP', request_id: 'req_private'}, MPGS: {kind: 'NOOP'}},
  purchase_totals: {
    quote_amount: {currency: 'USD', amount: 100},
    conversion_rate: {rate: 'private'},
  },
  charge: {token: 'ch_private', amount: 100, fees: 7, net: 93},
  events: [{type: 'VALIDATION', intent: 'CYBERSOURCE', intent_request_id: 'private', reason: 'private'}],
  attempts: [
    {
      token: 'private',
      idempotency_key: 'req_private',
      kind: 'card',
      is_success: true,
      actions_performed: [{token: 'act_private', kind: 'PAYER_AUTH_VALIDATION'}],
      payment_method: {
        token: 'method_private',
        last_four: '2701',
        scheme: 'Visa',
        bin: '400000',
        issuer: 'private',
      },
      billing: {street_1: 'private'},
      enrollment: {
        authentication_status: 'REQUIRED',
        eci: '05',
        cybersource_rid: 'private',
        access_token: 'private',
        step_up_url: 'https://private.example',
      },
      validation: {result: 'succeeded', eci: '05', cavv: 'private'},
      risk: {score: 99},
      authorization: {token: 'auth_private', amount: 100, currency: 'USD', cybersource_rid: 'private'},
      capture: null,
    },
  ],
  location: {ip: '192.0.2.1'},
  device: {user_agent: 'private'},
  something_new: 'private',
};

describe('GET /session/:tracker/payment', () => {
  it('answers the truth in the shape of the reporter, read with the secret key', async () => {
    const {service, ask} = openShop();
    service.held('track_1', {record: everything});
    const response = await ask('GET', path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.ok(
      service.calls('GET', '/reporter/api/v1/payments/track_1')[0]?.headers.get('x-sfpy-merchant-secret'),
    );
    const body: unknown = await response.json();
    const {data} = body as {data: Record<string, unknown>};
    assert.deepEqual(data['attempts'], [
      {
        kind: 'card',
        is_success: true,
        actions_performed: [{kind: 'PAYER_AUTH_VALIDATION'}],
        payment_method: {last_four: '2701', scheme: 'Visa'},
        enrollment: {authentication_status: 'REQUIRED', eci: '05'},
        validation: {result: 'succeeded', eci: '05'},
        authorization: {amount: 100, currency: 'USD'},
        capture: null,
      },
    ]);
    assert.deepEqual(data['next_actions'], {CYBERSOURCE: {kind: 'NOOP'}, MPGS: {kind: 'NOOP'}});
    assert.deepEqual(data['events'], [{type: 'VALIDATION', intent: 'CYBERSOURCE'}]);
    assert.deepEqual(data['features'], ownFeatures);
    assert.deepEqual(readPayment(body), {
      tracker: 'track_1',
      state: 'TRACKER_AUTHORIZED',
      nextAction: 'NOOP',
      enrollment: {status: 'REQUIRED', eci: '05'},
      validation: {result: 'succeeded', eci: '05'},
      confirmed: true,
      authorized: true,
      reversed: false,
      paymentMethod: {
        token: 'pm_1',
        brand: 'visa',
        lastFour: '2701',
        expirationMonth: '01',
        expirationYear: '2029',
        singleUse: false,
      },
    });
  });

  it('holds nothing that a page must not see, under names that nobody foresaw either', async () => {
    const {service, ask} = openShop();
    const odd = {state: {secret: 'private'}, payment_method: ['private'], attempts: {a: 'private'}};
    for (const record of [everything, {...everything, ...odd}]) {
      service.held('track_1', {record});
      const text = await (await ask('GET', path)).text();
      assert.doesNotMatch(text, /private|192\.0\.2\.1|cus_ada|"score"|"fees"/i);
    }
  });

  it('shows that there is an authorization, whatever it looks like', async () => {
    const {service, ask} = openShop();
    service.held('track_1', {record: {attempts: [{authorization: 'auth_private'}]}});
    const {data} = (await (await ask('GET', path)).json()) as {data: Record<string, unknown>};
    assert.deepEqual(data['attempts'], [{authorization: {}}]);
  });

  it('answers for its own shopper only: a stranger is told what one is told of a tracker that does not exist', async () => {
    const {service, ask} = openShop();
    service.held('track_1');
    const strange = await refusalIn(await ask('GET', path, {as: 'cus_eve'}));
    assert.deepEqual(strange, await refusalIn(await ask('GET', '/session/track_8/payment', {as: 'cus_eve'})));
    assert.equal(strange.status, 404);
    assert.equal((await ask('GET', path, {as: ''})).status, 401);
    assert.equal((await ask('POST', path)).status, 405);
  });

  it('says on which side it lies when the service cannot answer', async () => {
    const {service, ask} = openShop();
    service.before = () => refused(503, 'service.busy', 'later');
    assert.equal((await refusalIn(await ask('GET', path))).code, 'service.unavailable');
  });
});
