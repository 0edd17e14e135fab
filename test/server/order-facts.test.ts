import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createCardVaultServer} from '../../src/server/index.js';
import {enterCard, shopPage} from './support/enter-card.js';
import {own} from './support/places.js';

describe('the shop’s order', () => {
  it('is on the tracker that a page saves a card with, and in the event of it', async (test) => {
    const place = await own();
    test.after(() => place.stop());
    const vault = createCardVaultServer({
      ...{serviceUrl: place.serviceUrl, secretKey: place.secretKey, publicKey: place.publicKey},
      ...{publicUrl: shopPage, currency: 'USD', entryMode: 'raw', timeout: 60_000},
      customer: (request) => request.headers.get('x-shopper') ?? undefined,
      metadata: ({url}) => ({order_id: new URL(url).searchParams.get('order'), channel: 'web'}),
    });
    const {token: customer} = await vault.client.customers.create({
      ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'},
      ...{phoneNumber: '+441234567', country: 'GB'},
    });
    const form = await enterCard(vault, customer, '4000000000002701', {query: '?order=1042'});
    const card = await vault.verify(form.get('payment_method'), customer);
    assert.ok(card);

    const expected = {order_id: '1042', channel: 'web'};
    const reply = await fetch(`${place.serviceUrl}/sandbox/v1/events?type=payment_method.saved`, {
      headers: {'x-sfpy-merchant-secret': place.secretKey},
    });
    const {data} = (await reply.json()) as {
      data: {data: {tracker: string; payment_method: string; metadata: unknown}}[];
    };
    const event = data.find((one) => one.data.payment_method === card.token);
    assert.deepEqual(event?.data.metadata, expected);
    const {data: record} = await vault.client.trackers.fetch(event.data.tracker);
    assert.deepEqual(record['metadata'], expected);
  });
});
