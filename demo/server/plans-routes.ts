import type {Access} from './access.js';
import type {Boxes} from './boxes.js';
import {isOwnPage} from './own-page.js';
import type {Sandbox} from './sandbox.js';
import {pageUrl, settingsOf} from './settings.js';
import {shownOf, type Standing} from './standing.js';
import type {Shoppers} from './shoppers.js';

/** Answers one request. */
export type Route = (request: Request) => Response | Promise<Response>;
export type Routes = Readonly<Record<string, Route>>;

interface PlansOptions {
  readonly shoppers: Shoppers;
  readonly boxes: Boxes;
  readonly access: Access;
  readonly sandbox: Sandbox;
}

const noStore = {'Cache-Control': 'no-store'};
const refuse = (status: number, text: string): Response =>
  Response.json({message: text}, {status, headers: noStore});

/**
 * The routes of the boxes: `GET /plans/back` is where the service's hosted checkout leads back to, `GET /plans/state` and `POST
 * /plans/change` are for the page's script; for testers `GET /behind-the-counter/log`, `POST …/decline`. `stateOf` answers how a
 * shopper's box stands.
 */
export function createPlansRoutes({shoppers, boxes, access, sandbox}: PlansOptions) {
  /** Arriving here proves nothing: the page asks the service how the subscription stands. */
  function back(request: Request): Response {
    const url = new URL(request.url);
    const state = url.searchParams.get('state');
    return redirect(pageUrl('/plans', settingsOf(url), state === null ? {} : {state}));
  }

  async function stateOf(customer: string): Promise<Standing> {
    const subscription = await boxes.ofShopper(customer);
    const declined = subscription && sandbox.declines()[subscription.paymentMethod.token];
    return {
      subscription: subscription ? shownOf(subscription) : null,
      access: access.of(customer),
      declined: declined ?? null,
    };
  }

  async function state(request: Request): Promise<Response> {
    const customer = shoppers.customerOf(request);
    if (!customer) return refuse(403, 'Please open the shop first.');
    return Response.json(await stateOf(customer), {headers: noStore});
  }

  async function change(request: Request): Promise<Response> {
    const customer = shoppers.customerOf(request);
    if (!isOwnPage(request) || !customer) return refuse(403, 'Please open the shop first.');
    const {what} = (await request.json()) as {readonly what?: unknown};
    const done = await boxes.change(customer, what);
    return done ? state(request) : refuse(400, 'There is nothing to change.');
  }

  /** For testers: what the bank says to the card of the shopper's box from now on. */
  async function decline(request: Request): Promise<Response> {
    const customer = shoppers.customerOf(request);
    if (!isOwnPage(request) || !customer) return refuse(403, 'Please open the shop first.');
    const subscription = await boxes.ofShopper(customer);
    if (!subscription) return refuse(409, 'Subscribe first: there is no card yet.');
    const {code} = (await request.json()) as {readonly code: string | null};
    await sandbox.decline(subscription.paymentMethod, code);
    return Response.json({code}, {headers: noStore});
  }

  const routes: Routes = {
    'GET /plans/back': back,
    'GET /plans/state': state,
    'POST /plans/change': change,
    'GET /behind-the-counter/log': () => Response.json(access.log().slice(0, 60), {headers: noStore}),
    'POST /behind-the-counter/decline': decline,
    'GET /behind-the-counter/calendar.js': () => sandbox.calendarScript(),
  };
  return {routes, stateOf};
}

const redirect = (location: string): Response =>
  new Response(null, {
    status: 303,
    headers: {...noStore, Location: location, 'Referrer-Policy': 'no-referrer'},
  });
