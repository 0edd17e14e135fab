import {setTimeout as pause} from 'node:timers/promises';
import {ServiceError} from '../../platform/errors.js';
import {passesLuhn} from '../../platform/pages/card-number.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {EnrollmentRequest, Issuer, IssuerEnrollment} from '../../domain/ports/issuer.js';
import type {Writes} from '../../platform/storage/database.js';
import {AccessTokens, pathOf} from './access-tokens.js';
import {decide} from './decide.js';
import {issuerRoutes} from './routes.js';
import {StepUp} from './step-up.js';
import {IssuerStore} from './store.js';
import {caseOf, isPublished} from './test-cards.js';

export {migrations} from './migrations.js';
export {everydayCards, furtherTestCards, testCards} from './test-cards.js';

/** EMV window the bank asks for: 390 by 400 pixels. */
const windowSize = '02';

/** What a test may want otherwise. */
export interface IssuerOptions {
  /** Waits real time: the silence of a directory, which the service's clock does not shorten. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * The virtual issuer (wire 3 to 5). Call it after `migrations` have run; it makes its key at the first start.
 */
export async function createIssuer(
  deps: PartDependencies,
  {wait = pause}: IssuerOptions = {},
): Promise<Issuer> {
  const store = new IssuerStore(deps);
  const tokens = await AccessTokens.open(deps);
  const stepUp = new StepUp(deps, store);
  const bank: Bank = {deps, store, tokens, wait};
  return {
    routes: issuerRoutes({deps, store, tokens, stepUp}),
    setup: (request, unit) => setup(bank, request, unit),
    enroll: (request, unit) => enroll(bank, request, unit),
    async result({transactionId}) {
      const transaction = await store.findTransaction(transactionId);
      if (!transaction) {
        throw new ServiceError(
          404,
          'payer_authentication.transaction_unknown',
          'There is no such transaction',
        );
      }
      const {state, eci} = await stepUp.expire(transaction);
      return {state, eci};
    },
  };
}

interface Bank {
  readonly deps: PartDependencies;
  readonly store: IssuerStore;
  readonly tokens: AccessTokens;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Writes down what the bank will do with a card, and forgets the card. */
async function setup(
  {deps, store, tokens}: Bank,
  request: Parameters<Issuer['setup']>[0],
  tx: Writes,
): ReturnType<Issuer['setup']> {
  const {tracker, card, origin} = request;
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number)) {
    throw new ServiceError(400, 'card.number_invalid', 'The card number is not valid');
  }
  const referenceId = store.addSetup(tx, {
    tracker,
    case: caseOf(card.number),
    brand: card.brand,
    lastFour: card.number.slice(-4),
    origin: origin ?? null,
  });
  const accessToken = await tokens.make('device-data', {
    reference: referenceId,
    ...(origin !== undefined && {origin}),
  });
  return {
    ...{referenceId, accessToken, isTestCard: isPublished(card.number)},
    deviceDataCollectionUrl: `${deps.urls.issuer}${pathOf('device-data')}`,
  };
}

async function enroll(bank: Bank, request: EnrollmentRequest, tx: Writes): Promise<IssuerEnrollment> {
  const {deps, store, tokens} = bank;
  const {referenceId, returnUrl, shop, purchase, origins} = request;
  const known = await store.findSetup(referenceId);
  if (known?.tracker !== request.tracker) {
    throw new ServiceError(
      400,
      'payer_authentication.reference_unknown',
      'There is no setup with this reference',
    );
  }
  const deviceData = request.sessionId === referenceId && known.collected;
  const {stepUp: asks, lookup, ...decision} = decide({...known, deviceData});
  if (lookup === 'timed-out') await bank.wait(deps.settings.directoryTimeoutMs);
  const transactionId = store.addTransaction(tx, {
    referenceId,
    returnUrl,
    shop,
    purchase,
    origins,
    state: asks ? 'pending' : endOf(decision.pares),
    eci: decision.eci,
  });
  const stepUp = asks
    ? {
        url: `${deps.urls.issuer}${pathOf('step-up')}`,
        accessToken: await tokens.make('step-up', {reference: transactionId}),
        windowSize,
      }
    : undefined;
  return {transactionId, ...decision, ...(lookup && {lookup}), stepUp};
}

/** How an enrollment without a step-up has ended already. */
function endOf(pares: IssuerEnrollment['pares']) {
  if (pares === 'Y' || pares === 'A') return 'succeeded';
  if (pares === 'N') return 'failed';
  return pares === 'R' ? 'rejected' : 'unavailable';
}
