import assert from 'node:assert/strict';
import type {ServiceClient} from '../../../src/server/index.js';

interface Place {
  readonly serviceUrl: string;
  readonly secretKey: string;
}

/** Saves a card of a new customer by the raw entry mode, as a page with a certificate does, and answers its token. */
export async function saveCard(
  client: ServiceClient,
  {serviceUrl, secretKey}: Place,
  number = '4000000000002701',
): Promise<{readonly customer: string; readonly paymentMethod: string}> {
  const {token: customer} = await client.customers.create({
    ...{
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@shop.example',
      phoneNumber: '+441234567',
      country: 'GB',
    },
  });
  const {token: tracker} = await client.trackers.create({
    ...{customer, currency: 'USD', entryMode: 'raw', accountVerification: true},
  });
  const act = async (payload: object) => {
    const response = await fetch(`${serviceUrl}/order/payments/v3/${tracker}`, {
      method: 'POST',
      headers: {'x-sfpy-merchant-secret': secretKey, 'content-type': 'application/json'},
      body: JSON.stringify({payload}),
    });
    assert.ok(response.ok, await response.text());
  };
  await act({
    payment_method: {
      card: {card_number: number, expiration_month: '01', expiration_year: '2030', cvv: '123'},
    },
  });
  await act({
    authentication_setup: {
      success_url: 'http://localhost:5173/return',
      failure_url: 'http://localhost:5173/return',
    },
  });
  await act({authorization: {do_capture: false}});
  const [saved] = await client.paymentMethods.list(customer);
  assert.ok(saved);
  return {customer, paymentMethod: saved.token};
}
