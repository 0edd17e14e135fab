import assert from 'node:assert/strict';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {
  createCardVaultServer,
  type CardVaultServer,
  type PaymentMethodSavedEvent,
} from '../../src/server/index.js';
import {toNodeHandler} from '../../src/server/node.js';
import {startTestService, type TestService} from '../../service/test/support/harness.js';
import {advance, appendEvents} from '../../service/test/support/webhooks.js';

/** Sender and receiver, over HTTP: the service posts to a shop that is mounted on Node's own server. */
describe('events of the real service at the shop', () => {
  let service: TestService;
  let shop: Server;
  let vault: CardVaultServer;
  const secrets: string[] = [];
  const saved: PaymentMethodSavedEvent[] = [];
  const outcomes: string[] = [];
  let wake: () => void = () => undefined;

  before(async () => {
    service = await startTestService({}, {looksForWork: true});
    const {keys, urls} = service.service;
    vault = createCardVaultServer({
      ...{serviceUrl: urls.api, secretKey: keys.secretKey, publicKey: keys.publicKey, currency: 'USD'},
      customer: () => undefined,
      webhooks: {
        scheme: 'standard',
        secrets,
        on: {'payment_method.saved': (event) => void saved.push(event)},
        log: ({outcome}) => {
          outcomes.push(outcome);
          wake();
        },
      },
    });
    const handler = toNodeHandler(vault);
    shop = createServer((request, response) => void handler(request, response));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    shop.closeAllConnections();
    await new Promise((resolve) => shop.close(resolve));
    await service.service.close();
  });

  const count = async (number: number) => {
    while (outcomes.length < number) await new Promise<void>((resolve) => (wake = resolve));
  };

  it('are verified and handled once, also when they are sent again; the client looks after the endpoint', async () => {
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/card-vault/webhooks`;
    const {endpoint, secret} = await vault.client.webhooks.create({url, description: 'the shop'});
    secrets.push(secret);
    const data = {
      payment_method: 'pm_1',
      customer: 'cus_1',
      tracker: 'track_1',
      brand: 'visa',
      last_four: '1111',
      metadata: {order_id: '1042', basket: 'b-7'},
    };
    await appendEvents(service, {data});
    await count(1);
    assert.deepEqual(outcomes, ['handled']);
    assert.equal(saved[0]!.paymentMethod, 'pm_1');
    assert.equal(saved[0]!.orderId, '1042');
    assert.deepEqual(saved[0]!.metadata, {order_id: '1042', basket: 'b-7'});
    await advance(service, 1);
    const [delivery] = await vault.client.webhooks.deliveries(endpoint.token, {state: 'delivered'});
    assert.equal(delivery!.event, saved[0]!.id);
    await vault.client.webhooks.resend(endpoint.token, delivery!.token);
    await count(2);
    assert.deepEqual([outcomes[1], saved.length], ['duplicate', 1]);

    const rotated = await vault.client.webhooks.rotateSecret(endpoint.token);
    await appendEvents(service, {data});
    await count(3);
    assert.equal(outcomes[2], 'handled', 'with the old secret while both sign');
    secrets.splice(0, 1, rotated.secret);
    await appendEvents(service, {data});
    await count(4);
    assert.equal(outcomes[3], 'handled', 'with the new one');

    secrets.splice(0, 1, `whsec_${'A'.repeat(32)}`);
    await appendEvents(service, {data});
    await count(5);
    assert.equal(outcomes[4], 'refused');
    secrets.splice(0, 1, rotated.secret);
    // The clock may be moved before the failed try is on record: then the next one is due a little later.
    for (let tries = 0; tries < 10 && outcomes.length < 6; tries++) await advance(service, 60);
    await count(6);
    assert.equal(outcomes[5], 'handled', 'it comes again');
    assert.equal((await vault.client.webhooks.read(endpoint.token)).health, 'healthy');
    const changed = await vault.client.webhooks.update(endpoint.token, {enabled: false});
    assert.deepEqual([changed.enabled, changed.disabledReason], [false, 'requested']);
    assert.equal((await vault.client.webhooks.list()).length, 1);
    await vault.client.webhooks.remove(endpoint.token);
    assert.equal((await vault.client.webhooks.list()).length, 0);
  });
});
