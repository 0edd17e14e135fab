// Further: webhooks on the way to live; webhooks: `test/server/webhooks-service.test.ts`.
import assert from 'node:assert/strict';
import {createServer, type Server} from 'node:http';
import {createRequire} from 'node:module';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {
  createCardVaultServer,
  memoryReplayStore,
  type CardVaultServer,
  type WebhookEvent,
} from '../../src/server/index.js';
import {verifyWebhook} from '../../src/server/webhooks/verify.js';
import {advanceClock} from '../../src/testing/index.js';
import {startService, type Service} from '../../service/src/index.js';
import {returnUrl} from './support/outside.js';

/** The part of the official library that checks events. */
interface NodeSdk {
  readonly Safepay: new (options: Readonly<Record<string, string>>) => {
    readonly verify: {
      webhook(request: {readonly body: unknown; readonly headers: object}): Promise<boolean> | boolean;
    };
  };
}
const {Safepay} = createRequire(import.meta.url)('@sfpy/node-sdk') as NodeSdk;

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const webhookSecret = '0a1b'.repeat(16);
const ours = /^(webhook-|card-vault)/;

for (const scheme of ['sfpy', 'sfpy-data'] as const) {
  describe(`events of a rehearsal, signed as ${scheme}`, () => {
    let service: Service;
    let receiver: Server;
    let vault: CardVaultServer;
    const received: Received[] = [];

    before(async () => {
      receiver = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const headers = request.headers as Record<string, string>;
          received.push({headers, body: Buffer.concat(parts).toString()});
          response.writeHead(200).end();
        });
      });
      await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
      const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      const free = {port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'};
      service = await startService({...free, allowRaw: true, rehearse: scheme, webhookUrl, webhookSecret});
      const {secretKey, publicKey} = service.keys;
      const options = {serviceUrl: service.urls.api, secretKey, publicKey, currency: 'USD'};
      vault = createCardVaultServer({...options, timeout: 60_000, customer: () => undefined});
      await takeMoney();
    });
    after(async () => {
      receiver.closeAllConnections();
      await new Promise((closed) => receiver.close(closed));
      await service.close();
    });

    /** Saves a card, charges it, refunds a part, and reverses what the save has held: events of the recorded kinds and of others. */
    async function takeMoney(): Promise<void> {
      const {client} = vault;
      const person = {firstName: 'Ada', lastName: 'Byron', email: 'a@shop.example', phoneNumber: '+15550100'};
      const {token: customer} = await client.customers.create({...person, country: 'US'});
      const {token: tracker} = await client.trackers.create({customer, currency: 'USD', entryMode: 'raw'});
      const act = async (payload?: object) => {
        const headers = {
          'x-sfpy-merchant-secret': service.keys.secretKey,
          'content-type': 'application/json',
        };
        const body = JSON.stringify(payload ? {payload} : {});
        const address = `${service.urls.api}/order/payments/v3/${tracker}`;
        const answer = await fetch(address, {method: 'POST', headers, body});
        assert.equal(answer.status, 200, await answer.text());
      };
      const card = {card_number: '4000000000002701', expiration_month: '01', expiration_year: '2032'};
      await act({payment_method: {card: {...card, cvv: '123'}}});
      await act({authentication_setup: {success_url: returnUrl, failure_url: returnUrl}});
      await act({authorization: {do_capture: false}});
      await act();
      const [method] = await client.paymentMethods.list(customer);
      const order = {customer, paymentMethod: method!.token, amount: 2400, currency: 'USD'};
      await client.payments.void((await client.payments.charge(order)).tracker);
      const {tracker: paid} = await client.payments.charge(order);
      const now = service.clock.now().getTime();
      await advanceClock(service.urls.api, service.keys.secretKey, new Date(now + 25 * 3_600_000));
      await client.payments.refund(paid, {amount: 1000});
      // The clock answers when everything that is due has run, deliveries too.
      await advanceClock(service.urls.api, service.keys.secretKey, new Date(now + 26 * 3_600_000));
    }

    const requestOf = ({headers, body}: Received) =>
      new Request('http://shop.example/hook', {method: 'POST', headers, body});
    const typesOf = (events: readonly Received[]) =>
      [...new Set(events.map(({body}) => (JSON.parse(body) as {type: string}).type))].sort();

    it('are of the recorded kinds, in one header and without a number', () => {
      assert.deepEqual(typesOf(received), [
        ...['authorization.reversed', 'payment.refunded', 'payment.succeeded', 'void.succeeded'],
      ]);
      for (const {headers, body} of received) {
        assert.deepEqual(
          Object.keys(headers).filter((name) => ours.test(name)),
          [],
        );
        assert.match(headers['x-sfpy-signature']!, /^[0-9a-f]{128}$/);
        assert.ok(!('sequence' in (JSON.parse(body) as object)), body);
      }
    });

    it('are believed by the kit, and not with another secret or a changed byte', async () => {
      const store = {...memoryReplayStore(), durable: true};
      const options = {scheme, secrets: [webhookSecret], store, publicKey: service.keys.publicKey};
      const read: WebhookEvent[] = [];
      for (const one of received) read.push(await verifyWebhook(requestOf(one), options));
      assert.deepEqual([...new Set(read.map(({type}) => type))].sort(), typesOf(received));
      for (const one of received) {
        const other = {...options, secrets: ['1b0a'.repeat(16)]};
        await assert.rejects(verifyWebhook(requestOf(one), other), {reason: 'signature-mismatch'});
        const changed = {...one, body: one.body.replace('"data":{', '"data":{"more":1,')};
        await assert.rejects(verifyWebhook(requestOf(changed), options), {reason: 'signature-mismatch'});
      }
    });

    const expected = scheme === 'sfpy-data';
    it(`are ${expected ? 'all true' : 'false, since it signs data alone,'} for @sfpy/node-sdk`, async () => {
      const options = {environment: 'sandbox', apiKey: service.keys.publicKey, v1Secret: 'none'};
      const client = new Safepay({...options, webhookSecret});
      for (const {headers, body} of received) {
        const request = {body: JSON.parse(body) as unknown, headers};
        assert.equal(await client.verify.webhook(request), expected, body);
      }
    });
  });
}
