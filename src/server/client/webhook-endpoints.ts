import {Answer} from '../../protocol/answer.js';
import {numberAt, wordAt} from './readers.js';
import type {Repeatable} from './repeatable.js';
import {at} from './sending.js';
import type {Call} from './transport.js';

/** Where the shop wants its events sent. */
export interface WebhookEndpoint {
  readonly token: string;
  readonly url: string;
  readonly description: string | undefined;
  /** Kinds of events that are sent there; all when missing. */
  readonly events: readonly string[] | undefined;
  readonly enabled: boolean;
  /** `gone`, `failing` or `requested`. */
  readonly disabledReason: string | undefined;
  /** `unknown`, `healthy`, `failing`, `slowed` or `disabled`. */
  readonly health: string;
  /** Deliveries that wait for a try. */
  readonly pending: number;
  /** Deliveries that were given up. */
  readonly dead: number;
}

/** One event on its way to an endpoint. */
export interface WebhookDelivery {
  readonly token: string;
  readonly event: string;
  readonly type: string;
  readonly subscription: string | undefined;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly reason: string | undefined;
  readonly tries: number;
  readonly lastStatus: number | undefined;
  readonly nextTryAt: string | undefined;
}

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly description?: string;
  readonly events?: readonly string[];
  /** `whsec_` and 24 to 64 bytes in base64. Default: the service makes one. */
  readonly secret?: string;
}

export interface WebhookEndpointChanges {
  readonly url?: string;
  readonly description?: string | null;
  readonly events?: readonly string[] | null;
  readonly enabled?: boolean;
}

export interface WebhookEndpoints {
  /** The secret is told here and never again. */
  create(
    endpoint: NewWebhookEndpoint,
    options?: Repeatable,
  ): Promise<{readonly endpoint: WebhookEndpoint; readonly secret: string}>;
  list(): Promise<readonly WebhookEndpoint[]>;
  read(token: string): Promise<WebhookEndpoint>;
  update(token: string, changes: WebhookEndpointChanges): Promise<WebhookEndpoint>;
  remove(token: string): Promise<void>;
  /** Both secrets sign for a day unless another overlap is asked for. */
  rotateSecret(
    token: string,
    options?: Repeatable & {readonly overlapSeconds?: number},
  ): Promise<{readonly secret: string}>;
  /** The newest hundred, such as the dead letters with `{state: 'dead'}`. */
  deliveries(
    token: string,
    filter?: {readonly state?: WebhookDelivery['state']; readonly subscription?: string},
  ): Promise<readonly WebhookDelivery[]>;
  resend(token: string, delivery: string, options?: Repeatable): Promise<WebhookDelivery>;
  /** Sends what happened in a time once more: dead letters and what was never sent there. ISO instants. */
  replay(
    token: string,
    range: {readonly from: string; readonly to?: string; readonly includeDelivered?: boolean},
    options?: Repeatable,
  ): Promise<{readonly count: number}>;
}

const path = '/client/webhooks/v1/';

/** `client.webhooks`: endpoints of the shop, with the secret key. Rejects as every call of the client does. */
export function createWebhookEndpoints(call: Call): WebhookEndpoints {
  const requests = requestsOf(call);
  return {...endpointCalls(requests), ...deliveryCalls(requests)};
}

const its = (endpoint: string, more = '') => path + at`${{endpoint}}` + more;

type Body = Readonly<Record<string, unknown>>;

function requestsOf(call: Call) {
  const send = async (request: Parameters<Call>[0]) => new Answer(await call(request)).at('data');
  return {
    send,
    get: (where: string, doing: string) => send({method: 'GET', path: where, doing}),
    post: (where: string, doing: string, body: Body, {idempotencyKey: key}: Repeatable = {}) =>
      send({method: 'POST', path: where, doing, body, ...(key !== undefined && {idempotencyKey: key})}),
  };
}

type Requests = ReturnType<typeof requestsOf>;

function endpointCalls({
  send,
  get,
  post,
}: Requests): Omit<WebhookEndpoints, 'deliveries' | 'resend' | 'replay'> {
  return {
    async create(endpoint, options) {
      const data = await post(path, 'naming a webhook endpoint', {...endpoint}, options);
      return {endpoint: readEndpoint(data), secret: data.at('secret').text()};
    },
    list: async () =>
      (await get(`${path}?limit=100`, 'listing webhook endpoints')).at('list').items().map(readEndpoint),
    read: async (token) => readEndpoint(await get(its(token), 'reading a webhook endpoint')),
    async update(token, changes) {
      const doing = 'changing a webhook endpoint';
      return readEndpoint(await send({method: 'PUT', path: its(token), doing, body: {...changes}}));
    },
    async remove(token) {
      await send({method: 'DELETE', path: its(token), doing: 'removing a webhook endpoint'});
    },
    async rotateSecret(token, {overlapSeconds, ...options} = {}) {
      const body = overlapSeconds === undefined ? {} : {overlap_seconds: overlapSeconds};
      const data = await post(its(token, '/secret/rotate'), 'replacing a webhook secret', body, options);
      return {secret: data.at('secret').text()};
    },
  };
}

function deliveryCalls({get, post}: Requests): Pick<WebhookEndpoints, 'deliveries' | 'resend' | 'replay'> {
  return {
    async deliveries(token, filter = {}) {
      const query = new URLSearchParams({limit: '100', ...filter});
      const data = await get(its(token, `/deliveries?${query}`), 'listing deliveries');
      return data.at('list').items().map(readDelivery);
    },
    async resend(token, delivery, options) {
      const where = its(token, at`/deliveries/${{delivery}}/resend`);
      return readDelivery(await post(where, 'sending a delivery again', {}, options));
    },
    async replay(token, {from, to, includeDelivered = false}, options) {
      const body = {from, ...(to !== undefined && {to}), include_delivered: includeDelivered};
      const data = await post(its(token, '/replay'), 'sending events again', body, options);
      return {count: data.at('count').number()};
    },
  };
}

function readEndpoint(data: Answer): WebhookEndpoint {
  const events = data.at('events');
  return {
    token: data.at('token').text(),
    url: data.at('url').text(),
    description: data.at('description').optionalText(),
    events: events.present ? events.items().map((item) => item.text()) : undefined,
    enabled: data.at('state').value === 'enabled',
    disabledReason: data.at('disabled_reason').optionalText(),
    health: data.at('health', 'state').display(),
    pending: data.at('health', 'pending').number(),
    dead: data.at('health', 'dead').number(),
  };
}

function readDelivery(data: Answer): WebhookDelivery {
  const state = data.at('state');
  return {
    token: data.at('token').text(),
    event: data.at('event').text(),
    type: data.at('type').text(),
    subscription: data.at('subscription').optionalText(),
    state: wordAt(state, ['pending', 'delivered', 'dead']) ?? state.refuse('a state'),
    reason: data.at('reason').optionalText(),
    tries: data.at('tries').number(),
    lastStatus: numberAt(data.at('last_status')),
    nextTryAt: data.at('next_try_at').optionalText(),
  };
}
