/** Builds the signed message for an event. */
import type {EventType} from '../../domain/events/events.js';
import type {Message} from './call.js';
import {recordedSpellings} from './recorded-events.js';
import {bodySignature, signatureHeaders} from './secrets.js';
import type {WebhookScheme} from '../../../../src/protocol/index.js';

/** An event to be sent. */
export interface OutgoingEvent {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** An instant as seconds and nanoseconds. */
const secondsAndNanos = (date: Date) => ({
  seconds: Math.floor(date.getTime() / 1000),
  nanos: (date.getTime() % 1000) * 1_000_000,
});

/** The receiver of a message: an endpoint, its merchant's public key, and the secrets that sign. */
export interface Receiver {
  readonly url: string;
  readonly publicKey: string;
  /** Newest first. */
  readonly secrets: readonly string[];
  /** How events are signed. In the two schemes of the recorded service they are also spelled as there. */
  readonly scheme: WebhookScheme;
}

/**
 * The body of wire 1.11 (v2). `sequence` numbers the events of one subscription, so that receivers can
 * order them.
 */
function bodyOf(event: OutgoingEvent, to: Receiver): string {
  const isRecorded = to.scheme !== 'standard';
  return JSON.stringify({
    token: event.id,
    version: '2.0.0',
    merchant_api_key: to.publicKey,
    type: isRecorded ? (recordedSpellings[event.type] ?? event.type) : event.type,
    endpoint: to.url,
    ...(event.sequence !== null && !isRecorded && {sequence: event.sequence}),
    data: event.data,
    created_at: secondsAndNanos(event.created_at),
  });
}

/** The message to an endpoint for one event. A retry has the same id and body, but a new timestamp. */
export async function messageOf(event: OutgoingEvent, to: Receiver): Promise<Message> {
  const body = Buffer.from(bodyOf(event, to));
  return {
    url: to.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'card-vault-webhooks/1',
      ...(to.scheme === 'standard'
        ? await signatureHeaders(to.secrets, {id: event.id, body})
        : await bodySignature(to.secrets, to.scheme === 'sfpy' ? body : JSON.stringify(event.data))),
    },
    body,
  };
}
