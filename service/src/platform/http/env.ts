import type {Context, Hono, MiddlewareHandler} from 'hono';
import type {Merchant} from '../../domain/merchants/merchant.js';
import type {TokenClaims} from '../passport/claims.js';
import type {SessionClaims} from '../passport/sessions.js';

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

export interface ServiceEnv {
  readonly Variables: {
    requestId: string;
    /** Headers of the answer, as far as they are known before it (`http/headers.ts`). */
    announced: Readonly<Record<string, string>>;
    /** The body as `readJson` has read it. */
    json?: Promise<unknown>;
    /** Set by the guards of `http/guards.ts`. */
    caller: AnyCaller;
  };
}

export type ServiceApp = Hono<ServiceEnv>;
export type ServiceContext = Context<ServiceEnv>;
export type ServiceMiddleware = MiddlewareHandler<ServiceEnv>;

/** The merchant a guarded request belongs to. Whatever it reads or changes is looked for among this merchant's own. */
export const merchantOf = (c: ServiceContext): Merchant => c.get('caller').merchant;

/** Who is calling on a route that every kind of credentials opens. */
export const anyoneOf = (c: ServiceContext): AnyCaller => c.get('caller');

/** Who is calling on a route that shoppers with a session have no business on. */
export function callerOf(c: ServiceContext): Caller {
  const caller = anyoneOf(c);
  if (caller.kind === 'shopper') throw new Error('A guard let a shopper through.');
  return caller;
}

/** The session of a route that is for shoppers alone. */
export function sessionOf(c: ServiceContext): SessionClaims {
  const caller = c.get('caller');
  if (caller.kind !== 'shopper') throw new Error('A guard let somebody through who has no session.');
  return caller.session;
}

/** The merchant of a request, where a development run also answers its own dashboard, which is nobody's in particular. */
export const merchantIfKnown = (c: ServiceContext): Merchant | undefined =>
  (c.get('caller') as AnyCaller | undefined)?.merchant;
