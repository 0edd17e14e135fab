// Further: shops with one fault each; the command: `test/cli/check.test.ts`.
import {closedAddress} from './support/shop.js';
import {html, instead, itNames} from './support/broken-shop.js';

/** A proxy that passes requests on under another host. */
const behind =
  (host: string) =>
  (request: Request, handle: (request: Request) => Promise<Response>): Promise<Response> => {
    const inner = new URL(request.url);
    inner.host = host;
    return handle(new Request(inner, request));
  };

itNames({
  'the secret key is wrong': {
    changes: {options: {secretKey: 'sk_test_of_somebody_else'}},
    wrong: {keys: /refuses the keys of the shop's server.*Set secretKey/},
  },
  'the public key is that of another merchant': {
    changes: {options: {publicKey: 'sec_00000000-0000-4000-8000-000000000000'}},
    wrong: {keys: /belong to different merchants.*Set publicKey and secretKey/},
  },
  'the service cannot be reached from the server': {
    changes: async () => ({options: {serviceUrl: await closedAddress()}}),
    wrong: {service: /could not reach the payment service.*Check serviceUrl/},
  },
  'serviceUrl leads to something else': {
    changes: (street) => ({options: {serviceUrl: street.backend.issuer}}),
    wrong: {service: /not_found.*Set serviceUrl to the address of the API/},
  },
  'hostedUrl leads to a host without the page': {
    changes: (street) => ({options: {hostedUrl: street.backend.issuer}}),
    wrong: {'hosted-pages': /not at http:\/\/127.*answers 404\. Shoppers.*Set hostedUrl/},
  },
  'nothing listens at hostedUrl': {
    changes: async () => ({options: {hostedUrl: await closedAddress()}}),
    wrong: {'hosted-pages': /gives no response.*no page.*Set hostedUrl/},
  },
  'the page has an origin that the shop does not name': {
    args: ['--origin', 'https://www.shop.example'],
    wrong: {origin: /refuses requests from pages of https:\/\/www\.shop\.example.*set publicUrl.*origins/},
  },
  'publicUrl is missing behind a proxy that changes the host': {
    changes: {options: {publicUrl: undefined as never}, between: behind('shop-1.localhost:8080')},
    wrong: {origin: /refuses requests from pages of http:\/\/localhost.*set publicUrl/},
  },
  'publicUrl is missing on a server with a public name': {
    changes: {options: {publicUrl: undefined as never}, between: behind('shop-1.internal:8080')},
    wrong: {'public-url': /publicUrl is missing.*Set publicUrl of createCardVaultServer to http:/},
  },
  'the shopper is a customer of another environment': {
    changes: {options: {customer: () => 'cus_00000000-0000-4000-8000-000000000000'}},
    wrong: {session: /does not know the customer.*unknown to the live service/},
  },
  'no shopper is logged in': {
    changes: {options: {customer: () => null}},
    wrong: {login: /names no shopper.*--header/},
  },
  'the session route answers with a login page': {
    changes: {between: instead('/card-vault/session', () => html('<form action=/login></form>'))},
    wrong: {
      route: /answers 200 with an HTML page instead of JSON: a login page.*before the shop's own router/,
    },
  },
  'the session route redirects to a login page': {
    changes: {
      between: instead('/card-vault/session', ({url}) =>
        Response.redirect(new URL('https://login.shop.example/?back=1', url)),
      ),
    },
    wrong: {route: /redirect to https:\/\/login\.shop\.example\//},
  },
  'a proxy changes the session on its way': {
    changes: (street) => ({between: street.sessionWith({tracker: undefined})}),
    wrong: {session: /\/tracker should be a text but is missing.*pass its response on unchanged/},
  },
  'the service allows no other origin, and the shop relays nothing': {
    world: (street) => street.serviceWithPreflight(() => new Response(null, {status: 204})),
    wrong: {cors: /stop the page's requests.*no Access-Control-Allow-Origin.*set relay: true/},
  },
  'the service tells of idempotency keys, and its preflight forbids them': {
    changes: (street) => ({between: street.sessionWith({features: ['idempotency-keys']})}),
    world: (street) =>
      street.withFetch(({origin, pathname}, {method}) =>
        method === 'OPTIONS' && origin === street.backend.api && pathname.startsWith('/order/')
          ? new Response(null, {
              headers: {
                'access-control-allow-origin': '*',
                'access-control-allow-headers': 'Origin, Content-Type, Authorization',
              },
            })
          : undefined,
      ),
    wrong: {cors: /Access-Control-Allow-Headers does not name idempotency-key/},
  },
  'a page cannot read payments from the service, and the session names no payment_url': {
    changes: (street) => ({between: street.sessionWith({payment_url: undefined})}),
    world: (street) =>
      street.withFetch(({pathname}) =>
        pathname.startsWith('/reporter/') ? Response.json({}, {headers: {vary: 'Origin'}}) : undefined,
      ),
    wrong: {truth: /no Access-Control-Allow-Origin.*upgrade card-vault on the server/},
  },
  'browsers cannot reach the address of the service': {
    changes: async () => ({options: {browserServiceUrl: await closedAddress()}}),
    wrong: {
      cors: /no response \(ECONNREFUSED\)/,
      token: /set browserServiceUrl/,
      page: /connect-src lacks/,
    },
  },
});
