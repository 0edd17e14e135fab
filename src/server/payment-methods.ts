import {isRecord} from '../protocol/answer.js';
import {isUnknownAtService, json, readJson, Refusal, serviceCodeOf} from './answers.js';
import type {Config} from './config.js';
import {methodOnWire, type Visit} from './session-answer.js';

/** `GET /payment-methods`: the wallet of the logged-in shopper. */
export async function listPaymentMethods(customer: string, {client}: Config): Promise<Response> {
  const methods = await client.paymentMethods.list(customer);
  return json({payment_methods: methods.map(methodOnWire)});
}

/** `PUT /payment-methods/:token` with `{is_default}`: makes one of the shopper's own the default, or takes that back. */
export async function changePaymentMethod(
  token: string,
  {customer, request}: Visit,
  {client}: Config,
): Promise<Response> {
  const expected = 'Send {"is_default": true} or {"is_default": false}.';
  const body = await readJson(request, expected);
  const isDefault = isRecord(body) ? body['is_default'] : undefined;
  if (typeof isDefault !== 'boolean') throw new Refusal(400, 'request.invalid', expected);
  try {
    const method = await client.paymentMethods.setDefault({customer, token}, isDefault);
    return json({payment_method: methodOnWire(method)});
  } catch (error) {
    throw isUnknownAtService(error) ? notFound() : error;
  }
}

const notFound = () =>
  new Refusal(404, 'payment_method.not_found', 'There is no such payment method for this shopper.');

/**
 * `DELETE /payment-methods/:token`: removes one of the shopper's own; anybody else's does not exist. One that a subscription is
 * charged to stays (decision 0062).
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
    throw isUnknownAtService(error) ? notFound() : error;
  }
  return json({deleted: true});
}
