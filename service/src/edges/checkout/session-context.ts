import {deleteCookie, getCookie, setCookie} from 'hono/cookie';
import {ServiceError} from '../../platform/errors.js';
import type {ServiceContext} from '../../platform/http/env.js';
import {givenName} from '../../domain/merchants/merchant.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import {sessionPath} from './context.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {chooseLocale, createLanguage} from './language.js';
import type {Language} from './language.js';
import type {Refusal} from './pages/message-page.js';
import type {CheckoutSession} from './session.js';

const cookieName = 'card-vault-checkout';

/** Thrown to answer a request for a page with a page that says why it is refused. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal';
  readonly refusal: Refusal;
  readonly shop: string | undefined;
  /** A validated return URL that the page links to. */
  readonly back: string | undefined;
  constructor(refusal: Refusal, page: {readonly shop?: string; readonly back?: string | undefined} = {}) {
    super(refusal);
    this.refusal = refusal;
    this.shop = page.shop;
    this.back = page.back;
  }
}

/** The language that the address names, that the session has stored, or that the browser prefers. */
export const languageOf = (c: ServiceContext, stored?: string | null): Language =>
  createLanguage(
    chooseLocale([c.req.query('lang'), stored, c.req.query('locale')], c.req.header('accept-language')),
  );

/** The merchant's name; without one, the host of its pages. */
export function shopName(merchant: Merchant, address: string | null, {say}: Language): string {
  const name = givenName(merchant);
  if (name !== undefined) return name;
  return address !== null && URL.canParse(address) ? new URL(address).host : say('theShop');
}

/** Sets the cookie that opens the session's page. No script can read it. */
export function setSessionCookie(
  c: ServiceContext,
  {sessions, urls, environment}: CheckoutTools,
  session: CheckoutSession,
): void {
  setCookie(c, cookieName, sessions.cookieOf(session), {
    path: sessionPath(session.token),
    httpOnly: true,
    // Not strict: the shopper arrives from a link on the shop's page, through a redirect.
    sameSite: 'Lax',
    // In production a proxy terminates TLS, so this connection does not tell whether the page uses it.
    secure: environment === 'production' || urls.api.startsWith('https:'),
  });
}

/**
 * Reads the session that a request is for. This browser must have opened it, and it must not have expired.
 *
 * @throws {PageRefusal}
 */
export async function sessionContextOf(c: ServiceContext, tools: CheckoutTools): Promise<SessionContext> {
  const {sessions, merchants, clock, returnUrls} = tools;
  const session = await sessions.find(c.req.param('session') ?? '');
  if (!session || !sessions.acceptsCookie(session, getCookie(c, cookieName))) {
    throw new PageRefusal('elsewhere');
  }
  const merchant = (await merchants.byId(session.merchant))!;
  const language = languageOf(c, session.locale);
  const shop = shopName(merchant, session.redirect_url, language);
  if (session.expires_at <= clock.now()) {
    const back = await returnUrls.validate(merchant, session.cancel_url ?? session.redirect_url);
    deleteCookie(c, cookieName, {path: sessionPath(session.token)});
    throw new PageRefusal('expired', {shop, back: back?.href});
  }
  return {session, merchant, language, shop, self: sessionPath(session.token)};
}

/**
 * Reads the session for a request of the page's script, which gets errors as JSON.
 *
 * @throws {ServiceError} 410 `checkout.session_over`: the element reports that its session has expired.
 */
export async function scriptContextOf(c: ServiceContext, tools: CheckoutTools): Promise<SessionContext> {
  requireOwnPage(c, tools);
  return sessionContextOf(c, tools).catch((error: unknown) => {
    if (!(error instanceof PageRefusal)) throw error;
    throw new ServiceError(
      410,
      'checkout.session_over',
      'This page has expired. Open it again from the shop.',
    );
  });
}

/**
 * Whether one of the service's own pages sent the request. Pages of other sites cannot forge these headers
 * (Fetch Metadata).
 */
export function isOwnPage(c: ServiceContext, {urls}: CheckoutTools): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined ? c.req.header('origin') === urls.api : site === 'same-origin';
}

/** @throws {ServiceError} 403 `checkout.page_refused`. */
function requireOwnPage(c: ServiceContext, tools: CheckoutTools): void {
  if (isOwnPage(c, tools)) return;
  throw new ServiceError(403, 'checkout.page_refused', 'Only the hosted page itself may ask this.');
}
