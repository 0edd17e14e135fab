import {readSession, type SessionAnswer} from '../../protocol/index.js';
import {codeOf} from '../check/session.js';
import {
  createGo,
  isAnswered,
  isHtml,
  jsonOf,
  redirectOf,
  type Answered,
  type Go,
  type Visit,
} from '../check/http.js';

/** A shop's server, and the test shoppers as whom it is tried. */
export interface ContractOptions {
  /** Address of the session route. */
  readonly address: string;
  /** Origin of the page that holds the element; that of the address when left out. */
  readonly origin?: string | undefined;
  /** Headers that log a test shopper in, such as `{cookie: 'session=…'}`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Headers that log another test shopper in. */
  readonly otherHeaders?: Readonly<Record<string, string>> | undefined;
  /** Number of a test card that is saved without a question of its bank. Only where the session's `entry_mode` is `raw`. */
  readonly card?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** An answer, and the request that it is to, with names for what differs from run to run. */
export interface Reply {
  /** Method and path, such as `POST /card-vault/session/<tracker>/token`. */
  readonly route: string;
  readonly answer: Visit;
}

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly as?: 'own' | 'other' | 'guest';
  readonly origin?: string;
  /** `Idempotency-Key`; a new one when left out. */
  readonly key?: string;
  readonly body?: string;
  readonly type?: string;
  readonly signal?: AbortSignal;
  /** Something before the shop's server may answer this one, in its own way. */
  readonly mayBeStopped?: boolean;
}

/** Thrown where a rule is broken. The message says how. */
export class Broken extends Error {}
/** Thrown where a rule cannot be tried. The message says why. */
export class NotTried extends Error {}

/** Milliseconds that a response may take. */
const timeout = 30_000;
/** How often, and after how many milliseconds, the page asks again while an earlier sending is under way. */
const inFlight = {tries: 5, pause: 1000} as const;

/** The shop as its pages ask it. */
export class Shop {
  readonly address: string;
  readonly origin: string;
  readonly isLoggedIn: boolean;
  /** Another shopper was named. */
  readonly hasOther: boolean;
  readonly card: string | undefined;
  readonly go: Go;
  /** The key and the answer of the first session. */
  readonly firstKey = crypto.randomUUID();
  first: SessionAnswer | undefined;
  /** Token of the card that was saved. */
  saved: string | undefined;
  /** All that was answered, for rules of every route. */
  readonly replies: {readonly route: string; readonly answer: Answered}[] = [];
  readonly credentials = new Set<string>();
  readonly #own: Readonly<Record<string, string>>;
  readonly #other: Readonly<Record<string, string>>;

  constructor({address, origin, headers, otherHeaders, card, fetch}: ContractOptions) {
    this.address = new URL(address).href;
    this.origin = new URL(origin ?? address).origin;
    this.card = card;
    this.#own = headers ?? {};
    this.#other = otherHeaders ?? {};
    this.isLoggedIn = Object.keys(this.#own).length > 0;
    this.hasOther = Object.keys(this.#other).length > 0;
    this.go = createGo(fetch ?? globalThis.fetch, timeout);
    for (const one of [...Object.values(this.#own), ...Object.values(this.#other)]) this.credentials.add(one);
  }

  /** The session that was opened first. */
  get session(): SessionAnswer {
    if (this.first) return this.first;
    throw new NotTried('no session was opened');
  }

  /** An address of the first tracker, with a tracker that does not exist in its place. */
  unknown(url: string): string {
    const own = encodeURIComponent(this.session.session.tracker);
    return url.replaceAll(own, 'track_00000000-0000-4000-8000-000000000000');
  }

  /** Login headers, for addresses of the shop's own server and no other. */
  loginFor(url: string, as: Asking['as'] = 'own'): Readonly<Record<string, string>> {
    const isShop = new URL(url).origin === new URL(this.address).origin;
    return isShop ? {own: this.#own, other: this.#other, guest: {}}[as] : {};
  }

  /** Sends a request as a page does, again while an earlier sending is under way. */
  async ask(url: string, asking: Asking = {}): Promise<Reply> {
    const {method = 'POST', mayBeStopped = false} = asking;
    const key = asking.key ?? crypto.randomUUID();
    let answer = await this.#send(url, {...asking, key});
    for (let tries = 1; tries < inFlight.tries && isInFlight(answer); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, inFlight.pause));
      answer = await this.#send(url, {...asking, key});
    }
    const reply = {route: `${method} ${this.#pathOf(url)}`, answer};
    if (isAnswered(answer) && !mayBeStopped) this.replies.push({...reply, answer});
    return reply;
  }

  /**
   * Reads a reply as a session.
   *
   * @throws Broken
   */
  read(reply: Reply, how?: string): SessionAnswer {
    const session = readAs(reply, (body) => readSession(body, this.address), how);
    this.credentials.add(session.timeBasedToken);
    return session;
  }

  /** Opens a session. */
  async open(asking: Asking = {}, how?: string): Promise<SessionAnswer> {
    return this.read(await this.ask(this.address, asking), how);
  }

  #send(
    url: string,
    {method = 'POST', as, origin = this.origin, key, body, type, signal}: Asking,
  ): Promise<Visit> {
    const sends = method === 'POST' || method === 'PUT';
    return this.go(url, {
      method,
      headers: {
        ...this.loginFor(url, as),
        accept: 'application/json',
        ...(method === 'GET' ? {'sec-fetch-site': 'same-origin'} : {origin}),
        ...(method === 'POST' && key !== undefined && {'idempotency-key': key}),
        ...(sends && {'content-type': type ?? 'application/json'}),
      },
      ...(sends && {body: body ?? '{}'}),
      ...(signal && {signal}),
    });
  }

  #pathOf(url: string): string {
    const {pathname} = new URL(url);
    return pathname.replace(/\b(track|pm)_[\w-]+/g, (_, kind: string) =>
      kind === 'pm' ? '<token>' : '<tracker>',
    );
  }
}

function isInFlight(answer: Visit): boolean {
  return isAnswered(answer) && answer.status === 409 && codeOf(answer) === 'idempotency.in_flight';
}

/**
 * An answer of one of these statuses.
 *
 * @param how What is special about the request, such as `sent from another site`.
 * @throws Broken
 */
export function expectStatus({route, answer}: Reply, wanted: readonly number[], how?: string): Answered {
  const request = how === undefined ? route : `${route}, ${how},`;
  if (!isAnswered(answer)) throw new Broken(`${request} gives no response (${answer.failure}).`);
  if (wanted.includes(answer.status)) return answer;
  const target = redirectOf(answer);
  const code = codeOf(answer);
  const more = target
    ? ` with a redirect to ${target.origin}${target.pathname}`
    : isHtml(answer)
      ? ' with an HTML page'
      : code && ` (${code})`;
  throw new Broken(`${request} answers ${answer.status}${more}, not ${wanted.join(' or ')}.`);
}

/**
 * Reads a success as the page reads it.
 *
 * @throws Broken
 */
export function readAs<T>(reply: Reply, read: (body: unknown) => T, how?: string): T {
  const body = jsonOf(expectStatus(reply, [200], how));
  const request = how === undefined ? reply.route : `${reply.route}, ${how},`;
  if (typeof body !== 'object' || body === null)
    throw new Broken(`${request} answers 200 with something else than a JSON object.`);
  try {
    return read(body);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new Broken(`${request} answers 200, but the page cannot read it. ${why}`);
  }
}
