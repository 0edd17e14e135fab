import {Hono} from 'hono';
import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import {
  nonEmptyText,
  paymentMethodToken,
  readBody,
  record,
  text,
  wholeNumberFrom,
} from '../../platform/http/body.js';
import {readFormText} from '../../platform/http/body-text.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {asset, ownScriptHeaders, type AssetName} from '../../platform/pages/assets.js';
import {logoPath, readLogo} from '../../domain/merchants/branding.js';
import {completeCard, openCardSession, sessionAnswer} from './cards.js';
import {readContact} from './contact.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {elementFile} from './element-files.js';
import {returnPage, shellPage} from './framed.js';
import {openEmbedded, openPay, openPortal, openSubscribe} from './links.js';
import {paidReturnUrl, paymentOf} from './payments.js';
import {submitContact, sessionPage, finishedReturnUrl} from './session-pages.js';
import {documentOf, type Page} from './pages/document.js';
import {refusalPage, refusals} from './pages/message-page.js';
import {isPortalAction, performPortalAction} from './portal.js';
import {continuePage} from './continue-page.js';
import {changeCard, declinedAnswer, isDone, leaveCheckout, subscribe} from './subscribing.js';
import {
  PageRefusal,
  giveSession,
  isOwnPage,
  languageOf,
  scriptContextOf,
  sessionContextOf,
  readContext,
} from './session-context.js';
import {cancelledResult} from './return-urls.js';

const cardChoiceFields = {
  payment_method: paymentMethodToken,
  tries: wholeNumberFrom(0),
};
const subscribeBody = record({...cardChoiceFields, agreed: text});
/** The element answers with the card that has paid, which has no token: the truth is the payment's own. */
const paidBody = record({payment_method: v.optional(text)});
const changeCardBody = record({...cardChoiceFields, subscription: nonEmptyText('the subscription (sub_…)')});

const sessionPattern = '/checkout/session/:session';
const scripts: readonly AssetName[] = ['checkout', 'checkout-shell', 'checkout-return'];

type Handler = (c: ServiceContext) => Promise<Response>;

/**
 * Routes of the hosted pages (wire 1.10): the links that open a page, the page with its forms, the requests
 * of its script, and the files it loads.
 */
export function checkoutRoutes(tools: CheckoutTools): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  const page = pageWrapper(tools);
  // Posted by the browser that asked for the link, with its `code_verifier`; otherwise as a link is followed.
  const links = {'/checkout/subscribe': openSubscribe, '/embedded': openEmbedded, '/portal': openPortal};
  for (const [path, open] of Object.entries(links)) {
    routes.on(
      ['GET', 'POST'],
      path,
      page((c) => open(c, tools)),
    );
  }
  routes.get(
    '/checkout/pay',
    page((c) => openPay(c, tools)),
  );
  addPages(routes, tools, page);
  addFormAddresses(routes, tools, page);
  addScriptRoutes(routes, tools);
  addFiles(routes, tools);
  return routes;
}

/** Returns a wrapper for handlers that answers errors with a page that a person can read. */
function pageWrapper(tools: CheckoutTools): (handler: Handler) => Handler {
  return (handler) => async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      const language = languageOf(c);
      const {refusal, shop = language.say('theShop'), back} = refusalOf(error, c, tools);
      return show(c, tools, refusalPage(refusal, {language, shop, back}), refusals[refusal]);
    }
  };
}

function refusalOf(error: unknown, c: ServiceContext, {logger}: CheckoutTools): PageRefusal {
  if (error instanceof PageRefusal) return error;
  // A 4xx error comes from a wrong link; every other error is the service's own.
  if (error instanceof ServiceError && error.status < 500) return new PageRefusal('link');
  const name = error instanceof Error ? error.name : 'unknown';
  logger.error('checkout.failed', {error: name, request: c.get('requestId')});
  return new PageRefusal('trouble');
}

function show(
  c: ServiceContext,
  tools: CheckoutTools,
  page: Page,
  status = 200,
  context?: SessionContext,
): Response {
  const language = context?.language ?? languageOf(c);
  const {urls, environment} = tools;
  const {body, headers} = documentOf(page, {
    ...{language, urls, development: environment !== 'production'},
    shop: context && {name: context.shop, branding: context.branding},
  });
  // Hono types the status as a union of literals; any number will do.
  return c.body(body, status as 200, headers);
}

/** Adds the page of an open session, and the forms in it. */
function addPages(routes: Hono<ServiceEnv>, tools: CheckoutTools, page: (handler: Handler) => Handler): void {
  routes.get(
    sessionPattern,
    page(async (c) => {
      const {context, isOwner} = await readContext(c, tools);
      if (!isOwner) return show(c, tools, await continuePage(tools, context), 200, context);
      const {card, problem, done} = c.req.query();
      return show(c, tools, await sessionPage(tools, context, {card, problem, done}), 200, context);
    }),
  );
  routes.get(
    `${sessionPattern}/leave`,
    page(async (c) => {
      const context = await sessionContextOf(c, tools);
      const paid = context.session.kind === 'payment' && (await paymentOf(tools, context.session)).paid;
      if (paid) {
        const next = await paidReturnUrl(tools, context, paid);
        return c.body(null, 303, {location: next ?? context.self});
      }
      // A cross-site link may open this address, but only the page itself may end the session.
      if (isOwnPage(c, tools)) await leaveCheckout(tools, context.session);
      const {cancel_url: cancel, redirect_url: redirect} = context.session;
      const result = cancelledResult(context.session);
      const back = await tools.returnUrls.withResult(context.merchant, cancel ?? redirect, result);
      return c.body(null, 303, {location: back ?? context.self});
    }),
  );
  routes.post(
    `${sessionPattern}/customer`,
    page(async (c) => {
      const context = await sessionContextOf(c, tools);
      const {contact, problems} = readContact(await readForm(c, tools));
      const formWithProblems = await submitContact(tools, context, {contact, problems});
      if (formWithProblems) return show(c, tools, formWithProblems, 422, context);
      return c.body(null, 303, {location: `${context.self}?lang=${context.language.locale}`});
    }),
  );
  routes.post(
    `${sessionPattern}/subscriptions/:subscription/:action`,
    page(async (c) => {
      const context = await sessionContextOf(c, tools);
      await readForm(c, tools);
      const action = c.req.param('action') ?? '';
      if (context.session.kind !== 'portal' || !isPortalAction(action)) throw new PageRefusal('link');
      const subscription = c.req.param('subscription') ?? '';
      const message = await performPortalAction(tools, context, {action, subscription});
      return c.body(null, 303, {location: `${context.self}?lang=${context.language.locale}&done=${message}`});
    }),
  );
}

/** Adds the press that gives the page to a browser, and what a reload of a form's address shows. */
function addFormAddresses(
  routes: Hono<ServiceEnv>,
  tools: CheckoutTools,
  page: (handler: Handler) => Handler,
): void {
  routes.post(
    `${sessionPattern}/continue`,
    page(async (c) => {
      const {context} = await readContext(c, tools);
      await readForm(c, tools);
      await giveSession(c, tools, context.session);
      return c.body(null, 303, {location: `${context.self}?lang=${context.language.locale}`});
    }),
  );
  // After a refused form the browser shows the form's address. Reloading it redirects to the page.
  const forms = [
    [`${sessionPattern}/continue`, async (c: ServiceContext) => (await readContext(c, tools)).context],
    [`${sessionPattern}/customer`, (c: ServiceContext) => sessionContextOf(c, tools)],
    [
      `${sessionPattern}/subscriptions/:subscription/:action`,
      (c: ServiceContext) => sessionContextOf(c, tools),
    ],
  ] as const;
  for (const [formPath, contextOf] of forms) {
    routes.get(
      formPath,
      page(async (c) => {
        const {self, language} = await contextOf(c);
        return c.body(null, 303, {location: `${self}?lang=${language.locale}`});
      }),
    );
  }
}

/**
 * Reads a form that one of the service's own pages sent.
 *
 * @throws {PageRefusal} for any other request.
 */
async function readForm(c: ServiceContext, tools: CheckoutTools): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '');
  if (!isOwnPage(c, tools) || !isForm) throw new PageRefusal('elsewhere');
  return readFormText(c);
}

/** Adds the requests of the page's script and of the element in the page. */
function addScriptRoutes(routes: Hono<ServiceEnv>, tools: CheckoutTools): void {
  const contextOf = (c: ServiceContext) => scriptContextOf(c, tools);
  const trackerOf = (c: ServiceContext) => c.req.param('tracker') ?? '';
  routes.post(`${sessionPattern}/card`, async (c) =>
    c.json(await openCardSession(tools, await contextOf(c))),
  );
  routes.post(`${sessionPattern}/card/:tracker/token`, async (c) =>
    c.json(await sessionAnswer(tools, await contextOf(c), trackerOf(c))),
  );
  routes.post(`${sessionPattern}/card/:tracker/complete`, async (c) =>
    c.json(await completeCard(tools, await contextOf(c), trackerOf(c))),
  );
  routes.post(`${sessionPattern}/subscribe`, async (c) => {
    const context = await contextOf(c);
    const {payment_method: paymentMethod, tries, agreed} = await readBody(c, subscribeBody);
    const outcome = await subscribe(tools, context, {paymentMethod, tries, agreed});
    const {status, details} = outcome;
    if (status === 'declined') return c.json(await declinedAnswer(tools, context, details));
    if (!isDone(outcome)) return c.json({outcome: 'unpaid'});
    const next = await finishedReturnUrl(tools, context, details.subscription);
    return c.json({outcome: 'done', ...(next !== undefined && {next})});
  });
  routes.post(`${sessionPattern}/paid`, async (c) => {
    const context = await contextOf(c);
    await readBody(c, paidBody);
    if (context.session.kind !== 'payment') throw notFound();
    const {paid} = await paymentOf(tools, context.session);
    if (!paid) return c.json({outcome: 'unpaid'});
    const next = await paidReturnUrl(tools, context, paid);
    return c.json({outcome: 'done', ...(next !== undefined && {next})});
  });
  routes.post(`${sessionPattern}/change-card`, async (c) => {
    const context = await contextOf(c);
    const body = await readBody(c, changeCardBody);
    const {payment_method: paymentMethod, tries, subscription} = body;
    const {paid, declined} = await changeCard(tools, context, {paymentMethod, tries, subscription});
    if (declined) return c.json(await declinedAnswer(tools, context, declined));
    const {self, language} = context;
    return c.json({outcome: 'done', next: `${self}?lang=${language.locale}&done=${paid ? 'paid' : 'card'}`});
  });
}

/** Adds the files that pages load: scripts, the element and its chunks, the shell and the return page. */
function addFiles(routes: Hono<ServiceEnv>, tools: CheckoutTools): void {
  routes.get('/checkout/assets/:version/:file', (c) => {
    const {version, file} = c.req.param();
    const name = scripts.find((script) => file === `${script}.js` && asset(script).version === version);
    if (!name) throw notFound();
    return c.body(asset(name).body, 200, ownScriptHeaders);
  });
  const sendElementFile = (c: ServiceContext, name: string) => {
    const file = elementFile(c.req.param('version') ?? '', name);
    if (file === undefined) throw notFound();
    return c.body(file, 200, ownScriptHeaders);
  };
  routes.get('/checkout/element/:version/card-vault.js', (c) => sendElementFile(c, 'card-vault.js'));
  routes.get('/checkout/element/:version/card-vault/:file', (c) =>
    sendElementFile(c, `card-vault/${c.req.param('file')}`),
  );
  routes.get(logoPath(':digest'), async (c) => {
    const logo = await readLogo(tools.database, c.req.param('digest') ?? '');
    if (!logo) throw notFound();
    return c.body(new Uint8Array(logo.bytes), 200, {...ownScriptHeaders, 'content-type': logo.type});
  });
  routes.get('/checkout/frame', (c) => shellPage(c, tools));
  routes.on(['GET', 'POST'], '/checkout/return', (c) => returnPage(c));
}

const notFound = () => new ServiceError(404, 'not_found', 'There is nothing at this address.');
