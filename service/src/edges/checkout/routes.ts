import {Hono} from 'hono';
import {ServiceError} from '../../platform/errors.js';
import {nonEmptyText, readBody, record, text, wholeNumberFrom} from '../../platform/http/body.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {asset, ownScriptHeaders} from '../../platform/pages/assets.js';
import type {AssetName} from '../../platform/pages/assets.js';
import {completeCard, openCardSession, sessionAnswer} from './cards.js';
import {readContact} from './contact.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {elementFile} from './element-files.js';
import {returnPage, shellPage} from './framed.js';
import {openEmbedded, openPortal, openSubscribe} from './links.js';
import {contactAnswer, sessionPage, wayOn} from './session-pages.js';
import {documentOf} from './pages/document.js';
import type {Page} from './pages/document.js';
import {refusalPage, refusals} from './pages/message-page.js';
import {act, isPortalAct} from './portal.js';
import {changeCard, isDone, leave, subscribe} from './subscribing.js';
import {PageRefusal, isOwnPage, languageOf, scriptContextOf, sessionContextOf} from './session-context.js';
import {cancelledMessage} from './return-urls.js';

const cardChoiceBody = record({
  payment_method: nonEmptyText('the payment method (pm_…)'),
  tries: wholeNumberFrom(0),
});
const subscribeBody = record({...cardChoiceBody.pipe[1].entries, agreed: text});
const changeBody = record({
  ...cardChoiceBody.pipe[1].entries,
  subscription: nonEmptyText('the subscription (sub_…)'),
});

const session = '/checkout/session/:session';
const scripts: readonly AssetName[] = ['checkout', 'checkout-shell', 'checkout-return'];

type Handler = (c: ServiceContext) => Promise<Response>;

/**
 * The hosted pages (wire 1.10): the ways in, the page, what its forms and its script ask, and the files it
 * loads.
 */
export function checkoutRoutes(tools: CheckoutTools): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  const page = asPage(tools);
  routes.get(
    '/checkout/subscribe',
    page((c) => openSubscribe(c, tools)),
  );
  routes.get(
    '/embedded',
    page((c) => openEmbedded(c, tools)),
  );
  routes.get(
    '/portal',
    page((c) => openPortal(c, tools)),
  );
  // It names a payment and needs no credentials: any reader of the URL could open it.
  routes.get(
    '/checkout/pay',
    page(() => Promise.reject(new PageRefusal('legacy'))),
  );
  addPages(routes, tools, page);
  addScriptAnswers(routes, tools);
  addFiles(routes, tools);
  return routes;
}

/** Shows refusals and troubles as pages: a person is looking. */
function asPage(tools: CheckoutTools): (handler: Handler) => Handler {
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
  // What is wrong with the request is a matter of the link; everything else is ours.
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
  kept?: SessionContext,
): Response {
  const language = kept?.language ?? languageOf(c);
  const {urls, environment} = tools;
  const {body, headers} = documentOf(page, {language, urls, development: environment !== 'production'});
  return c.body(body, status as 200, headers);
}

function addPages(routes: Hono<ServiceEnv>, tools: CheckoutTools, page: (handler: Handler) => Handler): void {
  routes.get(
    session,
    page(async (c) => {
      const context = await sessionContextOf(c, tools);
      const {card, problem} = c.req.query();
      return show(
        c,
        tools,
        await sessionPage(tools, context, {card, problem, done: c.req.query('done')}),
        200,
        context,
      );
    }),
  );
  routes.get(
    `${session}/leave`,
    page(async (c) => {
      const context = await sessionContextOf(c, tools);
      // A cross-site link may open this address, but only the page itself may end the session.
      if (isOwnPage(c, tools)) await leave(tools, context.session);
      const {cancel_url: cancel, redirect_url: redirect} = context.session;
      const says = cancelledMessage(context.session);
      const back = await tools.returnUrls.leading(context.merchant, cancel ?? redirect, says);
      return c.body(null, 303, {location: back ?? context.self});
    }),
  );
  routes.post(
    `${session}/customer`,
    page(async (c) => {
      const context = await sessionContextOf(c, tools);
      const {contact, problems} = readContact(await readForm(c, tools));
      const refused = await contactAnswer(tools, context, {contact, problems});
      if (refused) return show(c, tools, refused, 422, context);
      return c.body(null, 303, {location: `${context.self}?lang=${context.language.locale}`});
    }),
  );
  // A form that was refused leaves its address in the browser: opened again, it is the page that the form
  // stands on.
  for (const form of [`${session}/customer`, `${session}/subscriptions/:subscription/:act`]) {
    routes.get(
      form,
      page(async (c) => {
        const {self, language} = await sessionContextOf(c, tools);
        return c.body(null, 303, {location: `${self}?lang=${language.locale}`});
      }),
    );
  }
  routes.post(
    `${session}/subscriptions/:subscription/:act`,
    page(async (c) => {
      const context = await sessionContextOf(c, tools);
      await readForm(c, tools);
      const name = c.req.param('act') ?? '';
      if (context.session.kind !== 'portal' || !isPortalAct(name)) throw new PageRefusal('link');
      const said = await act(tools, context, {name, subscription: c.req.param('subscription') ?? ''});
      return c.body(null, 303, {location: `${context.self}?lang=${context.language.locale}&done=${said}`});
    }),
  );
}

/** A form that an own page sent. @throws {PageRefusal} for any other. */
async function readForm(c: ServiceContext, tools: CheckoutTools): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '');
  if (!isOwnPage(c, tools) || !isForm) throw new PageRefusal('elsewhere');
  return new URLSearchParams(await c.req.text());
}

/** What the page's script and the element in it ask. */
function addScriptAnswers(routes: Hono<ServiceEnv>, tools: CheckoutTools): void {
  const context = (c: ServiceContext) => scriptContextOf(c, tools);
  const named = (c: ServiceContext) => c.req.param('tracker') ?? '';
  routes.post(`${session}/card`, async (c) => c.json(await openCardSession(tools, await context(c))));
  routes.post(`${session}/card/:tracker/token`, async (c) =>
    c.json(await sessionAnswer(tools, await context(c), named(c))),
  );
  routes.post(`${session}/card/:tracker/complete`, async (c) =>
    c.json(await completeCard(tools, await context(c), named(c))),
  );
  routes.post(`${session}/subscribe`, async (c) => {
    const visited = await context(c);
    const {payment_method: paymentMethod, tries, agreed} = await readBody(c, subscribeBody);
    const outcome = await subscribe(tools, visited, {paymentMethod, tries, agreed});
    if (!isDone(outcome)) return c.json({outcome: 'declined'});
    const next = await wayOn(tools, visited, outcome.shown.subscription);
    return c.json({outcome: 'done', ...(next !== undefined && {next})});
  });
  routes.post(`${session}/change-card`, async (c) => {
    const visited = await context(c);
    const body = await readBody(c, changeBody);
    const {payment_method: paymentMethod, tries, subscription} = body;
    const {paid, declined} = await changeCard(tools, visited, {paymentMethod, tries, subscription});
    if (declined) return c.json({outcome: 'declined'});
    return c.json({outcome: 'done', next: `${visited.self}?done=${paid ? 'paid' : 'card'}`});
  });
}

/** Files: page scripts, the element and its pieces, the shell and the return page. */
function addFiles(routes: Hono<ServiceEnv>, tools: CheckoutTools): void {
  routes.get('/checkout/assets/:version/:file', (c) => {
    const {version, file} = c.req.param();
    const name = scripts.find((one) => file === `${one}.js` && asset(one).version === version);
    if (!name) throw nothingHere();
    return c.body(asset(name).body, 200, {...ownScriptHeaders});
  });
  const element = (c: ServiceContext, name: string) => {
    const file = elementFile(c.req.param('version') ?? '', name);
    if (file === undefined) throw nothingHere();
    return c.body(file, 200, {...ownScriptHeaders});
  };
  routes.get('/checkout/element/:version/card-vault.js', (c) => element(c, 'card-vault.js'));
  routes.get('/checkout/element/:version/card-vault/:file', (c) =>
    element(c, `card-vault/${c.req.param('file')}`),
  );
  routes.get('/checkout/frame', (c) => shellPage(c, tools));
  routes.on(['GET', 'POST'], '/checkout/return', (c) => returnPage(c));
}

const nothingHere = () => new ServiceError(404, 'not_found', 'There is nothing at this address.');
