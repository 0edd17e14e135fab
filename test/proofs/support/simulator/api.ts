import type {Clock} from '../../../../service/src/platform/clock/clock.js';
import {composeShoppers} from '../../../../service/src/compose/domain.js';
import {customerRoutes} from '../../../../service/src/domain/customers/routes.js';
import type {Events} from '../../../../service/src/domain/events/events.js';
import {createApp} from '../../../../service/src/platform/http/app.js';
import {createGuards, refuseSecretFromBrowser} from '../../../../service/src/platform/identity/guards.js';
import {silentLogger} from '../../../../service/src/platform/http/log.js';
import {createAnswerOnce} from '../../../../service/src/platform/idempotency/answer.js';
import {createIdempotencyStore} from '../../../../service/src/platform/idempotency/store.js';
import type {CardNetwork} from '../../../../service/src/domain/ports/network.js';
import type {Issuer} from '../../../../service/src/domain/ports/issuer.js';
import type {Vault} from '../../../../service/src/platform/sealing.js';
import {createRevokedTokens} from '../../../../service/src/platform/identity/revoked-tokens.js';
import {walletRoutes} from '../../../../service/src/domain/payment-methods/routes.js';
import {createMethodUses} from '../../../../service/src/domain/payment-methods/uses.js';
import type {Database} from '../../../../service/src/platform/storage/database.js';
import {createEngine} from '../../../../service/src/domain/trackers/engine.js';
import {expiredTrackers} from '../../../../service/src/domain/trackers/expiry.js';
import {trackerRoutes} from '../../../../service/src/domain/trackers/routes.js';
import {createCardStore} from '../../../../service/src/domain/vault/cards.js';
import {SecurityCodes} from '../../../../service/src/platform/secrets/security-codes.js';
import type {DueWork} from '../../../../service/src/platform/worker/due-work.js';
import {owedReversals} from '../../../../service/src/domain/trackers/owed-reversals.js';
import {createVelocity} from '../../../../service/src/domain/velocity/velocity.js';
import type {Ground} from './ground.js';
import type {Plant} from './plants.js';

/** What a process has of its own. */
export interface ProcessParts {
  readonly ground: Ground;
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly events: Events;
  readonly network: CardNetwork;
  readonly issuer: Issuer;
  readonly plant: Plant;
}

/** The service's API and the work that its trackers leave behind, as one process has them. No port: requests are handed over. */
export interface Api {
  readonly answer: (request: Request) => Promise<Response>;
  readonly work: readonly DueWork[];
}

/** Codes are forgotten with the process; no test waits for a quarter of an hour. */
const noTimer = () => () => undefined;

export function openApi(parts: ProcessParts): Api {
  const {ground, database, vault, clock, events, network, issuer, plant} = parts;
  const {merchants, passport, sessions, urls, settings} = ground;
  const cards = createCardStore({vault, clock});
  const codes = new SecurityCodes({startTimer: noTimer});
  const shoppers = composeShoppers({database, clock, cards, events});
  const made = {
    engine: createEngine({database, clock}),
    methods: shoppers.methods,
    store: createIdempotencyStore({database, vault, clock}),
  };
  const tools = {
    ...{database, clock, cards, codes, events, network, issuer, merchants, urls, settings},
    engine: plant.engine?.(made.engine) ?? made.engine,
    methods: plant.methods?.(made.methods) ?? made.methods,
    uses: createMethodUses({database, clock, cards}),
    origins: plant.origins?.(ground.origins) ?? ground.origins,
    customers: shoppers.customers,
    once: createAnswerOnce({store: plant.store?.(made.store) ?? made.store}),
    environment: 'sandbox',
    velocity: createVelocity({database, clock, vault, settings, events}),
    logger: silentLogger,
    // Cards come in plain text here: the frames that host fields are shown in a browser.
    microform: {
      routes: issuer.routes,
      issueCaptureContext: () => Promise.reject(new Error('No fields are hosted here.')),
      redeemTransientToken: () => Promise.reject(new Error('No fields are hosted here.')),
      redeemSecurityCode: () => Promise.reject(new Error('No fields are hosted here.')),
    },
  };
  const guards = createGuards({
    ...{merchants, origins: tools.origins, customers: tools.customers, passport, sessions},
    ...{logger: silentLogger, urls},
    revokedTokens: createRevokedTokens({database, clock}),
  });
  const app = createApp({
    logger: silentLogger,
    before: [refuseSecretFromBrowser(silentLogger)],
    routes: [
      customerRoutes({...tools, guards}),
      walletRoutes({...tools, guards}),
      trackerRoutes({...tools, guards, vault}),
    ],
  });
  return {
    answer: async (request) => app.fetch(request),
    work: [owedReversals(tools), expiredTrackers({database, clock})],
  };
}
