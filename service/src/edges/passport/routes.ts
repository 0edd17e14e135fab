/** The routes that mint and revoke tokens. */
import type {Committed, RequestUnit} from '../../platform/idempotency/unit-of-work.js';
import {Hono} from 'hono';
import * as v from 'valibot';
import type {Customers} from '../../domain/customers/customers.js';
import {ServiceError, invalidRequest, misfit} from '../../platform/errors.js';
import {
  clearText,
  customerToken,
  nonEmptyText,
  closedRecord,
  seconds,
  shortText,
  textUpTo,
  wordOf,
  readBody,
} from '../../platform/http/body.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {readOrigin, readReturnAddress} from '../../platform/identity/origins.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Merchant, Origins} from '../../platform/identity/merchant.js';
import type {Plans} from '../../domain/plans/plans.js';
import {subscriptionNotFound} from '../../domain/subscriptions/changes.js';
import type {Subscriptions} from '../../domain/subscriptions/subscriptions.js';
import type {Engine} from '../../domain/trackers/engine.js';
import {hostedPages} from '../../platform/identity/claims.js';
import type {HostedScope, Passport, TokenScope} from '../../platform/identity/passport.js';
import type {ServiceUrls} from '../../platform/settings.js';
import type {RevokedTokens} from '../../platform/identity/revoked-tokens.js';
import {isSessionToken, type ShopperSessions} from '../../platform/identity/sessions.js';
import {longestLifeSeconds} from '../../platform/identity/tokens.js';

const trackerExpected = 'the tracker token (track_…)';
const originExpected = 'the origin of the page, such as https://shop.example';

const challengeExpected = 'SHA-256 of a random text of the browser, in base64url: 43 characters (RFC 7636)';
const returnUrlExpected = 'an https address of one of the merchant’s origins, of at most 2048 characters';

/**
 * Request body for a token: `{}` for one without a scope, `tracker` with `origin` for one that is limited to
 * that tracker and origin, `scope` for one of a hosted page. `user` alone means the scope `checkout`.
 * `redirect_url`, `cancel_url` and `reference` are those of the hosted page's link: signed, they cannot be changed in the address.
 * `code_challenge` is the hash of a random text. The browser that posts this text to the link within a minute gets the page.
 */
export const tokenBody = closedRecord({
  scope: v.optional(wordOf(hostedPages)),
  user: v.optional(customerToken),
  plan: v.optional(nonEmptyText('the plan token (plan_…)')),
  subscription: v.optional(nonEmptyText('the subscription token (sub_…)')),
  tracker: v.optional(nonEmptyText(trackerExpected)),
  origin: v.optional(clearText(originExpected)),
  redirect_url: v.optional(textUpTo(2048, returnUrlExpected)),
  cancel_url: v.optional(textUpTo(2048, returnUrlExpected)),
  reference: v.optional(shortText),
  code_challenge: v.optional(v.pipe(clearText(challengeExpected), v.regex(/^[\w-]{43}$/, challengeExpected))),
  expires_in: v.optional(seconds(longestLifeSeconds, 1)),
});

/** Any token of this service: a time-based token, one of a hosted page, or a shopper's session. */
export const revocationBody = closedRecord({token: nonEmptyText('the token to be revoked')});

type TokenBody = v.InferOutput<typeof tokenBody>;

const missingField = (field: string, expected: string) =>
  invalidRequest([{pointer: `/${field}`, expected, got: 'nothing'}]);

export interface PassportRouteDependencies {
  readonly passport: Passport;
  readonly customers: Customers;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly engine: Engine;
  readonly origins: Origins;
  readonly urls: ServiceUrls;
  readonly sessions: ShopperSessions;
  readonly revokedTokens: RevokedTokens;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}

/**
 * Checks the return URL at a place of the body, if it is there.
 *
 * @throws {ServiceError} 400 `request.invalid`, 403 `origin_not_allowed`.
 */
async function checkReturnUrl(
  {origins}: PassportRouteDependencies,
  merchant: Merchant,
  [pointer, address]: readonly [string, string | undefined],
): Promise<void> {
  if (address === undefined) return;
  const url = readReturnAddress(address, merchant.development);
  if (typeof url === 'string')
    throw invalidRequest([misfit(pointer, `${returnUrlExpected}, not one that ${url}`)]);
  await origins.ofMerchant(merchant).require(url.origin);
}

/**
 * The scope of a hosted page's token. The secret key allows the caller to name any of the merchant's
 * customers, and any of its origins to which the page returns. What does not exist is refused here, where the
 * shop hears of it, and not on the shopper's page.
 */
async function hostedScopeOf(
  deps: PassportRouteDependencies,
  merchant: Merchant,
  body: TokenBody,
): Promise<HostedScope> {
  const {user, plan, subscription, tracker, scope: page = 'checkout'} = body;
  if (page === 'portal' && user === undefined)
    throw missingField('user', 'the customer token (cus_…) whose portal this is');
  if (user !== undefined) await deps.customers.read(merchant.id, user);
  if (tracker !== undefined) await deps.engine.read(merchant.id, tracker);
  if (plan !== undefined) await deps.plans.read({merchant: merchant.id, token: plan});
  if (subscription !== undefined) {
    const {customer} = await deps.subscriptions.read({merchant: merchant.id, token: subscription});
    if (user !== undefined && customer !== user) throw subscriptionNotFound();
  }
  if (body.origin !== undefined) {
    const origin = readOrigin(body.origin, '/origin', merchant.development);
    await deps.origins.ofMerchant(merchant).require(origin);
  }
  await checkReturnUrl(deps, merchant, ['/redirect_url', body.redirect_url]);
  await checkReturnUrl(deps, merchant, ['/cancel_url', body.cancel_url]);
  // The browser posts from a page of the shop, and the return URL names the shop.
  if (body.code_challenge !== undefined && body.redirect_url === undefined)
    throw missingField(
      'redirect_url',
      `${returnUrlExpected}, because the code_challenge belongs to a page there`,
    );
  const link = {redirectUrl: body.redirect_url, cancelUrl: body.cancel_url, reference: body.reference};
  return {page, customer: user, plan, subscription, tracker, link, codeChallenge: body.code_challenge};
}

/** Creates the handler that mints the token of `tokenBody`. */
function tokenHandler(
  deps: PassportRouteDependencies,
): (c: ServiceContext, unit: RequestUnit) => Promise<Committed> {
  /**
   * The scope of a token for one tracker and the pages of one origin; undefined for a token without a scope.
   */
  async function trackerScopeOf(
    unit: RequestUnit,
    merchant: Merchant,
    {tracker, origin: originText}: TokenBody,
  ): Promise<TokenScope | undefined> {
    if (tracker === undefined && originText === undefined) return undefined;
    if (tracker === undefined) {
      const why = 'because a token with an origin is bound to one tracker';
      throw missingField('tracker', `${trackerExpected}, ${why}`);
    }
    if (originText === undefined) {
      const why = 'because a token with a tracker is bound to one page';
      throw missingField('origin', `${originExpected}, ${why}`);
    }
    const origin = readOrigin(originText, '/origin', merchant.development);
    const trackerKey = {merchant: merchant.id, token: tracker};
    if (origin !== deps.urls.hosted) await deps.origins.ofMerchant(merchant).require(origin);
    const {customer} = await deps.engine.bindOrigin(unit, trackerKey, origin);
    return {tracker, customer, origin};
  }

  return async (c, unit) => {
    const body = await readBody(c, tokenBody);
    const merchant = merchantOf(c);
    const isForHostedPage =
      body.scope !== undefined || (body.user !== undefined && body.tracker === undefined);
    const scope = isForHostedPage
      ? await hostedScopeOf(deps, merchant, body)
      : await trackerScopeOf(unit, merchant, body);
    const {token, expiresAt} = await deps.passport.mint({
      merchant: merchant.id,
      scope,
      expiresIn: body.expires_in,
    });
    return unit.commit({status: 200, body: success(token, {expires_at: expiresAt.toISOString()})});
  };
}

/**
 * Mints and revokes time-based tokens for the merchant's server (wire 1.2). An origin that a request names must
 * be on the merchant's list.
 */
export function passportRoutes(deps: PassportRouteDependencies): Hono<ServiceEnv> {
  const {passport, guards, once} = deps;

  const routes = new Hono<ServiceEnv>({strict: false});
  routes.post(
    '/client/passport/v1/token',
    guards.secret,
    once.staged(tokenHandler(deps), {readsKeyEarly: false}),
  );
  routes.post(
    '/client/passport/v1/token/revocation',
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const {token} = await readBody(c, revocationBody);
      const reader = isSessionToken(token) ? deps.sessions : passport;
      const revocable = await reader.read(token).catch(undefinedIfRefused);
      // A token of another merchant gets the same answer as one that does not exist (guarantee V24).
      if (revocable?.claims.merchant !== merchantOf(c).id) throw unknownToken();
      await deps.revokedTokens.add(revocable.claims.id, unit);
      return unit.commit({status: 200, body: success({revoked: true, id: revocable.claims.id})});
    }),
  );
  return routes;
}

/** Turns the refusal of a token into undefined; other errors stay errors. */
function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.status !== 401) throw error;
}

const unknownToken = () => new ServiceError(404, 'token.not_found', 'This merchant has no such token.');
