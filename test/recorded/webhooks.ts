import {createHmac} from 'node:crypto';
import type {Json} from './http.js';
import {newToken} from './keys.js';
import type {World} from './state.js';

/** Event types as public samples of the real service spell them (wire 9.2). */
export const eventTypes = [
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'authorization.reversed',
  'void.succeeded',
  'error.occurred',
  'subscription.created',
  'subscription.canceled',
  'subscription.ended',
  'subscription.paused',
  'subscription.resumed',
  'subscription.payment.succeeded',
] as const;

export interface Delivery {
  readonly url: string;
  readonly type: string;
  readonly data?: Json;
  /** The whole body as it is sent, as PHP and .NET samples sign it, or `data` alone, as an official library does. */
  readonly signs?: 'body' | 'data';
}

/** The signature of the real service: hexadecimal HMAC-SHA512, and no header but this one. */
export const signatureOf = (secret: string, text: string) =>
  createHmac('sha512', secret).update(text).digest('hex');

/** Sends an event to a shop and gives its answer's status. */
export async function deliver(
  world: World,
  {url, type, data = {}, signs = 'body'}: Delivery,
): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    token: newToken('evt'),
    version: '2.0.0',
    merchant_api_key: world.publicKey,
    type,
    endpoint: url,
    data,
    created_at: {seconds, nanos: 0},
  });
  const signature = signatureOf(world.webhookSecret, signs === 'body' ? body : JSON.stringify(data));
  const response = await fetch(url, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-SFPY-SIGNATURE': signature},
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
