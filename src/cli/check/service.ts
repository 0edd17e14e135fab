import {CardVaultError, readPayment, type SessionAnswer} from '../../protocol/index.js';
import {corsFault, preflightFault, type CrossOriginRequest} from './cors.js';
import {notTried, ok, wrong, type Finding} from './finding.js';
import {isAnswered, isSuccess, jsonOf, type Visit} from './http.js';
import {codeOf} from './session.js';

/** Requests of the page to the service, as the session's features decide them, and the responses. */
export interface ServiceFacts {
  readonly opened: SessionAnswer;
  /** Origin of the page. */
  readonly origin: string;
  /** Response to the preflight of an action; missing where the page calls its own origin. */
  readonly preflight: Visit | undefined;
  /** Response to the request for a capture context; missing in raw mode. */
  readonly action: Visit | undefined;
  /** Response to the reading of the payment. */
  readonly payment: Visit;
  /** Response to the preflight of that reading, where another origin is asked. */
  readonly paymentPreflight: Visit | undefined;
}

const relay =
  "If the service cannot be made to allow it, set relay: true in createCardVaultServer: the page then calls the shop's own server, which passes the requests on.";

/** An action as the page sends it. */
export function actionRequest({serviceUrl, session}: SessionAnswer, origin: string): CrossOriginRequest {
  const key = session.features?.includes('idempotency-keys') ? ['idempotency-key'] : [];
  return {
    url: `${serviceUrl}/order/payments/v3/${encodeURIComponent(session.tracker)}`,
    origin,
    method: 'POST',
    headers: ['authorization', 'content-type', ...key],
  };
}

/** The reading of a payment as the page sends it: from the shop, or else from the service. */
export function paymentRequest(opened: SessionAnswer, origin: string): CrossOriginRequest {
  const {serviceUrl, session, paymentUrl} = opened;
  const reporter = `${serviceUrl}/reporter/api/v1/payments/${encodeURIComponent(session.tracker)}`;
  const headers = paymentUrl === undefined ? ['authorization'] : [];
  return {url: paymentUrl ?? reporter, origin, method: 'GET', headers};
}

/** Whether browsers let the page call the service. */
export function checkCors({opened, origin, preflight}: ServiceFacts): Finding {
  const request = actionRequest(opened, origin);
  const service = new URL(request.url).origin;
  if (preflight === undefined)
    return ok('cors', `The page calls its own origin, ${service}, so no permission is needed.`);
  const fault = preflightFault(request, preflight);
  const names = request.headers.join(', ');
  if (fault === undefined)
    return ok('cors', `${service} lets pages of ${origin} send ${request.method} with ${names}.`);
  return wrong(
    'cors',
    `Browsers stop the page's requests to ${service}: ${fault}. The page at ${origin} sends ${request.method} with ${names}.`,
    `Add ${origin} to the merchant's origins at the service. ${relay}`,
  );
}

/** Whether the service takes the page's token, and lets the page read the response. */
export function checkToken({opened, origin, action, preflight}: ServiceFacts): Finding {
  if (action === undefined)
    return notTried('token', 'without hosted fields there is no harmless action to try');
  const service = new URL(opened.serviceUrl).origin;
  if (!isAnswered(action)) {
    return wrong(
      'token',
      `${service} cannot be reached from here (${action.failure}); the shop's server reaches it.`,
      'If browsers reach the service by another name than the server does, set browserServiceUrl.',
    );
  }
  const code = codeOf(action);
  if (!isSuccess(action)) {
    return wrong(
      'token',
      `${service} refuses the page's first action with ${action.status}${code && ` (${code})`}.`,
      actionAdvice(action.status, code, origin),
    );
  }
  const fault = preflight === undefined ? undefined : corsFault({origin}, action);
  if (fault === undefined)
    return ok('token', `${service} takes the page's token and lets the page read the response.`);
  return wrong('token', `The page may not read responses of ${service}: ${fault}.`, relay);
}

function actionAdvice(status: number, code: string, origin: string): string {
  if (code.includes('origin'))
    return `The token or the merchant belongs to another origin than ${origin}: add it to the merchant's origins at the service, set publicUrl and origins, and let proxies pass the header Origin on unchanged.`;
  if (status >= 500) return 'Try again in a few minutes; if it lasts, ask the operator of the service.';
  return 'Check that serviceUrl and browserServiceUrl lead to the same service, and that no proxy removes the header Authorization.';
}

/** Whether the page can read how a payment stands, which it does after each step-up. */
export function checkTruth({opened, origin, payment, paymentPreflight}: ServiceFacts): Finding {
  const request = paymentRequest(opened, origin);
  const host = new URL(request.url).origin;
  const update =
    'Let the session name a payment_url: upgrade card-vault on the server, and pass its response on unchanged.';
  const next = opened.paymentUrl === undefined ? update : "Look into the log of the shop's server.";
  if (!isAnswered(payment))
    return wrong('truth', `${request.url} gives no response (${payment.failure}).`, next);
  const preflight = paymentPreflight && preflightFault(request, paymentPreflight);
  const fault = preflight ?? (host === origin ? undefined : corsFault({origin}, payment));
  if (fault !== undefined) {
    return wrong('truth', `The page cannot read how a payment stands from ${host}: ${fault}.`, next);
  }
  if (!isSuccess(payment)) {
    const code = codeOf(payment);
    return wrong('truth', `${request.url} answers ${payment.status}${code && ` (${code})`}.`, next);
  }
  try {
    readPayment(jsonOf(payment));
    return ok('truth', `The page can read how a payment stands from ${host}.`);
  } catch (error) {
    const why = error instanceof CardVaultError ? error.message : '';
    return wrong('truth', `${request.url} answers something else than a payment. ${why}`, next);
  }
}

const isLoopback = (hostname: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether page, service and card fields belong to one environment. */
export function checkEnvironment(origin: string, serviceUrl: string, library: string | undefined): Finding {
  const page = new URL(origin);
  const service = new URL(serviceUrl);
  const fields = library === undefined ? '' : new URL(library).hostname;
  if (page.protocol !== 'https:' && !isLoopback(page.hostname)) {
    return wrong(
      'environment',
      `The page is served over plain http (${origin}).`,
      'Serve it over https: browsers give the element and the card fields what they need on secure pages only.',
    );
  }
  if (isLoopback(service.hostname) && !isLoopback(page.hostname)) {
    return wrong(
      'environment',
      `The page at ${origin} is sent to a service on the shopper's own machine, ${service.origin}.`,
      'Set serviceUrl, or browserServiceUrl, to the public address of the service.',
    );
  }
  if (service.protocol !== 'https:' && page.protocol === 'https:' && !isLoopback(service.hostname)) {
    return wrong(
      'environment',
      `Browsers block calls from the https page to ${service.origin} as mixed content.`,
      'Set serviceUrl to an https address.',
    );
  }
  const isSandbox = /(^|[.-])(sandbox|dev|test|staging)[.-]/.test(service.hostname);
  const isTestFields = fields === 'testflex.cybersource.com';
  if (
    (isSandbox && fields === 'flex.cybersource.com') ||
    (service.hostname === 'api.getsafepay.com' && isTestFields)
  ) {
    return wrong(
      'environment',
      `The service is ${service.origin} and its card fields come from ${fields}: a test and a live environment are mixed.`,
      'Use keys and serviceUrl of one environment; if they are, ask the operator of the service.',
    );
  }
  const kind = isLoopback(service.hostname)
    ? 'a service on this machine, for development and tests'
    : isSandbox || isTestFields
      ? 'a test environment: no money moves'
      : 'not a test environment, as far as its name shows';
  return ok('environment', `The service is ${service.origin}, ${kind}.`);
}
