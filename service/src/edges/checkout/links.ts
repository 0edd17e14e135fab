import {createHash, timingSafeEqual} from 'node:crypto';
import {readFormText} from '../../platform/http/body-text.js';
import type {ServiceContext} from '../../platform/http/env.js';
import {containsCardNumber} from '../../platform/http/free-text.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import type {LinkClaims, TokenClaims} from '../../platform/identity/claims.js';
import {ServiceError} from '../../platform/errors.js';
import {sessionPath, type CheckoutTools} from './context.js';
import {isOffered, readPlan} from './subscription-details.js';
import type {NewSession} from './session.js';
import {PageRefusal, giveSession, languageOf, offerSession, shopName} from './session-context.js';
import {modeOf} from '../../domain/trackers/modes.js';
import {merchantOfTracker} from '../../domain/trackers/order-standing.js';
import type {Tracker} from '../../domain/trackers/tracker.js';
import {isOver, takesNewCard, takeUpPayment} from './payments.js';

/** What a checked link to any of the pages has (wire 1.10). */
interface Link extends Addressed {
  readonly claims: TokenClaims;
}

/** What a link has besides a token. */
interface Addressed {
  readonly merchant: Merchant;
  /** The shop's name. */
  readonly shop: string;
  /** Where the shopper goes after finishing. */
  readonly redirect: URL | undefined;
  /** Where the shopper goes after cancelling. */
  readonly cancel: URL | undefined;
  readonly reference: string | null;
  /** Whether the token names the reference, so that no shopper can have changed it. */
  readonly referenceSigned: boolean;
}

const maxReferenceLength = 256;

/**
 * What the link says besides its token. A token that names any of it names all of it (decision 0076): an address that
 * says otherwise was changed. Links of other clients have a token that names nothing; what they say is the shopper's word.
 *
 * @throws {PageRefusal}
 */
function readWords(c: ServiceContext, link: LinkClaims | undefined) {
  const parameter = (name: string) => c.req.query(name) || undefined;
  const inAddress: LinkClaims = {
    redirectUrl: parameter('redirect_url'),
    cancelUrl: parameter('cancel_url'),
    reference: parameter('reference'),
  };
  if (!link) return {...inAddress, referenceSigned: false};
  const names = ['redirectUrl', 'cancelUrl', 'reference'] as const;
  const isSaid = (name: (typeof names)[number]) =>
    inAddress[name] === undefined || inAddress[name] === link[name];
  if (!names.every(isSaid)) throw new PageRefusal('link');
  return {...link, referenceSigned: link.reference !== undefined};
}

/**
 * Reads and checks the token of a link, and what it says besides.
 *
 * @throws {PageRefusal}
 */
async function readLink(c: ServiceContext, tools: CheckoutTools, token: string | undefined): Promise<Link> {
  const claims = await tools.passport.verify(token ?? '').catch((error: unknown) => {
    if (error instanceof ServiceError) throw new PageRefusal('link');
    throw error;
  });
  const merchant = await tools.merchants.byId(claims.merchant);
  if (!merchant) throw new PageRefusal('link');
  return {claims, ...(await readAddressed(c, tools, merchant, claims.link))};
}

/**
 * Reads and checks the return URLs and the reference of a link.
 *
 * @throws {PageRefusal}
 */
async function readAddressed(
  c: ServiceContext,
  tools: CheckoutTools,
  merchant: Merchant,
  named: LinkClaims | undefined,
): Promise<Addressed> {
  const {redirectUrl, cancelUrl, reference = null, referenceSigned} = readWords(c, named);
  const returnUrl = async (address: string | undefined) => {
    if (address === undefined) return undefined;
    const url = await tools.returnUrls.validate(merchant, address);
    if (!url) throw new PageRefusal('address');
    return url;
  };
  const [redirect, cancel] = await Promise.all([returnUrl(redirectUrl), returnUrl(cancelUrl)]);
  // Both are kept with the session and come back in an address, so they hold no card number either (V12).
  if ([redirectUrl, cancelUrl].some((address) => containsCardNumber(address ?? '')))
    throw new PageRefusal('address');
  if (reference !== null && !isReference(reference)) throw new PageRefusal('link');
  const shop = shopName(merchant, redirect?.href ?? cancel?.href ?? null, languageOf(c));
  return {merchant, shop, redirect, cancel: cancel ?? redirect, reference, referenceSigned};
}

type OpenedLink = Addressed & Partial<Pick<Link, 'claims'>>;

/** How long the browser that asked for a link may open it without a press. */
const vouchedMs = 60_000;

/**
 * Whether the link was posted by the very browser whose press the shop's server vouched for (decision 0076): it has
 * the text that the token's `code_challenge` was made of, and posts it from a page of the shop. Pages of other sites
 * cannot forge the header `Origin`, and an address alone, forwarded or copied, posts nothing.
 */
async function isVouched(c: ServiceContext, {clock}: CheckoutTools, link: OpenedLink): Promise<boolean> {
  if (c.req.method !== 'POST' || link.claims?.codeChallenge === undefined) return false;
  const {issuedAt, codeChallenge} = link.claims;
  if (c.req.header('origin') !== link.redirect?.origin) return false;
  if (clock.now().getTime() - issuedAt.getTime() > vouchedMs) return false;
  const verifier = (await readFormText(c)).get('code_verifier') ?? '';
  const received = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(codeChallenge, 'base64url');
  return expected.length === received.length && timingSafeEqual(expected, received);
}

/**
 * Opens a session and redirects to its page, so that the link's token stays out of the address bar, the
 * history and the Referer header. A page with a customer goes to the browser that asked for the link, or is given
 * away there by a press (decision 0076); without a customer, each browser gets a page of its own.
 */
async function openSession(
  c: ServiceContext,
  tools: CheckoutTools,
  link: OpenedLink,
  session: Omit<
    NewSession,
    'merchant' | 'redirect_url' | 'cancel_url' | 'locale' | 'reference' | 'reference_signed' | 'opened_by'
  >,
): Promise<Response> {
  const openedSession = await tools.sessions.open({
    ...session,
    merchant: link.merchant.id,
    redirect_url: link.redirect?.href ?? null,
    cancel_url: link.cancel?.href ?? null,
    reference: link.reference,
    reference_signed: link.referenceSigned,
    locale: languageOf(c).locale,
    opened_by: link.claims?.id ?? null,
  });
  if (session.opening === null) await giveSession(c, tools, openedSession);
  else if (await isVouched(c, tools, link)) await offerSession(c, tools, openedSession);
  return c.body(null, 303, {location: sessionPath(openedSession.token), 'referrer-policy': 'no-referrer'});
}

/** A refusal whose page names the shop and links back to it. */
const refusalFor = (
  {shop, cancel}: Addressed,
  refusal: 'plan' | 'guest' | 'used' | 'link' | 'expired' | 'trouble',
) => new PageRefusal(refusal, {shop, back: cancel?.href});

const isUnscoped = ({page, tracker}: TokenClaims): boolean => page === undefined && tracker === undefined;

/** The customer that the link's token names, if any. A guest cannot subscribe (spec 1.5). */
async function customerOf(tools: CheckoutTools, link: Link): Promise<string | null> {
  const {customer} = link.claims;
  if (customer === undefined) return null;
  const found = await tools.customers.find(link.merchant.id, customer);
  if (!found) throw refusalFor(link, 'link');
  if (found.is_guest) throw refusalFor(link, 'guest');
  return customer;
}

const isReference = (text: string) => text.length <= maxReferenceLength && !containsCardNumber(text);

/** `GET /checkout/subscribe?plan_id&auth_token&redirect_url&cancel_url&reference`: subscribe to a plan. */
export async function openSubscribe(c: ServiceContext, tools: CheckoutTools): Promise<Response> {
  const link = await readLink(c, tools, c.req.query('auth_token'));
  const {claims, merchant} = link;
  const plan = c.req.query('plan_id') ?? '';
  if (claims.page !== 'checkout' && !isUnscoped(claims)) throw refusalFor(link, 'link');
  if (claims.plan !== undefined && claims.plan !== plan) throw refusalFor(link, 'link');
  const customer = await customerOf(tools, link);
  const requestedPlan = await readPlan(tools.database, merchant.id, plan);
  if (!requestedPlan) throw refusalFor(link, 'link');
  // A used link opens the same session again, even if the plan is no longer offered. A link without a
  // customer may be shared, so each use opens a new session.
  const opening = customer === null ? null : `${claims.id} ${plan}`;
  if (!isOffered(requestedPlan) && !(await wasOpened(tools, opening))) throw refusalFor(link, 'plan');
  return openSession(c, tools, link, {kind: 'subscribe', opening, customer, plan});
}

async function wasOpened({database}: CheckoutTools, opening: string | null): Promise<boolean> {
  if (opening === null) return false;
  const rows = await database.query('SELECT 1 FROM checkout_sessions WHERE opening = $1', [opening]);
  return rows.length > 0;
}

/** `GET /embedded?tracker&tbt&redirect_url&cancel_url`: save a card with a tracker, or pay with one of mode `payment`. */
export async function openEmbedded(c: ServiceContext, tools: CheckoutTools): Promise<Response> {
  const link = await readLink(c, tools, c.req.query('tbt'));
  const {claims, merchant} = link;
  const token = c.req.query('tracker') ?? '';
  const isAllowed = claims.tracker === token || isUnscoped(claims);
  // A token that is bound to a shop's pages opens no page of another origin.
  if (claims.origin !== undefined && claims.origin !== tools.urls.hosted) throw refusalFor(link, 'link');
  if (claims.page === 'portal' || !isAllowed) throw refusalFor(link, 'link');
  const tracker = await tools.engine.read(merchant.id, token).catch((error: unknown) => {
    if (error instanceof ServiceError) throw refusalFor(link, 'link');
    throw error;
  });
  // The page of a browser's token ends with the token; a hosted page's token only opens it.
  const endsBy = claims.page === undefined ? claims.expiresAt : undefined;
  if (!modeOf(tracker).keepsCard) return openPayment(c, tools, {link, tracker, endsBy});
  if (tracker.next_kind === 'NOOP' && tracker.state !== 'TRACKER_ENDED') throw refusalFor(link, 'used');
  const opening = `${claims.id} ${token}`;
  return openSession(c, tools, link, {
    kind: 'embedded',
    opening,
    customer: tracker.customer,
    tracker: token,
    endsBy,
  });
}

/**
 * `GET /checkout/pay?beacon&redirect_url&cancel_url`: pay with a tracker of mode `payment`. The address carries no
 * credential; the name of a tracker cannot be guessed, and its page shows no more than shop and amount.
 */
export async function openPay(c: ServiceContext, tools: CheckoutTools): Promise<Response> {
  const token = c.req.query('beacon') || c.req.query('tracker') || '';
  const id = await merchantOfTracker(tools.database, token);
  const merchant = id === undefined ? undefined : await tools.merchants.byId(id);
  if (!merchant) throw new PageRefusal('link');
  const link = await readAddressed(c, tools, merchant, undefined);
  return openPayment(c, tools, {link, tracker: await tools.engine.read(merchant.id, token)});
}

/**
 * Opens the page of a payment, without a press: it keeps no card and shows no customer, and its order is paid once in any
 * number of browsers (decision 0076).
 */
async function openPayment(
  c: ServiceContext,
  tools: CheckoutTools,
  asked: {readonly link: OpenedLink; readonly tracker: Tracker; readonly endsBy?: Date | undefined},
): Promise<Response> {
  const {link, tracker} = asked;
  if (!takesNewCard(tracker)) throw refusalFor(link, 'link');
  const standing = await takeUpPayment(tools, tracker);
  if (!standing) throw refusalFor(link, 'trouble');
  if (!standing.paid && isOver(tracker)) {
    throw refusalFor(link, tracker.state === 'TRACKER_EXPIRED' ? 'expired' : 'link');
  }
  const endsBy = [asked.endsBy, tracker.expires_at].filter((end) => end !== undefined);
  return openSession(c, tools, link, {
    kind: 'payment',
    opening: null,
    tracker: tracker.token,
    // A paid one shows that it is, and no more.
    endsBy: standing.paid ? asked.endsBy : new Date(Math.min(...endsBy.map(Number))),
  });
}

/** `GET /portal?auth_token&redirect_url`: manage a customer's subscriptions. */
export async function openPortal(c: ServiceContext, tools: CheckoutTools): Promise<Response> {
  const link = await readLink(c, tools, c.req.query('auth_token'));
  const {claims} = link;
  if (claims.page !== 'portal' || claims.customer === undefined) throw refusalFor(link, 'link');
  const customer = await customerOf(tools, link);
  const subscription = claims.subscription ?? null;
  return openSession(c, tools, link, {kind: 'portal', opening: claims.id, customer, subscription});
}
