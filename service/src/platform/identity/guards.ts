import type {KnownMerchants, Merchant, Origins} from './merchant.js';
import type {ServiceUrls} from '../settings.js';
import type {Logger} from '../logger.js';
import {believeRelay, createAddressNote} from './relayed-address.js';
import type {RevokedTokens} from './revoked-tokens.js';
import {tokenRefused, type Passport} from './passport.js';
import {isSessionToken, sessionRefused, type ShopperSessions} from './sessions.js';
import {ServiceError, unauthorized} from '../errors.js';
import type {ServiceContext, ServiceMiddleware} from '../http/env.js';
import {letPagesRead, secretHeader} from './cors.js';
import {CallLimits} from '../http/limits.js';
import {typeOf} from '../jwt/jws.js';
import {type AnyCaller, type Caller, type ShopperCaller, setCaller} from './callers.js';

export {secretHeader};

export interface GuardDependencies {
  readonly merchants: KnownMerchants;
  readonly origins: Origins;
  /** Finds a customer who has not been removed. */
  readonly customers: {find(merchant: string, token: string): Promise<unknown>};
  readonly passport: Passport;
  readonly sessions: ShopperSessions;
  readonly revokedTokens: RevokedTokens;
  readonly logger: Logger;
  readonly urls: ServiceUrls;
}

/** Middleware that checks the caller's credentials, one for each kind of route. */
export interface Guards {
  /** Only the merchant's server. */
  readonly secret: ServiceMiddleware;
  /**
   * The merchant's server, or a page with a time-based token, from the origin it is bound to if there is one.
   */
  readonly caller: ServiceMiddleware;
  /** A shopper with a session, from the origin it is bound to if there is one. */
  readonly shopper: ServiceMiddleware;
  /** The merchant's server, its page, or a shopper. */
  readonly anyone: ServiceMiddleware;
}

/**
 * Refuses a secret key that comes from a browser, on every path and before any other check, because
 * everyone who opens such a page can read the key (guarantees 4.9).
 */
export function refuseSecretFromBrowser(logger: Logger): ServiceMiddleware {
  return async (c, next) => {
    const holdsSecret = c.req.header(secretHeader) !== undefined || bearerOf(c)?.startsWith('sk_');
    if (holdsSecret) refuseIfFromBrowser(logger, c);
    await next();
  };
}

function refuseIfFromBrowser(logger: Logger, c: ServiceContext): void {
  // Only browsers send these headers. The value `none` says that no page made the request.
  const site = c.req.header('sec-fetch-site');
  if (c.req.header('origin') === undefined && (site === undefined || site === 'none')) return;
  logger.warn('http.secret_key_in_browser', {method: c.req.method, request: c.get('requestId')});
  throw new ServiceError(
    403,
    'secret_key_in_browser',
    'The secret key came from a browser page. Anybody who opens the page can read it: take it out of the page, ' +
      'replace it, and give the page a time-based token from your server (POST /client/passport/v1/token) instead.',
  );
}

/**
 * Whether the request comes from a page of the service itself. Browsers send no `Origin` with a same-origin
 * GET, but they do send `Sec-Fetch-Site`.
 */
const isOwnPage = (c: ServiceContext, {api}: ServiceUrls, boundOrigin: string) =>
  boundOrigin === api &&
  c.req.header('origin') === undefined &&
  c.req.header('sec-fetch-site') === 'same-origin';

/**
 * Refuses a page of another origin than the token is bound to. With an unbound token, it refuses pages that
 * are not the merchant's.
 */
async function checkOrigin(
  {origins, urls}: GuardDependencies,
  c: ServiceContext,
  {merchant, boundOrigin}: {readonly merchant: Merchant; readonly boundOrigin: string | undefined},
): Promise<void> {
  const origin = c.req.header('origin');
  const list = origins.ofMerchant(merchant);
  if (boundOrigin !== undefined) {
    if (isOwnPage(c, urls, boundOrigin)) return;
    // The merchant may have removed the origin since the token was made. The hosted pages are on no list.
    if (origin === boundOrigin) return origin === urls.hosted ? undefined : list.require(origin);
    throw new ServiceError(
      403,
      'token_origin_mismatch',
      `The token belongs to pages of ${boundOrigin}, and the request does not come from one.`,
    );
  }
  if (origin !== undefined) await list.require(origin);
}

/** Checks where a page's request comes from, and whose address it has if a shop's server passes it on. */
async function checkSender(
  deps: GuardDependencies,
  c: ServiceContext,
  sender: {readonly merchant: Merchant; readonly token: string; readonly boundOrigin: string | undefined},
): Promise<void> {
  await checkOrigin(deps, c, sender);
  await believeRelay(c, {...sender, merchants: deps.merchants});
}

/**
 * Counts a use of the token. A scoped token that is used too often may be stolen, so it is also revoked
 * (guarantees 3).
 */
async function countCall(
  {revokedTokens}: GuardDependencies,
  limits: CallLimits,
  token: {
    readonly id: string;
    /** Id of the token whose page made this one. */
    readonly openedBy?: string | undefined;
    readonly scoped: boolean;
    readonly refused: () => ServiceError;
  },
): Promise<void> {
  for (const id of [token.id, token.openedBy]) {
    if (id !== undefined && (await revokedTokens.has(id))) throw token.refused();
  }
  try {
    limits.count(token);
  } catch (error) {
    if (token.scoped) await revokedTokens.add(token.id);
    throw error;
  }
}

/** What else a shop has, and may put in the place of the secret key, by how it begins. */
const otherCredentials: readonly (readonly [RegExp, string])[] = [
  [/^(?:sec|pk)_/, 'a public key, which is no secret'],
  [/^whsec_/, 'the secret of a webhook endpoint (whsec_…)'],
  [/^eyJ/, 'a token of a page'],
];

/** Tells by its beginning alone what was sent instead, so it says nothing about which keys exist. */
function secretRefused(sent: string): ServiceError {
  const other = otherCredentials.find(([begins]) => begins.test(sent))?.[1];
  return unauthorized(
    other === undefined
      ? 'The secret key is not one of this service. Check X-SFPY-MERCHANT-SECRET.'
      : `This is ${other}. Send the secret key (sk_…) of the same service in its place.`,
    'credentials_refused',
  );
}

const bearerOf = (c: ServiceContext) => /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];

/**
 * Which bearers a route accepts: the secret key and pages' tokens (`merchant`), shoppers' sessions
 * (`shopper`), or all of them (`both`).
 */
type Bearers = 'merchant' | 'shopper' | 'both';

/** The server of a client that sends the secret key as a bearer, as clients for plans do (spec 5.3). */
async function serverCaller(
  {merchants, logger}: GuardDependencies,
  c: ServiceContext,
  bearer: string,
): Promise<Caller> {
  const merchant = await merchants.bySecretKey(bearer);
  if (!merchant) throw /^(?:sk|sec|pk|whsec)_/.test(bearer) ? secretRefused(bearer) : tokenRefused();
  refuseIfFromBrowser(logger, c);
  return {kind: 'secret', merchant};
}

/** Any body may repeat a key of the merchant (spec 5.4). Another merchant's key is refused on every route. */
async function refuseOtherKey(
  {merchants}: GuardDependencies,
  merchant: Merchant,
  body: unknown,
): Promise<void> {
  const key = (body as {readonly merchant_api_key?: unknown} | null)?.merchant_api_key;
  if (typeof key !== 'string' || key === merchant.publicKey) return;
  if ((await merchants.bySecretKey(key))?.id === merchant.id) return;
  throw unauthorized(
    'merchant_api_key is not a key of the merchant whose credentials were sent.',
    'credentials_refused',
  );
}

export function createGuards(deps: GuardDependencies): Guards {
  const {merchants, customers, passport, sessions} = deps;
  const limits = new CallLimits();
  const noteAddress = createAddressNote(deps.logger);

  async function identify(c: ServiceContext, accepted: Bearers): Promise<AnyCaller> {
    const secret = c.req.header(secretHeader);
    if (secret !== undefined) {
      const merchant = await merchants.bySecretKey(secret);
      if (merchant) return {kind: 'secret', merchant};
      throw secretRefused(secret);
    }
    const bearer = bearerOf(c);
    if (bearer === undefined) throw credentialsMissing();
    // A bearer that is not a JWT is tried as a secret key.
    if (accepted !== 'shopper' && typeOf(bearer) === undefined) return serverCaller(deps, c, bearer);
    const isShopper = accepted === 'both' ? isSessionToken(bearer) : accepted === 'shopper';
    return isShopper ? shopperCaller(c, bearer) : pageCaller(c, bearer);
  }

  async function pageCaller(c: ServiceContext, token: string): Promise<Caller> {
    const {claims, timeError} = await passport.read(token);
    const merchant = await merchants.byId(claims.merchant);
    if (!merchant) throw tokenRefused();
    // Before the first refusal, so that the page can read it.
    await letPagesRead(c, deps.origins.ofMerchant(merchant));
    if (timeError) throw timeError;
    // A hosted page's token opens only that page (`checkout/`), no API route.
    if (claims.page !== undefined) throw tokenRefused();
    const {id, openedBy, tracker} = claims;
    await countCall(deps, limits, {id, openedBy, scoped: tracker !== undefined, refused: tokenRefused});
    await checkSender(deps, c, {merchant, token, boundOrigin: claims.origin});
    return {kind: 'token', merchant, claims};
  }

  async function shopperCaller(c: ServiceContext, token: string): Promise<ShopperCaller> {
    const {claims: session, timeError} = await sessions.read(token);
    const merchant = await merchants.byId(session.merchant);
    if (!merchant) throw sessionRefused();
    await letPagesRead(c, deps.origins.ofMerchant(merchant));
    if (timeError) throw timeError;
    await countCall(deps, limits, {id: session.id, scoped: true, refused: sessionRefused});
    // A session ends when its customer is removed.
    if (!(await customers.find(merchant.id, session.customer))) throw sessionRefused();
    await checkOrigin(deps, c, {merchant, boundOrigin: session.origin});
    return {kind: 'shopper', merchant, session};
  }

  /** Makes a guard. With `only`, callers of other kinds get its `refusal`. */
  const createGuard =
    (accepted: Bearers, only?: {kind: AnyCaller['kind']; refusal: () => ServiceError}): ServiceMiddleware =>
    async (c, next) => {
      const caller = await identify(c, accepted);
      if (only !== undefined && caller.kind !== only.kind) throw only.refusal();
      noteAddress(c, caller);
      setCaller(c, caller);
      c.set('checkMerchantKey', (body) => refuseOtherKey(deps, caller.merchant, body));
      await next();
    };
  return {
    secret: createGuard('merchant', {kind: 'secret', refusal: merchantOnly}),
    caller: createGuard('merchant'),
    shopper: createGuard('shopper', {kind: 'shopper', refusal: shopperOnly}),
    anyone: createGuard('both'),
  };
}

const credentialsMissing = () =>
  unauthorized(
    'This request needs credentials: X-SFPY-MERCHANT-SECRET from a server, Authorization: Bearer <time-based token> from a page.',
    'credentials_missing',
  );

export const merchantOnly = () =>
  new ServiceError(403, 'merchant_authentication_required', 'this request requires merchant authentication.');

const shopperOnly = () =>
  new ServiceError(
    403,
    'shopper_session_required',
    'This is for a shopper with a session; the merchant’s server asks for the customer’s wallet instead.',
  );
