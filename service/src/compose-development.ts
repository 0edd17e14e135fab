/** Composes what exists only in a development run. */
import {Hono} from 'hono';
import {dashboardRoutes} from './edges/dashboard/routes.js';
import type {MovableClock} from './platform/clock/movable.js';
import type {Travel} from './platform/clock/travel.js';
import type {FaultBox} from './edges/faults/faults.js';
import {letPagesRead} from './platform/identity/cors.js';
import {faultMiddleware} from './edges/faults/middleware.js';
import {faultRoutes} from './edges/faults/routes.js';
import {readJson} from './platform/http/body.js';
import {secretHeader} from './platform/identity/guards.js';
import type {ServiceEnv} from './platform/http/env.js';
import {sandboxMerchantRoutes} from './domain/merchants/routes.js';
import type {OriginLists} from './domain/merchants/origins.js';
import type {Velocity} from './domain/velocity/velocity.js';
import type {Issuer} from './domain/ports/issuer.js';
import type {Merchants} from './domain/merchants/merchants.js';
import type {SimulatedNetwork} from './simulators/network/simulated.js';
import type {ServiceUrls} from './platform/settings.js';
import type {Database} from './platform/storage/database.js';
import type {Engine} from './domain/trackers/engine.js';
import {readAction} from './domain/trackers/payload.js';
import {sandboxAccess} from './edges/sandbox/access.js';
import {webhookEvents} from './edges/sandbox/webhook-events.js';
import type {CardStore} from './domain/vault/cards.js';
import type {Deliveries} from './edges/webhooks/deliveries.js';
import {bankRoutes} from './edges/sandbox/bank-routes.js';
import {cardRoutes} from './edges/sandbox/card-routes.js';
import {createEvents, eventOf} from './edges/sandbox/events.js';
import type {EventSource} from './edges/sandbox/events.js';
import type {LogRing} from './edges/sandbox/log-ring.js';
import {createOwnership} from './edges/sandbox/ownership.js';
import {limitRoutes} from './edges/sandbox/limit-routes.js';
import {clockRoutes} from './edges/sandbox/clock-routes.js';
import {sandboxRoutes} from './edges/sandbox/routes.js';
import {resendRoutes} from './edges/sandbox/resend-routes.js';
import {keyedForServers} from './edges/sandbox/keyed.js';
import type {AnswerOnce} from './platform/idempotency/answer.js';
import {viewRoutes} from './edges/sandbox/view-routes.js';

/** The parts of the service that the development tools use. */
export interface DevelopmentDependencies {
  readonly faults: FaultBox;
  readonly log: LogRing;
  readonly clock: MovableClock;
  readonly database: Database;
  readonly network: SimulatedNetwork;
  readonly cards: CardStore;
  readonly engine: Engine;
  readonly merchants: Merchants;
  readonly origins: OriginLists;
  readonly deliveries: Deliveries;
  readonly urls: ServiceUrls;
  readonly travel: Travel;
  readonly once: AnswerOnce;
  readonly velocity: Velocity;
  readonly issuer: Pick<Issuer, 'stepUps'>;
}

/**
 * Routes that exist only in a development run: injected faults, `/sandbox/v1/…` and the dashboard. Mount
 * `faults` before all other routes, because it makes requests to them fail on purpose.
 */
export function developmentRoutes(deps: DevelopmentDependencies): {
  readonly faults: Hono<ServiceEnv>;
  readonly routes: readonly Hono<ServiceEnv>[];
} {
  const {engine, network, clock} = deps;
  const {stepUps} = deps.issuer;
  /** Refuses callers that may not use the sandbox. */
  const access = sandboxAccess(deps);
  const ownTokensOf = createOwnership(deps.database);
  const eventSources = [faultEvents(deps.faults), webhookEvents(deps.database)];
  const faults = new Hono<ServiceEnv>({strict: false});
  faults.use(
    faultMiddleware(deps.faults, {
      async actionOf(c, token) {
        const tracker = await engine.read(await engine.ownerOf(token), token);
        return readAction(await readJson(c), tracker).action;
      },
      async merchantOf(c) {
        const secret = c.req.header(secretHeader);
        return secret === undefined ? undefined : (await deps.merchants.bySecretKey(secret))?.id;
      },
      async allowPagesOfMerchant(c, tracker) {
        const id = await engine.ownerOf(tracker).catch(() => undefined);
        if (id !== undefined) await letPagesRead(c, deps.origins.ofMerchant({id}));
      },
    }),
  );
  return {
    faults,
    routes: [
      dashboardRoutes(),
      sandboxRoutes({network, ownTokensOf, access}),
      limitRoutes({...deps, access}),
      clockRoutes({clock, access, travel: deps.travel}),
      viewRoutes({...deps, access, ownTokensOf, events: createEvents(deps.database, eventSources)}),
      cardRoutes({...deps, access}),
      ...(stepUps ? [bankRoutes({...deps, stepUps, access})] : []),
      resendRoutes({...deps, access}),
      faultRoutes({...deps, ownTokensOf, access}),
      sandboxMerchantRoutes({
        ...deps,
        access,
        withIdempotencyKey: (work) => keyedForServers(deps.once, work),
      }),
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
