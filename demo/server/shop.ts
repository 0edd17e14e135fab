import type {CardVaultServer, MarkupOptions, SavedPaymentMethod} from 'card-vault/server';
import type {Access} from './access.js';
import {accountPage} from './account-page.js';
import type {Assets} from './assets.js';
import {benchPage} from './bench-page.js';
import type {Boxes} from './boxes.js';
import {checkoutPage} from './checkout-page.js';
import type {Context} from './context.js';
import {frameworkPage} from './framework-page.js';
import {noCardPage} from './no-card-page.js';
import {isOwnPage, isTooLong} from './own-page.js';
import {plansPage} from './plans-page.js';
import {createPlansRoutes, type Route, type Routes} from './plans-routes.js';
import type {Sandbox} from './sandbox.js';
import {savePage} from './save-page.js';
import {shopNames, shopPage, type ShopName} from './shops.js';
import {pageUrl, settingsOf, type Settings} from './settings.js';
import {testCardSheet} from './test-cards.js';
import {isGuest, type Shopper, type Shoppers} from './shoppers.js';

export interface ShopOptions {
  readonly vault: CardVaultServer;
  /** The merchant's public key. */
  readonly merchant: string;
  readonly shoppers: Shoppers;
  readonly assets: Assets;
  readonly boxes: Boxes;
  readonly access: Access;
  readonly sandbox: Sandbox;
  /** The policy of one answer, with a nonce of its own. */
  readonly policy: (options: PolicyOptions) => {
    readonly nonce: string;
    readonly header: string;
    readonly fieldsOrigin: string;
  };
}

type Render = (context: Context) => string | Promise<string>;

interface PolicyOptions {
  /** Names of further Trusted Types policies that the page makes. */
  readonly trustedTypes?: readonly string[];
  /** The shop’s own pages may frame it. */
  readonly framed?: boolean;
}

interface PageOptions extends PolicyOptions {
  readonly status?: number;
}

/**
 * The shop's own routes, a function from `Request` to `Response`: `GET /` the page with the card form, `POST /account/cards` where
 * that form goes, `GET /account`, `GET|POST /checkout` one box paid with a saved card, `POST /checkout/card` the choice of that card,
 * `GET /react`, `GET /vue`, `GET /shops/…` pages of other shops, `GET /assets/…`, the boxes under `/plans`, and for testers, under `/behind-the-counter`: `GET ledger`,
 * `GET test-cards`, `GET|POST|DELETE faults`, `DELETE limits`, `GET|POST bank` and what the page of the boxes needs.
 */
export function createShop({
  vault,
  merchant,
  shoppers,
  assets,
  policy,
  boxes,
  access,
  sandbox,
}: ShopOptions): (request: Request) => Promise<Response> {
  const plans = createPlansRoutes({shoppers, boxes, access, sandbox});

  async function page(
    request: Request,
    render: Render,
    {status = 200, ...rules}: PageOptions = {},
  ): Promise<Response> {
    const {shopper, cookie} = await shoppers.welcome(request);
    const {nonce, header, fieldsOrigin} = policy(rules);
    const settings = settingsOf(new URL(request.url));
    const integrity = await assets.integrity();
    const script = '/assets/card-vault.js';
    const tag = (options: MarkupOptions): string =>
      vault.markup({nonce, script, integrity, fieldsOrigin, merchant, ...options});
    const chosen = isGuest(request) ? shopper.guestCard : shopper.card;
    return new Response(await render({nonce, settings, shopper, chosen, integrity, tag}), {
      status,
      headers: {
        ...pageHeaders,
        'Content-Security-Policy': header,
        ...(cookie && {'Set-Cookie': cookie}),
      },
    });
  }

  /** Where the shopper's choice of a card goes: it must be one of their own, which the browser's word does not show. */
  const chooseCard = (nextPage: (settings: Settings) => string) => async (request: Request) => {
    const shopper = shoppers.read(request);
    const customer = shoppers.customerOf(request);
    if (!isOwnPage(request) || !shopper || !customer) return plain(403, 'Please open the shop first.');
    const fields = new URLSearchParams(await request.text());
    const cards = await vault.client.paymentMethods.list(customer);
    const chosen = cards.find(({token}) => token === fields.get('payment_method'));
    if (!chosen) return page(request, noCardPage, {status: 400});
    const {token} = chosen;
    const kept: Shopper = isGuest(request) ? {...shopper, guestCard: token} : {...shopper, card: token};
    return new Response(null, {
      status: 303,
      headers: {
        Location: nextPage(settingsOf(new URL(request.url))),
        'Set-Cookie': shoppers.cookieFor(kept),
      },
    });
  };

  async function cardsOf(request: Request): Promise<readonly SavedPaymentMethod[]> {
    const customer = shoppers.customerOf(request);
    return customer ? vault.client.paymentMethods.list(customer).catch(() => []) : [];
  }

  /** A card that was chosen may have been removed since. */
  async function checkout(context: Context, request: Request): Promise<string> {
    const cards = await cardsOf(request);
    const isThere = cards.some(({token}) => token === context.chosen);
    const asksForCard = !isThere || new URL(request.url).searchParams.get('card') === 'choose';
    return checkoutPage({...context, asksForCard, cards: cards.length});
  }

  /** The page is drawn with the shopper's own box where the service tells it; else its script asks again. */
  async function offerBoxes(context: Context, url: URL): Promise<string> {
    const [offers, state] = await Promise.all([
      boxes.offers(),
      plans.stateOf(context.shopper.account).catch(() => undefined),
    ]);
    return plansPage({...context, offers, state}, url);
  }

  async function readLedger(request: Request): Promise<Response> {
    const tracker = new URL(request.url).searchParams.get('tracker') ?? '';
    const answer = await sandbox.ledger(tracker);
    return new Response(await answer.text(), {
      status: answer.status,
      headers: {'Content-Type': 'application/json', 'Cache-Control': 'no-store'},
    });
  }

  /** Faults and the bank's question, for the drawer of this shop's own pages alone. */
  const toolOf = (turn: Sandbox['faults']) => async (request: Request) => {
    if (!isOwnPage(request)) return plain(403, 'Only the shop’s own pages may do this.');
    const answer = await turn(request.method, await request.text());
    return new Response(await answer.text(), {
      status: answer.status,
      headers: {'Content-Type': 'application/json', 'Cache-Control': 'no-store'},
    });
  };
  const switchFaults = toolOf(sandbox.faults);
  const askBank = toolOf(sandbox.bank);
  const forgetTries = toolOf(sandbox.limits);
  const inForce = async (request: Request): Promise<Response> => {
    if (!isOwnPage(request)) return plain(403, 'Only the shop’s own pages may do this.');
    if (request.method === 'DELETE') await sandbox.reset();
    return Response.json(await sandbox.inForce(), {headers: {'Cache-Control': 'no-store'}});
  };

  const routes: Routes = {
    // The bench shows the page that plays a run.
    'GET /': (request) =>
      page(request, savePage, {framed: new URL(request.url).searchParams.has('run') && isOwnPage(request)}),
    'GET /bench': (request) => page(request, benchPage),
    'GET /account': (request) =>
      page(request, async (context) =>
        accountPage(context, new URL(request.url), (await cardsOf(request)).length),
      ),
    'GET /react': (request) => page(request, (context) => frameworkPage('React', context)),
    'GET /checkout': (request) => page(request, (context) => checkout(context, request)),
    'POST /checkout/card': chooseCard((settings) => pageUrl('/checkout', settings)),
    // Where the form goes once the box is paid. A real shop ships when its server hears of the payment, not when a browser says so.
    'POST /checkout': (request) => {
      const location = pageUrl('/account', settingsOf(new URL(request.url)), {paid: 'yes'});
      return new Response(null, {status: 303, headers: {Location: location}});
    },
    // Vue's runtime makes a Trusted Types policy of its own when it loads.
    'GET /vue': (request) =>
      page(request, (context) => frameworkPage('Vue', context), {trustedTypes: ['vue']}),
    'POST /account/cards': chooseCard((settings) => pageUrl('/account', settings, {saved: 'yes'})),
    // The tester's calendar brings a Lit of its own beside that of the elements, and each makes its Trusted Types policy.
    'GET /plans': (request) =>
      page(request, (context) => offerBoxes(context, new URL(request.url)), {
        trustedTypes: ["'allow-duplicates'"],
      }),
    ...Object.fromEntries(
      (Object.keys(shopNames) as ShopName[]).map((name) => [
        `GET /shops/${name}`,
        (request: Request) => page(request, (context) => shopPage(name, context)),
      ]),
    ),
    ...plans.routes,
    'GET /behind-the-counter/ledger': readLedger,
    'GET /behind-the-counter/faults': switchFaults,
    'POST /behind-the-counter/faults': switchFaults,
    'DELETE /behind-the-counter/faults': switchFaults,
    'DELETE /behind-the-counter/limits': forgetTries,
    'GET /behind-the-counter/bank': askBank,
    'POST /behind-the-counter/bank': askBank,
    'GET /behind-the-counter/in-force': inForce,
    'DELETE /behind-the-counter/in-force': inForce,
    'GET /behind-the-counter/test-cards': () => Response.json(testCardSheet()),
  };

  return async (request) => {
    const path = new URL(request.url).pathname;
    const pathname = path === '/' ? path : path.replace(/\/$/, '');
    try {
      if (isTooLong(request)) return plain(413, 'That is more than the shop reads.');
      const route: Route | undefined = routes[`${request.method} ${pathname}`];
      if (route) return await route(request);
      if (pathname.startsWith('/behind-the-counter/sandbox/')) return await sandbox.relay(request);
      return (
        (request.method === 'GET' && (await assets.answer(pathname))) || plain(404, 'There is no such page.')
      );
    } catch (error) {
      console.error(`shop: ${error instanceof Error ? error.message : String(error)}`);
      return plain(502, 'The shop cannot reach its card service just now.');
    }
  };
}

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': "default-src 'none'"},
  });
}
