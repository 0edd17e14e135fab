import {refusalOf, refuse, Refusal} from './answers.js';
import {CardVaultError} from '../protocol/index.js';
import {requestIdOf} from '../protocol/request-id.js';
import type {ServiceClient} from './client/client.js';
import {createSettler, type Settle} from './completion.js';
import {verified, type VerifiedPaymentMethod} from './consent.js';
import {inventoryOf, type Inventory, type InventoryOptions} from './inventory.js';
import type {Library} from './library.js';
import {writeMarkup} from './markup/markup.js';
import type {MarkupOptions} from './markup/options.js';
import {basePathOf, configure, forRequest, writeOnce, type Config} from './config.js';
import type {CardVaultServerOptions} from './options.js';
import {corsHeaders, preflight, requireOwnPage} from './origin.js';
import {returnPage} from './pages/return.js';
import {shellPage} from './pages/shell.js';
import {changePaymentMethod, listPaymentMethods, removePaymentMethod} from './payment-methods.js';
import {relayAction} from './relay.js';
import type {Visit} from './session-answer.js';
import {completeSession, openSession, readSessionPayment, renewSession} from './session.js';
import {planFacts, portalAddress, subscribeAddress} from './subscribe.js';
import {createSweeper, type SweepReport} from './sweep.js';
import {createWebhooks, logToErrors, type Webhooks} from './webhooks/webhooks.js';

export interface CardVaultServer {
  /** Where the routes are mounted. */
  readonly basePath: string;
  /** Answers one request. Never rejects. */
  handle(request: Request): Promise<Response>;
  /** The service with the secret key, for the shop's own code. */
  readonly client: ServiceClient;
  /** The service's events: verified, validated, each handled once. */
  readonly webhooks: Webhooks;
  /**
   * The HTML of `<card-vault>`, drawn before its script is there; with a nonce the session is asked for meanwhile. It holds no
   * credential (decision 0053).
   *
   * @throws CardVaultError `configuration-missing` for a wrong option
   */
  markup(options?: MarkupOptions): string;
  /**
   * The file by which this origin names its merchant. Serve it as text at `/.well-known/card-vault` of each origin: the service reads
   * it there before it gives the origin to the merchant (`client.origins.add`). `toNodeHandler` serves it by itself.
   */
  wellKnown(): Response;
  /**
   * The scripts of a page with the form, with a reason and a safeguard each, as PCI DSS 6.4.3 asks for. It needs no secrets.
   */
  inventory(options?: InventoryOptions): Inventory;
  /** Reverses what vanished browsers left held. Call it every minute or so. */
  sweep(): Promise<SweepReport>;
  /**
   * The saved card behind a token that a form posted, if it is this customer's and usable; nothing otherwise. A form can be posted by
   * a program, also after its save was refused: call it before the token is kept. `consentProblem` compares with the option `consent`.
   */
  verify(token: unknown, customer: string): Promise<VerifiedPaymentMethod | undefined>;
}

/**
 * The shop's side of `<card-vault>` (decisions 0006 and 0007), mounted under `basePath`:
 * `POST /session`, `POST /session/:tracker/token`, `GET /session/:tracker/payment`, `POST /session/:tracker/complete`,
 * `GET /payment-methods`, `PUT|DELETE /payment-methods/:token`, `GET|POST /subscribe`, `POST /portal`, `POST /webhooks`,
 * `GET|POST /return`, `GET /frame`, and with the option `relay` `POST /relay/order/payments/v3/:tracker`.
 *
 * Without `serviceUrl`, `secretKey` or `publicKey` it can be made, so that a build needs no secrets; each use of it then fails with
 * `configuration-missing`.
 *
 * @throws CardVaultError `configuration-missing` for a wrong option
 * @example
 * const vault = createCardVaultServer({
 *   serviceUrl: 'https://api.example', secretKey, publicKey, currency: 'USD',
 *   customer: async (request) => (await shopper(request))?.customerToken,
 * });
 * export default {fetch: (request: Request) => vault.handle(request)};
 */
export function createCardVaultServer(options: CardVaultServerOptions): CardVaultServer {
  const lacking = (['serviceUrl', 'secretKey', 'publicKey'] as const).filter((name) => !options[name]);
  return lacking.length > 0 ? serverWithout(lacking, options) : serverOf(options);
}

/** Stands for a server whose secrets are not there, as during a build. */
function serverWithout(lacking: readonly string[], options: CardVaultServerOptions): CardVaultServer {
  const {onError} = options;
  const basePath = basePathOf(options.basePath ?? '/card-vault');
  const names = lacking.join(', ');
  const error = new CardVaultError(
    'configuration-missing',
    `card-vault/server: ${names} ${lacking.length > 1 ? 'are' : 'is'} missing. Is the environment of this process set?`,
  );
  const fail = (): never => {
    throw error;
  };
  const report = onError ?? writeOnce();
  return {
    basePath,
    get client() {
      return fail();
    },
    get webhooks() {
      return fail();
    },
    // The markup names no secret, and pages may be written by a build.
    markup: (wanted) => markupOf(wanted, basePath, options),
    wellKnown: fail,
    inventory: (wanted = {}) => inventoryOf(wanted, basePath),
    sweep: () => Promise.reject(error),
    verify: () => Promise.reject(error),
    handle(request) {
      report(error, request);
      return Promise.resolve(refuse(refusalOf(error)));
    },
  };
}

function markupOf(
  wanted: MarkupOptions = {},
  basePath: string,
  {relay, browserServiceUrl, serviceUrl}: CardVaultServerOptions,
  library?: Library,
): string {
  return writeMarkup(wanted, {
    library,
    sessionUrl: `${basePath}/session`,
    serviceUrl: relay ? undefined : browserServiceUrl || serviceUrl || undefined,
  });
}

function serverOf(options: CardVaultServerOptions): CardVaultServer {
  const config = configure(options);
  const settle = createSettler();
  const {publicKey} = options;
  const webhooks = createWebhooks({
    // Without the option every event is refused, and the answer says that no secret is set.
    secrets: [],
    scheme: 'standard',
    now: config.now,
    log: logToErrors((error) => config.onError(error, undefined)),
    ...options.webhooks,
    publicKey,
  });
  const routes = routesOf(config, settle, webhooks);
  return {
    basePath: config.basePath,
    client: config.client,
    webhooks,
    markup: (wanted) => markupOf(wanted, config.basePath, options, config.library.known),
    wellKnown: () => wellKnownFile(publicKey),
    inventory: (wanted = {}) => inventoryOf(wanted, config.basePath),
    sweep: createSweeper({client: config.client, store: config.store, settle, now: config.now}),
    async verify(token, customer) {
      const methods = await config.client.paymentMethods.list(customer);
      const method = methods.find((one) => one.token === token);
      return method && verified(method, config.consent);
    },
    async handle(request) {
      const requestId = requestIdOf(request.headers.get('x-request-id'));
      const own = forRequest(config, requestId);
      config.calls?.open(requestId);
      const answer = await dispatch(request, routes, own).catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (!(error instanceof Refusal)) own.onError(error, request);
        return refuse(refusal);
      });
      const headers = {...corsHeaders(request, config), 'X-Request-Id': requestId};
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      if (config.calls) answer.headers.set('Server-Timing', config.calls.close(requestId));
      return answer;
    },
  };
}

/** Where the service looks for the file of `wellKnown`. */
const wellKnownPath = '/.well-known/card-vault';

const wellKnownFile = (publicKey: string) =>
  new Response(`# Merchants whose card fields may stand in pages of this origin.\n${publicKey}\n`, {
    headers: {'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff'},
  });

/** `config` belongs to this one request: its client sends the request's id. */
type Handler = (request: Request, parameter: string, config: Config) => Promise<Response>;

interface Route {
  readonly path: RegExp;
  /** By method; `parameter` is what the path's group matched. */
  readonly methods: Readonly<Record<string, Handler>>;
}

function routesOf(base: Config, settle: Settle, webhooks: Webhooks): readonly Route[] {
  const token = '([A-Za-z0-9_-]{1,128})';
  const post = (
    act: (visit: Visit, tracker: string, config: Config) => Promise<Response>,
  ): Route['methods'] => ({
    POST: async (request, tracker, config) => act(await ownVisit(request, config), tracker, config),
  });
  const back = returnPage(base);
  return [
    {path: /^\/session$/, methods: post((visit, _, config) => openSession(visit, config))},
    {
      path: new RegExp(`^/session/${token}/token$`),
      methods: post((visit, tracker, config) => renewSession(tracker, visit, config)),
    },
    {
      path: new RegExp(`^/session/${token}/complete$`),
      methods: post((visit, tracker, config) => completeSession(tracker, visit, config, settle)),
    },
    {
      path: new RegExp(`^/session/${token}/payment$`),
      methods: {
        GET: async (request, tracker, config) =>
          readSessionPayment(tracker, {customer: await requireCustomer(request, config)}, config),
      },
    },
    ...(base.relay
      ? [
          {
            path: new RegExp(`^/relay/order/payments/v3/${token}$`),
            methods: post((visit, tracker, config) => relayAction(tracker, visit, config)),
          },
        ]
      : []),
    {
      path: /^\/payment-methods$/,
      methods: {
        GET: async (request, _, config) => listPaymentMethods(await requireCustomer(request, config), config),
      },
    },
    {
      path: new RegExp(`^/payment-methods/${token}$`),
      methods: {
        PUT: async (request, method, config) =>
          changePaymentMethod(method, await ownVisit(request, config), config),
        DELETE: async (request, method, config) => {
          const {customer} = await ownVisit(request, config);
          return removePaymentMethod(method, customer, config);
        },
      },
    },
    ...subscriptionRoutes,
    {path: /^\/webhooks$/, methods: {POST: (request) => webhooks.handle(request)}},
    {path: /^\/return$/, methods: {GET: back, POST: back}},
    {path: /^\/frame$/, methods: {GET: (request) => shellPage(request, base)}},
  ];
}

/** The ways to the hosted pages of plans and subscriptions. */
const subscriptionRoutes: readonly Route[] = [
  {
    path: /^\/subscribe$/,
    methods: {
      GET: (request, _, config) => planFacts(request, config),
      POST: (request, _, config) => subscribeAddress(request, config),
    },
  },
  {
    path: /^\/portal$/,
    methods: {POST: async (request, _, config) => portalAddress(await ownVisit(request, config), config)},
  },
];

async function dispatch(request: Request, routes: readonly Route[], config: Config): Promise<Response> {
  const {pathname} = new URL(request.url);
  if (pathname === wellKnownPath && request.method === 'GET') return wellKnownFile(config.publicKey);
  const path = pathname.startsWith(`${config.basePath}/`) ? pathname.slice(config.basePath.length) : '';
  for (const route of routes) {
    const match = route.path.exec(path);
    if (!match) continue;
    if (request.method === 'OPTIONS') return preflight(request, config);
    const handler = Object.hasOwn(route.methods, request.method) ? route.methods[request.method] : undefined;
    if (handler) return handler(request, match[1] ?? '', config);
    const allowed = Object.keys(route.methods).join(', ');
    throw new Refusal(405, 'route.method_not_allowed', `This address answers ${allowed}.`, {Allow: allowed});
  }
  const where =
    path === ''
      ? ` It is mounted at ${config.basePath}: basePath is the path under which requests reach it.`
      : '';
  throw new Refusal(404, 'route.not_found', `card-vault answers nothing at ${pathname}.${where}`);
}

async function ownVisit(request: Request, config: Config): Promise<Visit> {
  const origin = await requireOwnPage(request, config);
  return {request, origin, customer: await requireCustomer(request, config)};
}

async function requireCustomer(request: Request, config: Config): Promise<string> {
  const customer = await config.customer(request);
  if (customer) return customer;
  throw new Refusal(
    401,
    'login.required',
    `The shopper is not signed in at ${config.publicOrigin ?? new URL(request.url).origin}: the shop's customer() hook named no customer for this request.`,
  );
}
