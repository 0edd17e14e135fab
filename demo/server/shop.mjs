import {accountPage} from './account-page.mjs';
import {checkoutPage} from './checkout-page.mjs';
import {savePage} from './save-page.mjs';
import {noCardPage} from './no-card-page.mjs';
import {plansPage} from './plans-page.mjs';
import {createPlansRoutes} from './plans-routes.mjs';
import {frameworkPage} from './framework-page.mjs';
import {isOwnPage} from './own-page.mjs';
import {pageUrl, settingsOf} from './settings.mjs';
import {testCardSheet} from './test-cards.mjs';
import {isGuest} from './visitors.mjs';

/**
 * The shop's own routes, a function from `Request` to `Response`:
 * `GET /` the page with the card form, `POST /account/cards` where that form goes, `GET /account`, `GET|POST /checkout` one box paid
 * with a saved card, `POST /checkout/card` the choice of that card, `GET /react`, `GET /vue`, `GET /assets/…`, the boxes under `/plans`, and for testers `GET /behind-the-counter/ledger`, `…/test-cards`,
 * `GET|POST|DELETE …/faults`, `DELETE …/limits`, `GET|POST …/bank` and what the page of the boxes needs.
 */
export function createShop({
  vault,
  merchant,
  visitors,
  assets,
  ledger,
  faults,
  policy,
  boxes,
  access,
  sandbox,
}) {
  const plans = createPlansRoutes({visitors, boxes, access, sandbox});

  async function page(request, render, {trustedTypes, status = 200} = {}) {
    const {visitor, cookie} = await visitors.welcome(request);
    const {nonce, header, fieldsOrigin} = policy(trustedTypes);
    const settings = settingsOf(new URL(request.url));
    const integrity = await assets.integrity();
    const script = '/assets/card-vault.js';
    const tag = (options) => vault.markup({nonce, script, integrity, fieldsOrigin, merchant, ...options});
    const chosen = isGuest(request) ? visitor.guestCard : visitor.card;
    return new Response(await render({nonce, settings, visitor, chosen, integrity, tag}), {
      status,
      headers: {
        ...pageHeaders,
        'Content-Security-Policy': header,
        ...(cookie && {'Set-Cookie': cookie}),
      },
    });
  }

  /** Where the shopper's choice of a card goes: it must be one of their own, which the browser's word does not show. */
  const chooseCard = (nextPage) => async (request) => {
    const customer = visitors.customerOf(request);
    if (!isOwnPage(request) || !customer) return plain(403, 'Please open the shop first.');
    const fields = new URLSearchParams(await request.text());
    const cards = await vault.client.paymentMethods.list(customer);
    const chosen = cards.find(({token}) => token === fields.get('payment_method'));
    if (!chosen) return page(request, noCardPage, {status: 400});
    const visitor = {...visitors.read(request), [isGuest(request) ? 'guestCard' : 'card']: chosen.token};
    return new Response(null, {
      status: 303,
      headers: {
        Location: nextPage(settingsOf(new URL(request.url))),
        'Set-Cookie': visitors.cookieFor(visitor),
      },
    });
  };

  /** A card that was chosen may have been removed since. */
  async function checkout(context, request) {
    const cards = context.chosen ? await vault.client.paymentMethods.list(visitors.customerOf(request)) : [];
    const isThere = cards.some(({token}) => token === context.chosen);
    const asksForCard = !isThere || new URL(request.url).searchParams.get('card') === 'choose';
    return checkoutPage({...context, asksForCard});
  }

  /** The page is drawn with the shopper's own box where the service tells it; else its script asks again. */
  async function offerBoxes(context, url) {
    const [offers, state] = await Promise.all([
      boxes.offers(),
      plans.stateOf(context.visitor.account).catch(() => undefined),
    ]);
    return plansPage({...context, offers, state}, url);
  }

  async function readLedger(request) {
    const tracker = new URL(request.url).searchParams.get('tracker') ?? '';
    const answer = await ledger(tracker);
    return new Response(await answer.text(), {
      status: answer.status,
      headers: {'Content-Type': 'application/json', 'Cache-Control': 'no-store'},
    });
  }

  /** Faults and the bank's question, for the drawer of this shop's own pages alone. */
  const toolOf = (turn) => async (request) => {
    if (!isOwnPage(request)) return plain(403, 'Only the shop’s own pages may do this.');
    const answer = await turn(request.method, await request.text());
    return new Response(await answer.text(), {
      status: answer.status,
      headers: {'Content-Type': 'application/json', 'Cache-Control': 'no-store'},
    });
  };
  const [switchFaults, askBank, forgetTries] = [faults, sandbox.bank, sandbox.limits].map(toolOf);

  const routes = {
    'GET /': (request) => page(request, savePage),
    'GET /account': (request) => page(request, (context) => accountPage(context, new URL(request.url))),
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
    ...plans.routes,
    'GET /behind-the-counter/ledger': readLedger,
    'GET /behind-the-counter/faults': switchFaults,
    'POST /behind-the-counter/faults': switchFaults,
    'DELETE /behind-the-counter/faults': switchFaults,
    'DELETE /behind-the-counter/limits': forgetTries,
    'GET /behind-the-counter/bank': askBank,
    'POST /behind-the-counter/bank': askBank,
    'GET /behind-the-counter/test-cards': () => Response.json(testCardSheet()),
  };

  return async (request) => {
    const path = new URL(request.url).pathname;
    const pathname = path === '/' ? path : path.replace(/\/$/, '');
    try {
      const route = routes[`${request.method} ${pathname}`];
      if (route) return await route(request);
      if (pathname.startsWith('/behind-the-counter/sandbox/')) return await sandbox.relay(request);
      return (
        (request.method === 'GET' && (await assets.answer(pathname))) || plain(404, 'There is no such page.')
      );
    } catch (error) {
      console.error(`shop: ${error instanceof Error ? error.message : error}`);
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

export function plain(status, text) {
  return new Response(`${text}\n`, {
    status,
    headers: {'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': "default-src 'none'"},
  });
}
