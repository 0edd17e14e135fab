import assert from 'node:assert/strict';
import {createHash, randomBytes} from 'node:crypto';
import {shop, string, type Json, type TestService} from './harness.js';

/** A response that the browser received. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  /** Text with plain spaces in place of the no-break ones of dates and amounts. */
  readonly text: string;
  /** The target of a redirect; empty if the response is none. */
  readonly location: string;
}

/** A simple browser: it keeps cookies by their names and paths, and sends the Fetch Metadata headers. */
export class HostedBrowser {
  readonly #it: TestService;
  readonly #cookies = new Map<string, string>();

  constructor(api: TestService) {
    this.#it = api;
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.#request(path, {headers: {'sec-fetch-site': 'cross-site', ...headers}});
  }

  /** Follows a link on a page of the service. */
  follow(path: string): Promise<Seen> {
    return this.get(path, {'sec-fetch-site': 'same-origin'});
  }

  /** Posts a form of the page, or JSON as its script does. */
  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    const {hosted} = this.#it.service.urls;
    const form = body instanceof URLSearchParams;
    return this.#request(path, {
      method: 'POST',
      headers: {
        origin: hosted,
        'sec-fetch-site': 'same-origin',
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        ...headers,
      },
      body: form ? body.toString() : JSON.stringify(body),
    });
  }

  /** Opens a link and the page that it redirects to, and presses its button if it has one. */
  async open(link: string): Promise<{readonly self: string; readonly page: Seen}> {
    const {self, page} = await this.look(link);
    if (!asksToContinue(page)) return {self, page};
    const pressed = await this.press(self);
    assert.equal(pressed.status, 303, pressed.text);
    return {self, page: await this.get(self)};
  }

  /** Opens a link and the page that it redirects to, and presses nothing. */
  async look(link: string): Promise<{readonly self: string; readonly page: Seen}> {
    const entered = await this.get(link);
    assert.equal(entered.status, 303, entered.text);
    return {self: entered.location, page: await this.get(entered.location)};
  }

  /** Posts a link's proof from a page of the shop, and opens the page that it redirects to. */
  async prove(link: string, verifier: string, headers: Readonly<Record<string, string>> = {}) {
    const fields = new URLSearchParams({code_verifier: verifier});
    const entered = await this.post(link, fields, {origin: shop, 'sec-fetch-site': 'cross-site', ...headers});
    assert.equal(entered.status, 303, entered.text);
    return {self: entered.location, page: await this.get(entered.location)};
  }

  /** Presses the button that gives a page to this browser. */
  press(self: string): Promise<Seen> {
    return this.post(`${self}/continue`, new URLSearchParams());
  }

  forget(): void {
    this.#cookies.clear();
  }

  async #request(path: string, init: RequestInit): Promise<Seen> {
    const {urls, listening} = this.#it.service;
    const {pathname, search} = new URL(path, urls.hosted);
    // Behind its proxy the service has another address than browsers know.
    const url = new URL(pathname + search, listening.hosted);
    const cookies = [...this.#cookies]
      .filter(([name]) => url.pathname.startsWith(name.split(' ')[1]!))
      .map(([, text]) => text);
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(cookies.length > 0 && {cookie: cookies.join('; ')}),
    };
    const response = await fetch(url, {...init, headers, redirect: 'manual'});
    for (const cookie of response.headers.getSetCookie()) {
      const key = `${cookie.split('=')[0]} ${/path=([^;]+)/i.exec(cookie)?.[1] ?? '/'}`;
      if (/max-age=0/i.test(cookie)) this.#cookies.delete(key);
      else this.#cookies.set(key, cookie.split(';')[0]!);
    }
    const text = (await response.text()).replaceAll('\u00a0', ' ');
    return {
      ...{status: response.status, headers: response.headers, text},
      location: response.headers.get('location') ?? '',
    };
  }
}

/** Whether a page has the button that gives it to a browser. */
export const asksToContinue = ({text}: Seen): boolean => /action="[^"]+\/continue\?/.test(text);

/** The data of the page for its script. */
export function dataOf({text}: Seen): Json {
  const block = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(text)?.[1];
  assert.ok(block, 'the page has no data');
  return JSON.parse(block) as Json;
}

export const jsonOf = ({text}: Seen): Json => JSON.parse(text) as Json;

/** Creates links to the hosted pages, as a shop's server does. */
export function linksOf(api: TestService) {
  const link = (path: string, query: Readonly<Record<string, string>>) =>
    `${path}?${new URLSearchParams(query).toString()}`;
  const back = {redirect_url: `${shop}/thanks?order=7`, cancel_url: `${shop}/plans`, reference: 'order 7'};
  return {
    back,
    async subscribe(plan: string, user?: string, more: Readonly<Record<string, string>> = {}) {
      const token = await api.token({scope: 'checkout', plan, ...(user !== undefined && {user})});
      return link('/checkout/subscribe', {plan_id: plan, auth_token: token, ...back, ...more});
    },
    async embedded(tracker: string, more: Readonly<Record<string, string>> = {}) {
      const token = await api.token({scope: 'checkout', tracker});
      return link('/embedded', {
        environment: 'sandbox',
        tracker,
        tbt: token,
        source: 'hosted',
        ...back,
        ...more,
      });
    },
    /** A portal's link that the shop's server has vouched for, and the text that only the asking browser has. */
    async vouched(user: string) {
      const verifier = randomBytes(32).toString('base64url');
      const code_challenge = createHash('sha256').update(verifier).digest('base64url');
      const redirect_url = `${shop}/account`;
      const token = await api.token({scope: 'portal', user, redirect_url, code_challenge});
      return {verifier, link: link('/portal', {auth_token: token, redirect_url})};
    },
    async portal(user: string, subscription?: string) {
      const token = await api.token({
        scope: 'portal',
        user,
        ...(subscription !== undefined && {subscription}),
      });
      return link('/portal', {auth_token: token, redirect_url: `${shop}/account`});
    },
  };
}

/** Sends the request of the page's button, with a saved card. */
export async function press(
  browser: HostedBrowser,
  page: Seen,
  method: string,
): Promise<{readonly status: number; readonly json: Json}> {
  const {url, body} = dataOf(page)['action'] as unknown as {url: string; body: Record<string, unknown>};
  const answer = await browser.post(url, {...body, payment_method: method});
  return {status: answer.status, json: jsonOf(answer)};
}

export const queryOf = (address: unknown): Record<string, string> =>
  Object.fromEntries(new URL(string(address)).searchParams);
