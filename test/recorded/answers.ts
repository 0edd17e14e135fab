import type {Answer, Json, RecordedRequest} from './http.js';
import type {World} from './state.js';

/** The headers of every recorded answer of the paths that pages call, success and error alike (wire 9.1). */
export const openToPages = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Origin, Content-Type, Authorization',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS, PUT',
};
export const closedToPages = {Vary: 'Origin'};

const json = (status: number, body: Json): Answer => ({
  status,
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(body),
});

export const succeeded = (data: unknown, status = 200): Answer =>
  json(status, {data, status: {errors: [], message: 'success'}});

export const reported = (data: Json): Answer => json(200, {ok: true, data});

export const refused = (status: number, error: string): Answer =>
  json(status, {data: null, status: {errors: [error], message: error}});

export const unauthorized = (): Answer =>
  json(401, {
    code: 'error.unauthorized_access',
    message: 'strategies/union: [client jwt: no token, user jwt: no token, secret: no key, tbt: not "a:b"]',
  });

export const merchantOnly = (): Answer => refused(403, 'this request requires merchant authentication.');

/** Who asks: the shop's server with its secret, a page with a time-based token, or neither. */
export function callerOf({headers}: RecordedRequest, world: World): 'merchant' | 'page' | undefined {
  if (headers['x-sfpy-merchant-secret'] === world.secretKey) return 'merchant';
  const [, token] = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '') ?? [];
  return token !== undefined && world.passports.has(token) ? 'page' : undefined;
}
