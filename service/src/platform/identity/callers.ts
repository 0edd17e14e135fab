import type {ServiceContext} from '../http/env.js';
import type {TokenClaims} from './claims.js';
import type {Merchant} from './merchant.js';
import type {SessionClaims} from './sessions.js';

/** Who is calling, and for which merchant. */
export type Caller =
  /** The merchant's server. */
  | {readonly kind: 'secret'; readonly merchant: Merchant}
  /** A page, with a time-based token. */
  | {readonly kind: 'token'; readonly merchant: Merchant; readonly claims: TokenClaims};

/** A shopper with a session, for what is theirs alone. */
export interface ShopperCaller {
  readonly kind: 'shopper';
  readonly merchant: Merchant;
  readonly session: SessionClaims;
}

export type AnyCaller = Caller | ShopperCaller;

/** Notes who is calling. Only guards do. */
export function setCaller(c: ServiceContext, caller: AnyCaller): void {
  c.set('caller', caller);
  c.set('merchant', caller.merchant.id);
}

/**
 * The merchant a guarded request belongs to. All that it reads or changes is looked up among this merchant's
 * own.
 */
export const merchantOf = (c: ServiceContext): Merchant => anyoneOf(c).merchant;

/** Who is calling on a route that every kind of credentials opens. */
export const anyoneOf = (c: ServiceContext): AnyCaller => c.get('caller') as AnyCaller;

/** Who is calling on a route that shoppers with a session have no business on. */
export function callerOf(c: ServiceContext): Caller {
  const caller = anyoneOf(c);
  if (caller.kind === 'shopper') throw new Error('A guard let a shopper through.');
  return caller;
}

/** The session of a route that is for shoppers alone. */
export function sessionOf(c: ServiceContext): SessionClaims {
  const caller = anyoneOf(c);
  if (caller.kind !== 'shopper') throw new Error('A guard admitted a caller without a session.');
  return caller.session;
}

/**
 * The merchant of a request, where a development run also answers its own dashboard, which belongs to no
 * merchant.
 */
export const merchantIfKnown = (c: ServiceContext): Merchant | undefined =>
  (c.get('caller') as AnyCaller | undefined)?.merchant;
