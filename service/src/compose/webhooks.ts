/** Webhooks: endpoints, deliveries, and the worker's part that sends them. */
import type {Hono} from 'hono';
import {resolveBySystem} from '../edges/webhooks/address.js';
import {createCaller} from '../edges/webhooks/call.js';
import {createDeliveries, type Deliveries} from '../edges/webhooks/deliveries.js';
import {createEndpoints} from '../edges/webhooks/endpoints.js';
import {faultyCall} from '../edges/webhooks/faulty-call.js';
import {Outbox} from '../edges/webhooks/outbox.js';
import {createProofReader} from '../edges/webhooks/proof.js';
import {webhookRoutes} from '../edges/webhooks/routes.js';
import {EndpointSecrets} from '../edges/webhooks/secrets.js';
import {Sender} from '../edges/webhooks/send.js';
import type {ReadProof} from '../edges/passport/origin-proofs.js';
import type {ServiceEnv} from '../platform/http/env.js';
import type {AnswerOnce} from '../platform/idempotency/answer.js';
import type {DueWork} from '../platform/worker/due-work.js';
import type {Layers} from './layers.js';

interface Webhooks {
  readonly sending: DueWork;
  readonly routes: Hono<ServiceEnv>;
  readonly deliveries: Deliveries;
  readonly readProof: ReadProof;
}

/** Also creates the endpoint that the options name: of the home merchant, signed with `webhookSecret`. */
export async function composeWebhooks({ground, identity}: Layers, once: AnswerOnce): Promise<Webhooks> {
  const {options, settings, clock, logger, faultPoints, database, vault} = ground;
  const {merchants, guards} = identity;
  // Receivers must be public hosts; in development loopback addresses are allowed too.
  const rules = {loopback: !options.production};
  const caller = {rules, timeoutMs: () => settings.webhookTimeoutMs, resolve: resolveBySystem};
  const callReceiver = createCaller(caller);
  const call = faultPoints ? faultyCall(callReceiver, faultPoints) : callReceiver;
  const secrets = new EndpointSecrets({vault, clock});
  const endpoints = createEndpoints({database, clock, secrets, rules});
  const deliveries = createDeliveries({database, clock});
  const outbox = new Outbox({database, clock});
  if (rules.loopback) logger.info('webhooks.this_machine_allowed');
  if (options.webhookUrl !== '') {
    const details = {url: options.webhookUrl, description: 'named at the start', events: null};
    await endpoints.configure(merchants.home.id, details, options.webhookSecret);
  }
  return {
    sending: new Sender({outbox, secrets, merchants, call, scheme: options.rehearse ?? 'standard', logger}),
    routes: webhookRoutes({database, endpoints, deliveries, clock, guards, once}),
    deliveries,
    readProof: createProofReader(caller),
  };
}
