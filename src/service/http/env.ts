import type {Context, Hono, MiddlewareHandler} from 'hono';
import type {TokenClaims} from '../passport/claims.js';

/** Who is calling. */
export type Caller =
  /** The merchant's server. */
  | {readonly kind: 'secret'}
  /** A page, with a time-based token. */
  | {readonly kind: 'token'; readonly claims: TokenClaims};

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
