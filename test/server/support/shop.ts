import assert from 'node:assert/strict';
import {
  createCardVaultServer,
  type CardVaultServer,
  type CardVaultServerOptions,
} from '../../../src/server/index.js';
import {FakeService, publicKey, secretKey, serviceUrl, shop} from './fake-service.js';

export interface TestShop {
  readonly service: FakeService;
  readonly vault: CardVaultServer;
  readonly errors: unknown[];
  /** Sends a request the way a page of the shop does, logged in as `as`. */
  ask(
    method: string,
    path: string,
    options?: {as?: string; headers?: Record<string, string>; body?: string},
  ): Promise<Response>;
}

/** A shop whose login is a header, against a fake service. */
export function openShop(options: Partial<CardVaultServerOptions> = {}): TestShop {
  const service = new FakeService();
  const errors: unknown[] = [];
  const vault = createCardVaultServer({
    serviceUrl,
    secretKey,
    publicKey,
    currency: 'USD',
    publicUrl: shop,
    customer: (request) => request.headers.get('x-shopper'),
    fetch: service.fetch,
    onError: (error) => errors.push(error),
    ...options,
  });
  return {
    service,
    vault,
    errors,
    ask(method, path, {as = 'cus_ada', headers = {}, body} = {}) {
      return vault.handle(
        new Request(`${shop}/card-vault${path}`, {
          method,
          headers: {
            ...(as && {'x-shopper': as}),
            ...(method !== 'GET' && {origin: shop, 'sec-fetch-site': 'same-origin'}),
            ...(body !== undefined && {'content-type': 'application/json'}),
            ...headers,
          },
          ...(body !== undefined && {body}),
        }),
      );
    },
  };
}

/** The code of a refusal, and its sentence. */
export async function refusalIn(
  response: Response,
): Promise<{status: number; code: string; message: string}> {
  const body = (await response.json()) as {
    code: string;
    message: string;
    status: {errors: string[]; message: string};
  };
  return {status: response.status, code: body.code, message: body.status.message};
}

/** The code of an answer to `complete` that says that no card was saved. */
export async function notSavedIn(response: Response): Promise<string> {
  const body = (await response.json()) as {payment_method: unknown; code: string};
  assert.deepEqual([response.status, body.payment_method], [200, null]);
  return body.code;
}
