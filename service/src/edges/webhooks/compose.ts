/** Composes webhooks: endpoints, deliveries and the worker that sends them. */
import type {Hono} from 'hono';
import type {Clock} from '../../platform/clock/clock.js';
import type {FaultPoints} from '../../platform/fault-points.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import type {Guards} from '../../platform/identity/guards.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Merchants} from '../../domain/merchants/merchants.js';
import type {Vault} from '../../platform/sealing.js';
import type {ServiceSettings} from '../../platform/settings.js';
import type {Logger} from '../../platform/logger.js';
import type {Database} from '../../platform/storage/database.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import {resolveBySystem} from './address.js';
import type {Resolve} from './address.js';
import {createCaller} from './call.js';
import {createDeliveries} from './deliveries.js';
import type {Deliveries} from './deliveries.js';
import {createEndpoints} from './endpoints.js';
import {faultyCall} from './faulty-call.js';
import {createProofReader} from './proof.js';
import {Outbox} from './outbox.js';
import {webhookRoutes} from './routes.js';
import {EndpointSecrets} from './secrets.js';
import {Sender} from './send.js';

export interface WebhookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly merchants: Merchants;
  readonly guards: Guards;
  readonly once: AnswerOnce;
  readonly settings: ServiceSettings;
  readonly logger: Logger;
  readonly options: {
    /** Receivers must be public hosts; in development loopback addresses are allowed too. */
    readonly production: boolean;
    /** Endpoint of the home merchant, signed with `webhookSecret`; empty for none. */
    readonly webhookUrl: string;
    readonly webhookSecret: string;
  };
  /** Whether no other process uses this database. Then leases from before the start are released. */
  readonly isOnlyProcess: boolean;
  /** Resolves a host name; the system's resolver by default. */
  readonly resolve?: Resolve;
  /** Injects failures of receivers; undefined in production. */
  readonly faults?: FaultPoints | undefined;
}

export interface Webhooks {
  readonly work: DueWork;
  readonly routes: Hono<ServiceEnv>;
  readonly deliveries: Deliveries;
  /** Reads the public keys in the file of an origin. Resolves with the reason if it cannot be read. */
  readonly readProof: (origin: string) => Promise<ReadonlySet<string> | string>;
}

/** Composes the webhook parts, and creates the endpoint that the options name. */
export async function composeWebhooks(deps: WebhookDependencies): Promise<Webhooks> {
  const {database, clock, merchants, settings, logger, options, isOnlyProcess} = deps;
  const rules = {loopback: !options.production};
  const timeoutMs = () => settings.webhookTimeoutMs;
  const caller = {rules, timeoutMs, resolve: deps.resolve ?? resolveBySystem};
  const callReceiver = createCaller(caller);
  const call = deps.faults ? faultyCall(callReceiver, deps.faults) : callReceiver;
  const secrets = new EndpointSecrets(deps);
  const endpoints = createEndpoints({database, clock, secrets, rules});
  const deliveries = createDeliveries({database, clock});
  const outbox = new Outbox({database, clock});
  if (rules.loopback) logger.info('webhooks.this_machine_allowed');
  if (isOnlyProcess) await releaseAllDeliveries(database);
  if (options.webhookUrl !== '') {
    const details = {url: options.webhookUrl, description: 'named at the start', events: null};
    await endpoints.configure(merchants.home.id, details, options.webhookSecret);
  }
  return {
    work: new Sender({outbox, secrets, merchants, call, logger}),
    routes: webhookRoutes({...deps, endpoints, deliveries}),
    deliveries,
    readProof: createProofReader(caller),
  };
}

const releaseAllDeliveries = (database: Database) =>
  database.query('UPDATE webhook_deliveries SET claim = NULL, claim_until = NULL WHERE claim IS NOT NULL');
