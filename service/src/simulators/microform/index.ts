import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {Microform} from '../../domain/ports/microform.js';
import {Contexts} from './contexts.js';
import {KeyPool, loadSigningKey, sealedMicroformKeys} from './keys.js';
import {tokenLifetimeSeconds} from './limits.js';
import {microformRoutes} from './routes.js';
import {SecurityCodes, type StartTimer} from '../../platform/secrets/security-codes.js';
import {sealedTokens, Tokens} from './tokens.js';

export {migrations} from './migrations.js';
export const sealedMicroform = [...sealedMicroformKeys, sealedTokens];
export {encryptCard} from './browser/encrypt.js';

/** Options that tests replace. */
export interface MicroformOptions {
  /** `allowedCardNetworks` of every capture context; by default, those of the settings. */
  readonly networks?: readonly string[];
  /** How many one-time keys are generated in advance. */
  readonly keysInAdvance?: number;
  /** Schedules the deletion of a security code; by default, in real time. */
  readonly startTimer?: StartTimer;
}

/**
 * Creates the hosted card fields (wire 2) and, at the first start, their signing key. Call it after
 * `migrations` have run.
 */
export async function createMicroform(
  deps: PartDependencies,
  options: MicroformOptions = {},
): Promise<Microform> {
  const contexts = new Contexts(deps, {
    pool: new KeyPool(options.keysInAdvance ?? 4),
    signing: await loadSigningKey(deps),
    networks: () => options.networks ?? deps.settings.networks,
  });
  const securityCodes = new SecurityCodes({
    maxAgeMs: tokenLifetimeSeconds * 1000,
    ...(options.startTimer && {startTimer: options.startTimer}),
  });
  const tokens = new Tokens(deps, contexts, securityCodes);
  return {
    routes: microformRoutes(deps, contexts, tokens),
    issueCaptureContext: async (request, unit) => ({jwt: await contexts.issue(unit, request)}),
    redeemTransientToken: (request, unit) => tokens.redeem(unit, request),
    redeemSecurityCode: (request, unit) => tokens.redeemCode(unit, request),
  };
}
