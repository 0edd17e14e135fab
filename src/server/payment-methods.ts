import {isUnknownAtService, json, Refusal} from './answers.js';
import type {Config} from './options.js';
import {methodOnWire} from './session.js';

/** `GET /payment-methods`: the wallet of the logged-in shopper. */
export async function listPaymentMethods(customer: string, {client}: Config): Promise<Response> {
  const methods = await client.paymentMethods.list(customer);
  return json({payment_methods: methods.map(methodOnWire)});
}

/** `DELETE /payment-methods/:token`: removes one of the shopper's own; anybody else's does not exist. */
export async function removePaymentMethod(
  token: string,
  customer: string,
  {client}: Config,
): Promise<Response> {
  try {
    await client.paymentMethods.remove({customer, token});
  } catch (error) {
    if (!isUnknownAtService(error)) throw error;
    throw new Refusal(404, 'payment_method.not_found', 'There is no such payment method for this shopper.');
  }
  return json({deleted: true});
}
