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

/** A shopper with a session, who may use only their own cards and addresses. */
export interface ShopperCaller {
  readonly kind: 'shopper';
  readonly merchant: Merchant;
  readonly session: SessionClaims;
}

export type AnyCaller = Caller | ShopperCaller;

/** Stores the caller of a request. Only guards call this. */
export function setCaller(c: ServiceContext, caller: AnyCaller): void {
  c.set('caller', caller);
  c.set('merchant', caller.merchant.id);
}

/** The merchant of a guarded request. A handler may read and change only this merchant's data. */
export const merchantOf = (c: ServiceContext): Merchant => anyCallerOf(c).merchant;

/** The caller on a route that accepts every kind of credentials. */
export const anyCallerOf = (c: ServiceContext): AnyCaller => c.get('caller') as AnyCaller;

/** The caller on a route that refuses shoppers' sessions. */
export function callerOf(c: ServiceContext): Caller {
  const caller = anyCallerOf(c);
  if (caller.kind === 'shopper') throw new Error('A guard let a shopper through.');
  return caller;
}

/** The session on a route that accepts only shoppers' sessions. */
export function sessionOf(c: ServiceContext): SessionClaims {
  const caller = anyCallerOf(c);
  if (caller.kind !== 'shopper') throw new Error('A guard admitted a caller without a session.');
  return caller.session;
}

/**
 * The merchant of a request, or undefined for the dashboard of a development run, which belongs to no
 * merchant.
 */
export const merchantIfKnown = (c: ServiceContext): Merchant | undefined =>
  (c.get('caller') as AnyCaller | undefined)?.merchant;
