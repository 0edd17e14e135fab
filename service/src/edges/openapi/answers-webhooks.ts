import * as v from 'valibot';
import {instant, said, text, token, whole} from './atoms.js';
import {eventTypes} from '../../domain/events/events.js';
import {deliveryStates} from '../webhooks/deliveries.js';

/** What the routes of webhook endpoints answer. */

const endpointEntries = {
  token: token('whe'),
  url: text,
  description: v.nullable(text),
  events: said(v.nullable(v.array(v.picklist(eventTypes))), 'Kinds that are sent there; null: all.'),
  state: v.picklist(['enabled', 'disabled']),
  disabled_reason: said(
    v.nullable(text),
    '`gone`: it answered 410. `failing`: nothing was accepted for five days. `requested`.',
  ),
  old_secret_ends_at: said(v.nullable(instant), 'Until then a replaced secret signs too.'),
  health: v.object({
    state: v.picklist(['unknown', 'healthy', 'failing', 'slowed', 'disabled']),
    failures: said(whole, 'Tries that failed since the last one that did not.'),
    failing_since: v.nullable(instant),
    last_failure: v.nullable(text),
    last_failure_at: v.nullable(instant),
    last_success_at: v.nullable(instant),
    resume_at: said(v.nullable(instant), 'It asked to be left alone until then.'),
    pending: whole,
    dead: whole,
  }),
  created_at: instant,
  updated_at: instant,
};

export const endpoint = v.object(endpointEntries);

export const endpointWithSecret = v.object({
  ...endpointEntries,
  secret: said(text, 'Told in this answer and never again.'),
});

const deliveryEntries = {
  token: token('whd'),
  endpoint: token('whe'),
  event: said(text, 'Id of the event: `webhook-id` and the body’s `token`.'),
  type: v.picklist(eventTypes),
  subscription: v.nullable(text),
  sequence: said(v.nullable(whole), 'Numbers the events of one subscription: 1, 2, 3 …'),
  state: v.picklist(deliveryStates),
  reason: said(v.nullable(text), 'Why it was given up.'),
  tries: whole,
  last_status: said(v.nullable(whole), 'HTTP status of the last try.'),
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
      number: whole,
      at: instant,
      status: v.nullable(whole),
      failure: v.nullable(text),
      milliseconds: whole,
    }),
  ),
});
