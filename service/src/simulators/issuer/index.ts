import {setTimeout as delay} from 'node:timers/promises';
import {ServiceError} from '../../platform/errors.js';
import {passesLuhn} from '../../platform/pages/card-number.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {EnrollmentRequest, Issuer, IssuerEnrollment, StepUpChoices} from '../../domain/ports/issuer.js';
import type {Writes} from '../../platform/storage/database.js';
import {AccessTokens, pathOf} from './access-tokens.js';
import {decide, openUntil} from './decide.js';
import {passkeyOrigin} from './passkeys.js';
import {issuerRoutes} from './routes.js';
import {createStepUpChoices} from './step-up-kinds.js';
import {StepUp} from './step-up.js';
import {IssuerStore} from './store.js';
import {caseOf, isPublished} from './test-cards.js';

export {migrations} from './migrations.js';
export {sealedIssuerKeys} from './access-tokens.js';
export {everydayCards, furtherTestCards, testCards} from './test-cards.js';

/** The EMV code of the step-up window's size: 390 by 400 pixels. */
const windowSize = '02';

/** Options that tests replace. */
export interface IssuerOptions {
  /** Waits as long as a directory server or a bank would not answer; by default, in real time. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** What `setup` and `enroll` need. */
interface IssuerTools {
  readonly deps: PartDependencies;
  readonly store: IssuerStore;
  readonly tokens: AccessTokens;
  readonly stepUps: StepUpChoices;
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * Creates the simulated issuer (wire 3 to 5) and, at the first start, its signing key. Call it after
 * `migrations` have run.
 */
export async function createIssuer(
  deps: PartDependencies,
  {wait = delay}: IssuerOptions = {},
): Promise<Issuer> {
  const store = new IssuerStore(deps);
  const tokens = await AccessTokens.open(deps);
  const stepUp = new StepUp(deps, store, wait);
  const stepUps = createStepUpChoices(deps);
  const tools: IssuerTools = {deps, store, tokens, stepUps, wait};
  return {
    stepUps,
    routes: issuerRoutes({deps, store, tokens, stepUp}),
    setup: (request, unit) => setup(tools, request, unit),
    enroll: (request, unit) => enroll(tools, request, unit),
    async result({transactionId}) {
      const transaction = await store.findTransaction(transactionId);
      if (!transaction) {
        throw new ServiceError(
          404,
          'payer_authentication.transaction_unknown',
          'There is no such transaction.',
        );
      }
      const {state, eci} = await stepUp.expire(transaction);
      if (state !== 'pending') return {state, eci};
      return {state, eci, until: new Date(openUntil(transaction, deps.settings.challengeStartLimitMs))};
    },
  };
}

/** Stores the test case of a card, which decides its enrollment. The card number is not stored. */
async function setup(
  {deps, store, tokens}: IssuerTools,
  request: Parameters<Issuer['setup']>[0],
  tx: Writes,
): ReturnType<Issuer['setup']> {
  const {tracker, card, origin} = request;
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number)) {
    throw new ServiceError(400, 'card.number_invalid', 'The card number is not valid.');
  }
  const referenceId = store.addSetup(tx, {
    tracker,
    case: caseOf(card.number),
    brand: card.brand,
    lastFour: card.number.slice(-4),
    origin: origin ?? null,
  });
  const accessToken = await tokens.issue('device-data', {
    reference: referenceId,
    ...(origin !== undefined && {origin}),
  });
  return {
    referenceId,
    accessToken,
    isTestCard: isPublished(card.number),
    deviceDataCollectionUrl: `${deps.urls.issuer}${pathOf('device-data')}`,
  };
}

async function enroll(
  {deps, store, tokens, stepUps, wait}: IssuerTools,
  request: EnrollmentRequest,
  tx: Writes,
): Promise<IssuerEnrollment> {
  const {referenceId, returnUrl, shop, purchase, language, origins, mustAsk, cardholder} = request;
  const storedSetup = await store.findSetup(referenceId);
  if (storedSetup?.tracker !== request.tracker) {
    throw new ServiceError(
      400,
      'payer_authentication.reference_unknown',
      'There is no setup with this reference.',
    );
  }
  // The session id of device data collection is the setup's reference id.
  const hasDeviceData = request.sessionId === referenceId && storedSetup.collected;
  const {needsStepUp, lookup, ...decision} = decide({...storedSetup, hasDeviceData, mustAsk});
  if (lookup === 'timed-out') await wait(deps.settings.directoryTimeoutMs);
  const kind = await stepUps.chosen(request.merchant);
  const transactionId = store.addTransaction(tx, {
    referenceId,
    returnUrl,
    shop,
    purchase,
    stepUp: kind,
    language,
    cardholder: cardholder?.name,
    origins,
    state: needsStepUp ? 'pending' : frictionlessResult(decision.pares),
    eci: decision.eci,
  });
  const stepUpLink = needsStepUp
    ? {
        url: `${kind === 'passkey' ? passkeyOrigin(deps.urls.issuer) : deps.urls.issuer}${pathOf('step-up')}`,
        accessToken: await tokens.issue('step-up', {reference: transactionId}),
        windowSize,
        until: new Date(deps.clock.now().getTime() + deps.settings.challengeStartLimitMs),
      }
    : undefined;
  return {transactionId, ...decision, ...(lookup && {lookup}), stepUp: stepUpLink};
}

/** The final state of an enrollment without a step-up. */
function frictionlessResult(pares: IssuerEnrollment['pares']) {
  switch (pares) {
    case 'Y': // authenticated
    case 'A': // authentication attempted
      return 'succeeded';
    case 'N': // not authenticated
      return 'failed';
    case 'R': // rejected
      return 'rejected';
    default:
      return 'unavailable';
  }
}
