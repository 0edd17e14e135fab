import {isOwnPage} from './own-page.mjs';
import {pageUrl, settingsOf} from './settings.mjs';

const noStore = {'Cache-Control': 'no-store'};
const refuse = (status, text) => Response.json({message: text}, {status, headers: noStore});

/**
 * The routes of the boxes: `GET /plans/back` is where the service's hosted checkout leads back to, `GET /plans/state` and `POST
 * /plans/change` are for the page's script; for testers `GET /behind-the-counter/told`, `POST …/decline`. `stateOf` answers how a
 * shopper's box stands.
 */
export function createPlansRoutes({visitors, boxes, access, sandbox}) {
  /** Arriving here proves nothing: the page asks the service how the subscription stands. */
  function back(request) {
    const url = new URL(request.url);
    const state = url.searchParams.get('state');
    return redirect(pageUrl('/plans', settingsOf(url), state === null ? {} : {state}));
  }

  async function stateOf(customer) {
    const [subscription, cards] = await Promise.all([boxes.ofShopper(customer), sandbox.declines()]);
    return {
      subscription: subscription ? shownOf(subscription) : null,
      access: access.of(customer),
      declined: cards[subscription?.paymentMethod.token] ?? null,
    };
  }

  async function state(request) {
    const customer = visitors.customerOf(request);
    if (!customer) return refuse(403, 'Please open the shop first.');
    return Response.json(await stateOf(customer), {headers: noStore});
  }

  async function change(request) {
    const customer = visitors.customerOf(request);
    if (!isOwnPage(request) || !customer) return refuse(403, 'Please open the shop first.');
    const {what} = await request.json();
    const done = await boxes.change(customer, what);
    return done ? state(request) : refuse(400, 'There is nothing to change.');
  }

  /** For testers: what the bank says to the card of the shopper's box from now on. */
  async function decline(request) {
    const customer = visitors.customerOf(request);
    if (!isOwnPage(request) || !customer) return refuse(403, 'Please open the shop first.');
    const subscription = await boxes.ofShopper(customer);
    if (!subscription) return refuse(409, 'Subscribe first: there is no card yet.');
    const {code} = await request.json();
    await sandbox.decline(subscription.paymentMethod.token, code);
    return Response.json({code}, {headers: noStore});
  }

  const routes = {
    'GET /plans/back': back,
    'GET /plans/state': state,
    'POST /plans/change': change,
    'GET /behind-the-counter/told': () => Response.json(access.log().slice(0, 60), {headers: noStore}),
    'POST /behind-the-counter/decline': decline,
    'GET /behind-the-counter/calendar.js': () => sandbox.calendarScript(),
  };
  return {routes, stateOf};
}

const redirect = (location) =>
  new Response(null, {
    status: 303,
    headers: {...noStore, Location: location, 'Referrer-Policy': 'no-referrer'},
  });

/** What the shopper's page may know of a subscription. */
const shownOf = ({reference, state, paymentMethod, plan, ...one}) => ({
  ...{name: reference, state, pastDue: one.pastDue, next: one.nextCharge, amount: one.amount},
  ...{currency: one.currency, interval: plan.interval, cancelAt: one.cancelAt, ended: one.cancelledAt},
  ...{brand: paymentMethod.brand, lastFour: paymentMethod.lastFour},
});
