/** Answers of the webhook routes. */
import * as v from 'valibot';
import {instant, describe, text, token, integer} from './atoms.js';
import {eventTypes} from '../../domain/events/events.js';
import {deliveryStates} from '../webhooks/deliveries.js';

const eventType = v.picklist(eventTypes);

const endpointEntries = {
  token: token('whe'),
  url: text,
  description: v.nullable(text),
  events: describe(v.nullable(v.array(eventType)), 'Event types that are sent to it; null: all.'),
  state: v.picklist(['enabled', 'disabled']),
  disabled_reason: describe(
    v.nullable(text),
    '`gone`: it answered 410. `failing`: it accepted nothing for five days. `requested`: the merchant switched it off.',
  ),
  old_secret_ends_at: describe(v.nullable(instant), 'Until then the replaced secret also signs.'),
  health: v.object({
    state: v.picklist(['unknown', 'healthy', 'failing', 'slowed', 'disabled']),
    failures: describe(integer, 'Failed tries since the last success.'),
    failing_since: v.nullable(instant),
    last_failure: v.nullable(text),
    last_failure_at: v.nullable(instant),
    last_success_at: v.nullable(instant),
    resume_at: describe(
      v.nullable(instant),
      'No events are sent before this instant, because the endpoint asked for a pause.',
    ),
    pending: integer,
    dead: integer,
  }),
  created_at: instant,
  updated_at: instant,
};

export const endpoint = v.object(endpointEntries);

export const endpointWithSecret = v.object({
  ...endpointEntries,
  secret: describe(text, 'Only this answer contains the secret.'),
});

const deliveryEntries = {
  token: token('whd'),
  endpoint: token('whe'),
  event: describe(text, 'Id of the event: `webhook-id` and the body’s `token`.'),
  type: eventType,
  subscription: v.nullable(text),
  sequence: describe(v.nullable(integer), 'Numbers the events of one subscription: 1, 2, 3 …'),
  state: v.picklist(deliveryStates),
  reason: describe(v.nullable(text), 'Why it was given up.'),
  tries: integer,
  last_status: describe(v.nullable(integer), 'HTTP status of the last try.'),
  last_failure: v.nullable(text),
  next_try_at: v.nullable(instant),
  delivered_at: v.nullable(instant),
  created_at: instant,
};

export const delivery = v.object(deliveryEntries);

export const deliveryWithTries = v.object({
  ...deliveryEntries,
  history: v.array(
    v.object({
      number: integer,
      at: instant,
      status: v.nullable(integer),
      failure: v.nullable(text),
      milliseconds: integer,
    }),
  ),
});
