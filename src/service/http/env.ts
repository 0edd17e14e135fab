import type {Context, Hono, MiddlewareHandler} from 'hono';
import type {Merchant} from '../merchant.js';
import type {TokenClaims} from '../passport/claims.js';

/** Who is calling, and for which merchant. */
export type Caller =
  /** The merchant's server. */
  | {readonly kind: 'secret'; readonly merchant: Merchant}
  /** A page, with a time-based token. */
  | {readonly kind: 'token'; readonly merchant: Merchant; readonly claims: TokenClaims};

export interface ServiceEnv {
  readonly Variables: {
    requestId: string;
    /** Set by the guards of `http/guards.ts`. */
    caller: Caller;
  };
}

export type ServiceApp = Hono<ServiceEnv>;
export type ServiceContext = Context<ServiceEnv>;
export type ServiceMiddleware = MiddlewareHandler<ServiceEnv>;

/** The merchant a guarded request belongs to. Whatever it reads or changes is looked for among this merchant's own. */
export const merchantOf = (c: ServiceContext): Merchant => c.get('caller').merchant;

/** The merchant of a request, where a development run also answers its own dashboard, which is nobody's in particular. */
export const merchantIfKnown = (c: ServiceContext): Merchant | undefined =>
  (c.get('caller') as Caller | undefined)?.merchant;
