/** The hosted checkout as a browser uses it, and a shop’s own receiver of events. */
import {createHmac} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingHttpHeaders, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {dataOf, shop, type Json, type Reply, type Stranger} from './stranger.js';

/** Opens one link, keeps its cookies, and presses what the page has to press. */
export class HostedPage {
  readonly #api: Stranger;
  readonly #link: string;
  #cookie = '';
  page: Reply | undefined;

  constructor(api: Stranger, link: string) {
    this.#api = api;
    this.#link = link;
  }

  /** Follows the link to its page, and says that it is the shopper’s own where the page asks. */
  async open(): Promise<Reply> {
    const opened = await this.#send(this.#link);
    const location = opened.headers.get('location');
    if (location === null) return (this.page = opened);
    const page = await this.#send(location);
    if (!/action="[^"]+\/continue\?/.test(page.text)) return (this.page = page);
    await this.#send(`${location}/continue`, new URLSearchParams());
    return (this.page = await this.#send(location));
  }

  /** Presses the button of the page with a saved card. */
  async press(method: string): Promise<Reply> {
    const [, block = '{}'] =
      /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(this.page?.text ?? '') ?? [];
    const {action} = JSON.parse(block) as {action?: {url: string; body: object}};
    if (!action) throw new Error('the hosted page has no button');
    return this.#send(action.url, {...action.body, payment_method: method});
  }

  async #send(path: string, body?: object): Promise<Reply> {
    const url = new URL(path, this.#api.place.service);
    const isForm = body instanceof URLSearchParams;
    const reply = await this.#api.send(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        'sec-fetch-site': body ? 'same-origin' : 'cross-site',
        ...(body && {origin: url.origin}),
        ...(body && !isForm && {'content-type': 'application/json'}),
        ...(this.#cookie && {cookie: this.#cookie}),
      },
      ...(body && {body: isForm ? body : JSON.stringify(body)}),
    });
    const [set] = reply.headers.getSetCookie();
    if (set) this.#cookie = set.split(';')[0]!;
    return reply;
  }
}

/** The address of the page to subscribe, as a shop’s server makes it for a customer. */
export async function subscribeLink(api: Stranger, plan: string, user: string): Promise<string> {
  const token = await api.token({scope: 'checkout', plan, user});
  const query = {
    plan_id: plan,
    auth_token: token,
    redirect_url: `${shop}/thanks`,
    cancel_url: `${shop}/plans`,
  };
  return `/checkout/subscribe?${new URLSearchParams(query).toString()}`;
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly subscription: string;
}

/** How long an event may take until it has arrived, in milliseconds. */
const arrivesWithinMs = 15_000;

/** An endpoint of this program that is registered at the service for as long as the rows are tried. */
export class Receiver {
  readonly #log: Received[] = [];
  readonly #server: Server;
  readonly #api: Stranger;
  #path = '';
  secret = '';

  constructor(api: Stranger) {
    this.#api = api;
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const {type, data} = JSON.parse(body) as {type: string; data: {subscription?: string}};
        this.#log.push({headers: request.headers, body, type, subscription: data.subscription ?? ''});
        response.writeHead(200).end();
        this.#server.emit('event');
      });
    });
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
    const made = await this.#api.call('/client/webhooks/v1', {body: {url}});
    if (made.status !== 200) throw new Error(`POST /client/webhooks/v1 → ${made.status} ${made.text}`);
    this.secret = String(dataOf(made)['secret']);
    this.#path = `/client/webhooks/v1/${String(dataOf(made)['token'])}`;
  }

  /** The events of a subscription, once there are so many. */
  async events(subscription: string, count: number): Promise<readonly Received[]> {
    const signal = AbortSignal.timeout(arrivesWithinMs);
    for (;;) {
      const events = this.#log.filter((one) => one.subscription === subscription);
      if (events.length >= count || signal.aborted) return events;
      await once(this.#server, 'event', {signal}).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    if (this.#path) await this.#api.call(this.#path, {method: 'DELETE'});
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Both signatures of an event (wire 1.11), computed anew with a secret. */
export function signaturesOf({headers, body}: Received, secret: string): readonly [string, string] {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const {'webhook-id': id, 'webhook-timestamp': time} = headers;
  const signed = `${String(id)}.${String(time)}.${body}`;
  return [
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    createHmac('sha512', secret).update(body).digest('hex'),
  ];
}

export const sentSignatures = ({headers}: Received): readonly [string, string] => [
  String(headers['webhook-signature']),
  String(headers['x-sfpy-signature']),
];

/** A subscription of a new customer, begun in the hosted checkout. */
export interface Subscribed {
  readonly user: string;
  readonly token: string;
}

/** Plans and subscriptions, as a shop and its shopper use them. */
export class Billing {
  readonly #api: Stranger;
  readonly receiver: Receiver;

  constructor(api: Stranger) {
    this.#api = api;
    this.receiver = new Receiver(api);
  }

  /** A week’s plan: its days are the same in every month. */
  static readonly terms = {
    ...{amount: '12.50', currency: 'USD', interval: 'WEEK', interval_count: 1},
    ...{type: 'RECURRING', product: 'Tea club', active: true},
  };

  async plan(more: object = {}): Promise<string> {
    const body = {...Billing.terms, ...more};
    return String((await this.#api.data('/client/plans/v1/', {body}))['plan_id']);
  }

  async ofCustomer(user: string): Promise<readonly Json[]> {
    const {list} = await this.#api.data('/client/subscriptions/v1/search?limit=100');
    return [...list!].filter(({user_id: id}) => String(id) === user);
  }

  async subscribe(number?: string, more: object = {}): Promise<Subscribed> {
    const {user, method} = await this.#api.saved({is_account_verification: true}, number);
    const page = new HostedPage(this.#api, await subscribeLink(this.#api, await this.plan(more), user));
    await page.open();
    if ((await this.ofCustomer(user)).length > 0)
      throw new Error('opening the page has begun a subscription');
    const pressed = await page.press(method);
    const [made] = await this.ofCustomer(user);
    if (!made) throw new Error(`no subscription after the press → ${pressed.status} ${pressed.text}`);
    return {user, token: String(made['token'])};
  }

  read(token: string): Promise<Json> {
    return this.#api.data(`/client/subscriptions/v1/${token}`);
  }

  /** The state, and how often its price was taken. */
  async standing(token: string): Promise<string> {
    return `${String((await this.read(token))['state'])}, paid ${await this.paid(token)}`;
  }

  async paid(token: string): Promise<number> {
    const {list} = await this.#api.data(`/client/transactions/v1/search?subscription=${token}&limit=100`);
    return [...list!].filter(({state}) => String(state) === 'paid').length;
  }

  change(token: string, path: string, method: 'POST' | 'PUT', body: object = {}): Promise<Reply> {
    return this.#api.call(`/client/subscriptions/v1/${token}${path}`, {method, body});
  }

  pause(token: string): Promise<Reply> {
    return this.change(token, '', 'PUT', {pause_collection: {payment_collection_behavior: 'MARK_VOID'}});
  }

  cancel(token: string): Promise<Reply> {
    return this.change(token, '/cancel', 'POST');
  }
}
