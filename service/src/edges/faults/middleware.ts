/** Makes requests on the API origin fail as planned. */
import type {IncomingMessage} from 'node:http';
import {ServiceError, unauthorized} from '../../platform/errors.js';
import type {ServiceContext, ServiceMiddleware} from '../../platform/http/env.js';
import type {FaultPoint, FaultPoints, Strike} from '../../platform/fault-points.js';

/** Reads the properties of a request that rules match. */
export interface RequestReader {
  /** The action of a request on a tracker's path; undefined if its body states none. */
  readonly actionOf: (c: ServiceContext, tracker: string) => Promise<string | undefined>;
  /** Id of the merchant whose secret key was sent; undefined without one. */
  readonly merchantOf: (c: ServiceContext) => Promise<string | undefined>;
  /**
   * Adds CORS headers, so that pages of the tracker's merchant can read the injected failure. It comes before
   * the token is checked, which otherwise adds them.
   */
  readonly allowPagesOfMerchant: (c: ServiceContext, tracker: string) => Promise<void>;
}

const trackerPath = /^\/(?:order\/payments\/v3|reporter\/api\/v1\/payments)\/([^/]+)(\/[^/]+)?$/;

const actionBySuffix: Readonly<Record<string, string>> = {
  '/reversal': 'REVERSAL',
  '/validation': 'PAYER_AUTH_VALIDATION',
};

async function pointOf(c: ServiceContext, reader: RequestReader): Promise<FaultPoint> {
  const {method, path} = c.req;
  const [, tracker, suffix] = trackerPath.exec(path) ?? [];
  const merchant = await reader.merchantOf(c);
  const point = {route: `${method} ${path}`, merchant};
  if (tracker === undefined) return point;
  if (suffix !== undefined) return {...point, tracker, action: actionBySuffix[suffix]};
  if (path.startsWith('/reporter/')) return {...point, tracker, action: 'FETCH_PAYMENT'};
  if (method !== 'POST') return {...point, tracker};
  return {...point, tracker, action: await reader.actionOf(c, tracker).catch(() => undefined)};
}

/** Closes the connection. The returned response is never sent. */
function hangUp(c: ServiceContext): Response {
  const bindings = c.env as {readonly incoming?: IncomingMessage} | undefined;
  bindings?.incoming?.socket.destroy();
  return new Response(null, {status: 502});
}

/**
 * Makes requests on the API origin fail as planned. The testers' own tools (`/sandbox`, dashboard, health)
 * are exempt, so that faults can always be switched off.
 */
export function faultMiddleware(faults: FaultPoints, reader: RequestReader): ServiceMiddleware {
  return async (c, next) => {
    if (!faults.armed || /^\/(sandbox|dashboard|healthz|readyz)?(\/|$)/.test(c.req.path)) return next();
    const point = await pointOf(c, reader);
    const hasBearerToken = /^Bearer /i.test(c.req.header('authorization') ?? '');
    const strikes = [
      ...(hasBearerToken ? faults.strike('bearer', point) : []),
      ...faults.strike('request', point),
    ];
    for (const {milliseconds} of strikes.filter(({kind}) => kind === 'latency'))
      await faults.wait(milliseconds);
    const failure = strikes.find(({kind}) => kind !== 'latency');
    if (!failure) return next();
    if (hasBearerToken && point.tracker !== undefined) await reader.allowPagesOfMerchant(c, point.tracker);
    return inject(c, next, {faults, strike: failure});
  };
}

async function inject(
  c: ServiceContext,
  next: () => Promise<void>,
  {faults, strike}: {readonly faults: FaultPoints; readonly strike: Strike},
): Promise<Response | void> {
  switch (strike.kind) {
    case 'token-expired':
      throw unauthorized('The time-based token has expired (injected fault).', 'tbt_expired');
    case 'server-error':
      throw new ServiceError(500, 'fault.server_error', 'Something went wrong (injected fault).');
    case 'timeout-before':
      await faults.wait(strike.milliseconds);
      return hangUp(c);
    case 'timeout-after':
      await next();
      await faults.wait(strike.milliseconds);
      c.res = hangUp(c);
      return;
    case 'dropped-reply':
      await next();
      c.res = hangUp(c);
      return;
    default:
      return next();
  }
}
