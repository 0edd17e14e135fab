import {isUnknownAtService, json, Refusal, serviceCodeOf} from './answers.js';
import type {Config} from './options.js';
import {methodOnWire} from './session.js';

/** `GET /payment-methods`: the wallet of the logged-in shopper. */
export async function listPaymentMethods(customer: string, {client}: Config): Promise<Response> {
  const methods = await client.paymentMethods.list(customer);
  return json({payment_methods: methods.map(methodOnWire)});
}

/**
 * `DELETE /payment-methods/:token`: removes one of the shopper's own; anybody else's does not exist. One that a subscription is
 * charged to stays (decision 0063).
 */
export async function removePaymentMethod(
  token: string,
  customer: string,
  {client}: Config,
): Promise<Response> {
  try {
    await client.paymentMethods.remove({customer, token});
  } catch (error) {
    if (serviceCodeOf(error) === 'payment_method.in_use') {
      const why = 'A subscription is charged to this card. Give it another card, or cancel it, first.';
      throw new Refusal(409, 'payment_method.in_use', why);
    }
    if (!isUnknownAtService(error)) throw error;
    throw new Refusal(404, 'payment_method.not_found', 'There is no such payment method for this shopper.');
  }
  return json({deleted: true});
}
