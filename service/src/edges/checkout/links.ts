import type {ServiceContext} from '../../platform/http/env.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import type {TokenClaims} from '../../platform/identity/claims.js';
import {ServiceError} from '../../platform/errors.js';
import {sessionPath} from './context.js';
import type {CheckoutTools} from './context.js';
import {isOffered, readPlan} from './shown-subscription.js';
import type {NewSession} from './session.js';
import {PageRefusal, admit, languageOf, shopName} from './session-context.js';
import {modeOf} from '../../domain/trackers/modes.js';

/** What any of the three links may say (wire 1.10). */
interface Link {
  readonly claims: TokenClaims;
  readonly merchant: Merchant;
  readonly shop: string;
  readonly redirect: URL | undefined;
  readonly cancel: URL | undefined;
  readonly reference: string | null;
}

const longestReference = 256;

/**
 * Reads a link: its token and its return URLs. A refusal only links back to a return URL that was validated.
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
  const named = (name: string) => c.req.query(name) || undefined;
  const addresses = [named('redirect_url'), named('cancel_url')];
  const [redirect, cancel] = await Promise.all(
    addresses.map((address) => tools.returnUrls.validate(merchant, address)),
  );
  if ((addresses[0] && !redirect) || (addresses[1] && !cancel)) throw new PageRefusal('address');
  const shop = shopName(merchant, redirect?.href ?? cancel?.href ?? null, languageOf(c));
  const reference = named('reference') ?? named('order_id') ?? null;
  if (reference !== null && reference.length > longestReference) throw new PageRefusal('link');
  return {claims, merchant, shop, redirect, cancel: cancel ?? redirect, reference};
}

/** Opens the page and leads to it: the token stays in no address, no history and no Referer. */
async function enter(
  c: ServiceContext,
  tools: CheckoutTools,
  link: Link,
  session: Omit<NewSession, 'merchant' | 'redirect_url' | 'cancel_url' | 'locale' | 'reference'>,
): Promise<Response> {
  const opened = await tools.sessions.open({
    ...session,
    merchant: link.merchant.id,
    redirect_url: link.redirect?.href ?? null,
    cancel_url: link.cancel?.href ?? null,
    reference: link.reference,
    locale: languageOf(c).locale,
  });
  admit(c, tools, opened);
  return c.body(null, 303, {location: sessionPath(opened.token), 'referrer-policy': 'no-referrer'});
}

const refuseHere = (refusal: 'plan' | 'guest' | 'used' | 'link', {shop, cancel}: Link) =>
  new PageRefusal(refusal, {shop, back: cancel?.href});

/** Who the token says the shopper is; a guest cannot subscribe (spec 1.5). */
async function customerOf(tools: CheckoutTools, link: Link): Promise<string | null> {
  const {customer} = link.claims;
  if (customer === undefined) return null;
  const found = await tools.customers.find(link.merchant.id, customer);
  if (!found) throw refuseHere('link', link);
  if (found.is_guest) throw refuseHere('guest', link);
  return customer;
}

/** `/checkout/subscribe?plan_id&auth_token&redirect_url&cancel_url&reference`. */
export async function openSubscribe(c: ServiceContext, tools: CheckoutTools): Promise<Response> {
  const link = await readLink(c, tools, c.req.query('auth_token'));
  const {claims, merchant} = link;
  const plan = c.req.query('plan_id') ?? '';
  if (claims.page === 'portal' || (claims.page === undefined && claims.tracker !== undefined)) {
    throw refuseHere('link', link);
  }
  if (claims.plan !== undefined && claims.plan !== plan) throw refuseHere('link', link);
  const customer = await customerOf(tools, link);
  const found = await readPlan(tools.database, merchant.id, plan);
  if (!found) throw refuseHere('link', link);
  // A used link opens the same session again, even if the plan is no longer offered.
  const opening = customer === null ? null : `${claims.id} ${plan}`;
  if (!isOffered(found) && !(await wasOpened(tools, opening))) throw refuseHere('plan', link);
  return enter(c, tools, link, {kind: 'subscribe', opening, customer, plan});
}

async function wasOpened({database}: CheckoutTools, opening: string | null): Promise<boolean> {
  if (opening === null) return false;
  const rows = await database.query('SELECT 1 FROM checkout_sessions WHERE opening = $1', [opening]);
  return rows.length > 0;
}

/** `/embedded?tracker&tbt&redirect_url&cancel_url`: a tracker that saves a card (mode `instrument`). */
export async function openEmbedded(c: ServiceContext, tools: CheckoutTools): Promise<Response> {
  const link = await readLink(c, tools, c.req.query('tbt'));
  const {claims, merchant} = link;
  const named = c.req.query('tracker') ?? '';
  const fits = claims.page === 'checkout' ? claims.tracker === named : claims.page === undefined;
  if (!fits || (claims.tracker !== undefined && claims.tracker !== named)) throw refuseHere('link', link);
  const tracker = await tools.engine.read(merchant.id, named).catch((error: unknown) => {
    if (error instanceof ServiceError) throw refuseHere('link', link);
    throw error;
  });
  if (!modeOf(tracker).keepsCard) throw refuseHere('link', link);
  if (tracker.next_kind === 'NOOP' && tracker.state !== 'TRACKER_ENDED') throw refuseHere('used', link);
  const {customer} = tracker;
  return enter(c, tools, link, {
    kind: 'embedded',
    opening: `${claims.id} ${named}`,
    customer,
    tracker: named,
  });
}

/** `/portal?auth_token&redirect_url`. */
export async function openPortal(c: ServiceContext, tools: CheckoutTools): Promise<Response> {
  const link = await readLink(c, tools, c.req.query('auth_token'));
  const {claims} = link;
  if (claims.page !== 'portal' || claims.customer === undefined) throw refuseHere('link', link);
  const customer = await customerOf(tools, link);
  const subscription = claims.subscription ?? null;
  return enter(c, tools, link, {kind: 'portal', opening: claims.id, customer, subscription});
}
