import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {Microform} from '../../domain/ports/microform.js';
import {Contexts} from './contexts.js';
import {KeyPool, signingKey} from './keys.js';
import {tokenLifeSeconds} from './limits.js';
import {allNetworks} from './networks.js';
import {microformRoutes} from './routes.js';
import {SecurityCodes} from '../../platform/secrets/security-codes.js';
import type {StartTimer} from '../../platform/secrets/security-codes.js';
import {Tokens} from './tokens.js';

export {migrations} from './migrations.js';
export {encryptCard} from './browser/encrypt.js';

/** What a test may want otherwise. */
export interface MicroformOptions {
  /** `allowedCardNetworks` of every capture context; all we know by default. */
  readonly networks?: readonly string[];
  /** One-time keys kept ready. */
  readonly readyKeys?: number;
  /** Forgets security codes; real time by default. */
  readonly after?: StartTimer;
}

/**
 * The hosted card fields (wire 2). Call it after `migrations` have run; it makes its signing key at the first
 * start.
 */
export async function createMicroform(
  deps: PartDependencies,
  options: MicroformOptions = {},
): Promise<Microform> {
  const contexts = new Contexts(deps, {
    pool: new KeyPool(options.readyKeys ?? 4),
    signing: await signingKey(deps),
    networks: options.networks ?? allNetworks,
  });
  const codes = new SecurityCodes({
    maxAgeMs: tokenLifeSeconds * 1000,
    ...(options.after && {startTimer: options.after}),
  });
  const tokens = new Tokens(deps, contexts, codes);
  return {
    routes: microformRoutes(deps, contexts, tokens),
    issueCaptureContext: async (request, unit) => ({jwt: await contexts.issue(unit, request)}),
    redeemTransientToken: (request, unit) => tokens.redeem(unit, request),
  };
}
