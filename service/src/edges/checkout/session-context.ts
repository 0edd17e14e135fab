import {ServiceError} from '../../platform/errors.js';
import type {ServiceContext} from '../../platform/http/env.js';
import {readBranding} from '../../domain/merchants/branding.js';
import {givenName} from '../../domain/merchants/merchant.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import {sessionPath, type CheckoutTools, type SessionContext} from './context.js';
import {dropCookie, giveCookie, readCookie} from './cookies.js';
import {chooseLocale, createLanguage, type Language} from './language.js';
import type {Refusal} from './pages/message-page.js';
import type {CheckoutSession} from './session.js';

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

/**
 * Gives the session's page to this browser, by a cookie that no script can read.
 *
 * @throws {PageRefusal} if another browser has it.
 */
export async function giveSession(
  c: ServiceContext,
  tools: CheckoutTools,
  session: CheckoutSession,
): Promise<void> {
  if (hasPage(c, tools, session) || (await offerSession(c, tools, session))) return;
  throw new PageRefusal('elsewhere');
}

/** Gives the session's page to this browser unless one has it already, and returns whether it did. */
export async function offerSession(
  c: ServiceContext,
  {sessions, urls}: CheckoutTools,
  session: CheckoutSession,
): Promise<boolean> {
  const cookie = await sessions.giveToBrowser(session);
  if (cookie === undefined) return false;
  giveCookie(c, urls, session.token, cookie);
  return true;
}

/** Whether this browser has the session's page. */
const hasPage = (
  c: ServiceContext,
  {sessions, urls}: Pick<CheckoutTools, 'sessions' | 'urls'>,
  session: CheckoutSession,
) => sessions.acceptsCookie(session, readCookie(c, urls, session.token));

/**
 * Reads the session that a request is for. This browser must have the page, which must not have ended.
 *
 * @throws {PageRefusal}
 */
export async function sessionContextOf(c: ServiceContext, tools: CheckoutTools): Promise<SessionContext> {
  const {context, isOwner} = await readContext(c, tools);
  if (!isOwner) throw new PageRefusal('elsewhere', {shop: context.shop});
  return context;
}

/**
 * Reads the session of a page that any browser may look at.
 *
 * @throws {PageRefusal} if there is none, or it has ended.
 */
export async function readContext(
  c: ServiceContext,
  tools: CheckoutTools,
): Promise<{readonly context: SessionContext; readonly isOwner: boolean}> {
  const {sessions, merchants, clock, returnUrls, revokedTokens, database} = tools;
  const session = await sessions.find(c.req.param('session') ?? '');
  if (!session) throw new PageRefusal('elsewhere');
  const isOwner = hasPage(c, tools, session);
  const merchant = (await merchants.byId(session.merchant))!;
  const language = languageOf(c, session.locale);
  const shop = shopName(merchant, session.redirect_url, language);
  if (session.opened_by !== null && (await revokedTokens.has(session.opened_by))) {
    throw new PageRefusal('link', {shop});
  }
  if (session.expires_at <= clock.now()) {
    const back = await returnUrls.validate(merchant, session.cancel_url ?? session.redirect_url);
    dropCookie(c, tools.urls, session.token);
    throw new PageRefusal('expired', {shop, back: back?.href});
  }
  const branding = await readBranding(database, merchant.id);
  return {context: {session, merchant, language, shop, branding, self: sessionPath(session.token)}, isOwner};
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
  return site === undefined ? c.req.header('origin') === urls.hosted : site === 'same-origin';
}

/** @throws {ServiceError} 403 `checkout.page_refused`. */
function requireOwnPage(c: ServiceContext, tools: CheckoutTools): void {
  if (isOwnPage(c, tools)) return;
  throw new ServiceError(403, 'checkout.page_refused', 'Only the hosted page itself may ask this.');
}
