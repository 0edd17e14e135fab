import {Hono} from 'hono';
import {randomUUID} from 'node:crypto';
import {ServiceError} from '../../src/platform/errors.js';
import type {PartDependencies} from '../../src/domain/ports/hosted-parts.js';
import type {Issuer, IssuerEnrollment, IssuerResult} from '../../src/domain/ports/issuer.js';
import type {Microform} from '../../src/domain/ports/microform.js';
import type {StepUpKind} from '../../src/platform/settings.js';
import type {ClearCard} from '../../src/domain/ports/card.js';
import {isPublished} from '../../src/simulators/issuer/test-cards.js';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Token {
  readonly tracker: string;
  readonly card: ClearCard;
  readonly code: string;
}

function refused(): never {
  throw new ServiceError(400, 'transient_token.invalid', 'refused');
}

/** Card fields without frames. A transient token contains the card and its tracker in base64. */
export class FakeMicroform implements Microform {
  readonly routes = new Hono();
  readonly contexts: {tracker: string; targetOrigins: readonly string[]; codeLengths?: readonly number[]}[] =
    [];
  readonly #used = new Set<string>();

  issueCaptureContext(request: Parameters<Microform['issueCaptureContext']>[0]) {
    const {tracker, targetOrigins, codeLengths} = request;
    this.contexts.push({tracker, targetOrigins, ...(codeLengths && {codeLengths})});
    return Promise.resolve({jwt: `eyJmYWtl.${encode({tracker, targetOrigins})}.signature`});
  }

  async redeemTransientToken(request: {tracker: string; jwt: string}): Promise<ClearCard> {
    return this.#redeem(request).card ?? refused();
  }

  async redeemSecurityCode(request: {tracker: string; jwt: string}): Promise<string> {
    return this.#redeem(request).code ?? refused();
  }

  #redeem({tracker, jwt}: {tracker: string; jwt: string}): Partial<Token> {
    const [, body = ''] = jwt.split('.');
    const value = JSON.parse(Buffer.from(body, 'base64url').toString() || '{}') as Partial<Token>;
    if (value.tracker !== tracker || this.#used.has(jwt)) refused();
    this.#used.add(jwt);
    return value;
  }
}

export function transientToken(
  tracker: string,
  number: string,
  securityCode = '123',
  expirationYear = '2030',
): string {
  const brand = /^3[47]/.test(number) ? 'amex' : 'visa';
  const card = {number, securityCode, expirationMonth: '01', expirationYear, brand};
  return `transient.${encode({tracker, card, nonce: randomUUID()})}.signature`;
}

/** The token of the security code of a saved card. */
export const codeToken = (tracker: string, code = '123') =>
  `transient.${encode({tracker, code, nonce: randomUUID()})}.signature`;

type Outcome = Pick<IssuerEnrollment, 'enrollmentStatus' | 'veres' | 'pares' | 'eci' | 'lookup'>;

/** Answers of the fake bank, by the name of the outcome. */
export const outcomes = {
  frictionless: {enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL', veres: 'Y', pares: 'Y', eci: '05'},
  attempted: {enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL', veres: 'Y', pares: 'A', eci: '06'},
  failed: {enrollmentStatus: 'AUTHENTICATION_FAILED', veres: 'Y', pares: 'N', eci: '07'},
  rejected: {enrollmentStatus: 'AUTHENTICATION_FAILED', veres: 'Y', pares: 'R', eci: '07'},
  unavailable: {enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL', veres: 'Y', pares: 'U', eci: '07'},
  notEligible: {
    enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL',
    veres: 'U',
    pares: null,
    eci: '07',
    lookup: 'not-available',
  },
  required: {enrollmentStatus: 'PENDING_AUTHENTICATION', veres: 'Y', pares: 'C', eci: undefined},
} as const satisfies Record<string, Outcome>;
export type OutcomeName = keyof typeof outcomes;

/** A bank that returns the configured outcome for the card that it got at setup. */
export class FakeIssuer implements Issuer {
  readonly routes = new Hono();
  readonly setups: Parameters<Issuer['setup']>[0][] = [];
  readonly enrollments: Parameters<Issuer['enroll']>[0][] = [];
  /** Enrollments are answered after this promise resolves. */
  gate: Promise<void> = Promise.resolve();
  #stepUp: StepUpKind | null = null;
  readonly stepUps: NonNullable<Issuer['stepUps']> = {
    kinds: [{kind: 'app', says: 'Asks in the bank’s app'}],
    chosen: () => Promise.resolve(this.#stepUp ?? 'code'),
    choose: (_, kind) => {
      this.#stepUp = kind;
      return Promise.resolve();
    },
  };
  readonly #outcomes = new Map<string, OutcomeName>();
  readonly #results = new Map<string, IssuerResult>();
  readonly #urls: PartDependencies['urls'];

  constructor({urls}: Pick<PartDependencies, 'urls'>) {
    this.#urls = urls;
  }

  answerFor(tracker: string, outcome: OutcomeName): void {
    this.#outcomes.set(tracker, outcome);
  }

  finish(transactionId: string, state: IssuerResult['state'], eci?: string): void {
    this.#results.set(transactionId, {state, eci});
  }

  setup(request: Parameters<Issuer['setup']>[0]) {
    this.setups.push(request);
    return Promise.resolve({
      referenceId: `ref_${randomUUID()}`,
      accessToken: `eyJzZXR1cA.${encode({tracker: request.tracker})}.signature`,
      deviceDataCollectionUrl: `${this.#urls.issuer}/collect`,
      isTestCard: isPublished(request.card.number),
    });
  }

  async enroll(request: Parameters<Issuer['enroll']>[0]): Promise<IssuerEnrollment> {
    this.enrollments.push(request);
    await this.gate;
    const chosen = this.#outcomes.get(request.tracker) ?? 'frictionless';
    const name = chosen === 'frictionless' && request.mustAsk ? 'required' : chosen;
    const transactionId = randomUUID();
    const stepUp = {
      url: `${this.#urls.issuer}/step-up`,
      accessToken: `eyJzdGVwdXA.${encode({transactionId})}.signature`,
      windowSize: '02',
    };
    return {...outcomes[name], transactionId, stepUp: name === 'required' ? stepUp : undefined};
  }

  result({transactionId}: {transactionId: string}): Promise<IssuerResult> {
    return Promise.resolve(this.#results.get(transactionId) ?? {state: 'pending', eci: undefined});
  }
}
