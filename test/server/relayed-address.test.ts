import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {createCardVaultServer} from '../../src/server/index.js';
import {startService, type Service} from '../../service/src/index.js';

type Json = Record<string, unknown>;
const shop = 'http://localhost:5173';
/** Cards that one address may try. */
const allowed = 3;

/** Shop, relay and service over HTTP. Each shopper has an address, a login of their own for each try, and one card. */
describe('the relay and the limit of an address', () => {
  let service: Service;

  before(async () => {
    service = await startService({
      ...{port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:', allowRaw: true},
      limits: [`address=${allowed}`],
    });
  });
  after(() => service.close());

  const open = (customer: string, shopperAddress?: (request: Request) => string | undefined) =>
    createCardVaultServer({
      ...{serviceUrl: service.urls.api, secretKey: service.keys.secretKey, publicKey: service.keys.publicKey},
      ...{
        currency: 'USD',
        entryMode: 'raw',
        relay: true,
        publicUrl: shop,
        customer: () => customer,
        timeout: 60_000,
      },
      ...(shopperAddress && {shopperAddress}),
    });

  async function newCustomer(): Promise<string> {
    const details = {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      phoneNumber: '+441234567',
    };
    return (await open('').client.customers.create({...details, country: 'GB'})).token;
  }

  const readsHeader = (request: Request) => request.headers.get('x-shopper-address') ?? undefined;

  /** A card that a shopper of this address tries through the relay. */
  async function tried(
    address: string,
    {vaultOf = open, more = {}}: {vaultOf?: typeof open; more?: Record<string, string>} = {},
  ): Promise<number> {
    const vault = vaultOf(await newCustomer(), readsHeader);
    const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await vault.handle(
        new Request(`${shop}/card-vault${path}`, {
          method: 'POST',
          headers: {
            ...{'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: shop},
            ...{'x-shopper-address': address, ...headers},
          },
          body: JSON.stringify(body),
        }),
      );
      return {status: answer.status, json: (await answer.json()) as Json};
    };
    const {json: session} = await ask('/session', {});
    const {tracker, time_based_token: token} = session as {tracker: string; time_based_token: string};
    const card = {
      ...{card_number: '4000000000002701', expiration_month: '01', expiration_year: '2031', cvv: '123'},
    };
    const path = `/relay/order/payments/v3/${tracker}`;
    const {status} = await ask(
      path,
      {payload: {payment_method: {card}}},
      {authorization: `Bearer ${token}`, ...more},
    );
    return status;
  }

  it('counts each shopper by the address that the shop names, however many logins they have', async () => {
    const attacker = [];
    for (let count = 0; count < allowed + 2; count++) attacker.push(await tried(`203.0.113.5:${count + 1}`));
    assert.deepEqual(attacker, [200, 200, 200, 429, 429]);
    for (const honest of ['203.0.113.6', '[2001:db8::1]:443', '198.51.100.7'])
      assert.equal(await tried(honest), 200, honest);
  });

  it('takes no address from a page: its headers go no further', async () => {
    const forged = {'x-sfpy-ip-address': '192.0.2.77', 'x-card-vault-address-proof': 'a'.repeat(64)};
    assert.equal(await tried('203.0.113.5', {more: forged}), 429);
  });

  it('and the service refuses a proof that the secret key did not make', async () => {
    const customer = await newCustomer();
    const vault = open(customer);
    const tracker = await vault.client.trackers.create({customer, currency: 'USD', entryMode: 'raw'});
    const {token} = await vault.client.passport.createToken({
      tracker: tracker.token,
      origin: shop,
      expiresIn: 60,
    });
    const act = async (headers: Record<string, string>) => {
      const answer = await fetch(`${service.urls.api}/order/payments/v3/${tracker.token}`, {
        method: 'POST',
        headers: {
          ...{'content-type': 'application/json', origin: shop, authorization: `Bearer ${token}`},
          ...headers,
        },
        body: JSON.stringify({payload: {origin: shop}}),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const address = {'x-sfpy-ip-address': '192.0.2.1'};
    assert.equal(await act({...address, 'x-card-vault-address-proof': 'a'.repeat(64)}), 401);
    assert.equal(await act({...address, 'x-card-vault-address-proof': ''}), 401);
    assert.notEqual(await act(address), 401, 'without a proof the header is nobody’s word, and is ignored');
  });

  it('a relay that is told no address warns once that all shoppers count as one', () => {
    const warned = (options: {readonly relay?: boolean; readonly shopperAddress?: () => string}) => {
      const heard: unknown[] = [];
      createCardVaultServer({
        ...{serviceUrl: 'https://api.example', publicUrl: 'https://shop.example', currency: 'USD'},
        ...{secretKey: 'secret', publicKey: 'sec_public', customer: () => '', ...options},
        onError: (error) => void heard.push((error as Error).message),
      });
      return heard;
    };
    assert.match(String(warned({relay: true})), /^relay is on and shopperAddress is missing: /);
    assert.deepEqual(warned({relay: true, shopperAddress: () => '192.0.2.1'}), []);
    assert.deepEqual(warned({}), []);
  });
});
