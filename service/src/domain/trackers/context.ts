/**
 * What the actions of a tracker share: their dependencies, their usual response and the check of their order.
 */
import type {ShopperDevice} from '../../platform/identity/address.js';
import type {Caller} from '../../platform/identity/callers.js';
import {success, type Answer} from '../../platform/http/envelope.js';
import type {Merchant, OriginList, Origins} from '../../platform/identity/merchant.js';
import type {Issuer} from '../ports/issuer.js';
import type {Microform} from '../ports/microform.js';
import type {Vault} from '../../platform/sealing.js';
import type {Velocity} from '../velocity/velocity.js';
import type {ServiceSettings, ServiceUrls} from '../../platform/settings.js';
import type {AuthorizationDependencies} from './authorize.js';
import {actionRefusal} from './tracker-lease.js';
import type {Engine, Performed} from './engine.js';
import {moves, type PerformedAction} from './machine.js';
import {createReturnAddresses, type ReturnAddresses} from './return-addresses.js';
import type {Tracker} from './tracker.js';
import {capabilities, trackerJson} from './wire.js';

/** Dependencies of the tracker's actions. */
export interface ActionDependencies extends AuthorizationDependencies {
  readonly engine: Engine;
  readonly merchant: Merchant;
  readonly origins: OriginList;
  readonly returns: ReturnAddresses;
  readonly microform: Microform;
  readonly issuer: Issuer;
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly velocity: Velocity;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
  /** Shown as `environment` in responses. */
  readonly environment: string;
  /** The shopper's address and browser, as the request shows them. */
  readonly seen?: ShopperDevice;
}

/** The dependencies that all merchants share; `dependenciesFor` adds those of one merchant. */
export type SharedDependencies = Omit<ActionDependencies, 'merchant' | 'origins' | 'returns'> & {
  readonly origins: Origins;
};

/** Adds one merchant's dependencies to the shared ones. */
export function dependenciesFor<Shared extends SharedDependencies>(
  shared: Shared,
  merchant: Merchant,
): Omit<Shared, 'origins'> & ActionDependencies {
  const origins = shared.origins.ofMerchant(merchant);
  return {
    ...shared,
    merchant,
    origins,
    returns: createReturnAddresses({merchant, origins, urls: shared.urls}),
  };
}

/** The page origin that the caller's token is bound to, if any. */
export const boundOrigin = (caller: Caller) => (caller.kind === 'token' ? caller.claims.origin : undefined);

/** The usual response to an action: the current tracker and the action's result. */
export function actionAnswer(deps: ActionDependencies, {tracker, action}: Performed): Answer {
  const trackerResult = trackerJson(tracker, deps.merchant.publicKey, deps.environment);
  const testCardMark = deps.environment === 'production' ? undefined : tracker.card_summary?.test_card;
  return {
    status: 200,
    body: success({tracker: trackerResult, capabilities, action}),
    ...(testCardMark && {headers: {'card-vault-test-card': testCardMark}}),
  };
}

/**
 * Refuses an action out of order. Runs before the body is checked, so that this error comes first.
 *
 * @param reason What the refusal says instead of the pending action.
 */
export function refuseIfOutOfOrder(action: PerformedAction, tracker: Tracker, reason?: string): void {
  const {from, entryModes} = moves[action];
  if (entryModes?.includes(tracker.entry_mode) === false) {
    throw actionRefusal(action, tracker, `the tracker has the entry mode ${tracker.entry_mode}.`);
  }
  if (!from.includes(tracker.next_kind)) throw actionRefusal(action, tracker, reason);
}
