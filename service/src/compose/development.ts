/** Composes what exists only in a development run. */
import {Hono} from 'hono';
import {sandboxMerchantRoutes} from '../domain/merchants/routes.js';
import {actionBody, readAction} from '../domain/trackers/payload.js';
import {dashboardRoutes} from '../edges/dashboard/routes.js';
import {descriptionRoutes} from '../edges/docs/routes.js';
import type {FaultBox} from '../edges/faults/faults.js';
import {faultMiddleware} from '../edges/faults/middleware.js';
import {faultRoutes} from '../edges/faults/routes.js';
import {sandboxAccess} from '../edges/sandbox/access.js';
import {bankRoutes} from '../edges/sandbox/bank-routes.js';
import {cardRoutes} from '../edges/sandbox/card-routes.js';
import {clockRoutes} from '../edges/sandbox/clock-routes.js';
import {createEvents, eventOf, type EventSource} from '../edges/sandbox/events.js';
import {keyedForServers} from '../edges/sandbox/keyed.js';
import {limitRoutes} from '../edges/sandbox/limit-routes.js';
import {unknownFieldEvents} from '../edges/sandbox/log-lines.js';
import {createOwnership} from '../edges/sandbox/ownership.js';
import {resendRoutes} from '../edges/sandbox/resend-routes.js';
import {sandboxRoutes} from '../edges/sandbox/routes.js';
import {viewRoutes} from '../edges/sandbox/view-routes.js';
import {webhookEvents} from '../edges/sandbox/webhook-events.js';
import type {Deliveries} from '../edges/webhooks/deliveries.js';
import type {Travel} from '../platform/clock/travel.js';
import {check, readJson} from '../platform/http/body.js';
import type {ServiceEnv} from '../platform/http/env.js';
import type {AnswerOnce} from '../platform/idempotency/answer.js';
import {letPagesRead} from '../platform/identity/cors.js';
import {secretHeader} from '../platform/identity/guards.js';
import type {Layers} from './layers.js';

/**
 * Routes that exist only in a development run: injected faults, `/sandbox/v1/…`, the dashboard and the
 * description of the API.
 */
export function developmentRoutes(
  {ground, domain, identity, issuer}: Layers,
  {
    once,
    travel,
    deliveries,
  }: {readonly once: AnswerOnce; readonly travel: Travel; readonly deliveries: Deliveries},
): {
  readonly faultRoutes: readonly Hono<ServiceEnv>[];
  readonly routes: readonly Hono<ServiceEnv>[];
} {
  const {faults, log, requests, clock, database, urls, options} = ground;
  const {network, cards, engine, velocity} = domain;
  const {merchants, origins} = identity;
  const {stepUps} = issuer;
  /** Refuses callers that may not use the sandbox. */
  const access = sandboxAccess({merchants, urls});
  const ownTokensOf = createOwnership(database);
  const events = createEvents(database, [
    faultEvents(faults),
    webhookEvents(database),
    unknownFieldEvents(log),
  ]);
  const withIdempotencyKey = (work: Parameters<typeof keyedForServers>[1]) => keyedForServers(once, work);
  const injection = new Hono<ServiceEnv>({strict: false});
  injection.use(
    faultMiddleware(faults, {
      async actionOf(c, token) {
        const tracker = await engine.read(await engine.ownerOf(token), token);
        const body = await readJson(c);
        return readAction(check(actionBody, body), body, tracker).action;
      },
      async merchantOf(c) {
        const secret = c.req.header(secretHeader);
        return secret === undefined ? undefined : (await merchants.bySecretKey(secret))?.id;
      },
      async allowPagesOfMerchant(c, tracker) {
        const id = await engine.ownerOf(tracker).catch(() => undefined);
        if (id !== undefined) await letPagesRead(c, origins.ofMerchant({id}));
      },
    }),
  );
  return {
    faultRoutes: [injection],
    routes: [
      dashboardRoutes(options.rehearse),
      sandboxRoutes({network, ownTokensOf, access}),
      limitRoutes({velocity, access}),
      clockRoutes({clock, access, travel}),
      viewRoutes({database, clock, events, deliveries, velocity, log, requests, ownTokensOf, access}),
      cardRoutes({database, cards, network, access, once}),
      ...(stepUps ? [bankRoutes({stepUps, access, once})] : []),
      resendRoutes({database, deliveries, access, once}),
      faultRoutes({faults, ownTokensOf, access, once}),
      sandboxMerchantRoutes({merchants, origins, database, clock, access, withIdempotencyKey}),
      descriptionRoutes(urls),
    ],
  };
}

/**
 * Injected faults for the activity list. They belong to no merchant, so only the dashboard gets them: it asks
 * without a merchant.
 */
const faultEvents =
  (faults: FaultBox): EventSource =>
  async ({merchant}) => {
    if (merchant !== undefined) return [];
    return faults.report().struck.map(({at, kind, rule, tracker = null, action, milliseconds, number}) => {
      const event = {type: 'fault.struck', at, tracker, data: {kind, action, milliseconds}} as const;
      const uniqueText = `${rule} ${number}`;
      return eventOf(event, uniqueText);
    });
  };
