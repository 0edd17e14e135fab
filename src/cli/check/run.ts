import type {SessionAnswer} from '../../protocol/index.js';
import {checkCaptureContext, checkSignature, fieldsOf, keyAddress, type Fields} from './capture-context.js';
import {preflightHeaders, type CrossOriginRequest} from './cors.js';
import {checkNames, notTried, type Finding} from './finding.js';
import {checkFrame, checkReturn, visitReturn} from './framed-pages.js';
import {createGo, isAnswered, jsonOf, type Go, type Visit} from './http.js';
import {checkHostedPages, hostedPageOf} from './hosted-pages.js';
import type {Report} from '../report.js';
import {checkLibrary} from './library.js';
import type {CheckOptions} from './options.js';
import {checkPage, type PageNeeds} from './page.js';
import {
  actionRequest,
  checkCors,
  checkEnvironment,
  checkToken,
  checkTruth,
  paymentRequest,
  type ServiceFacts,
} from './service.js';
import {checkSession, openedSession, type SessionFacts} from './session.js';
import {checkWebhook, madeUpSecret, schemesFor, signedEvent, webhookObstacle} from './webhook.js';

/** Surroundings of a run. */
export interface Surroundings {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly webhookSecret: string | undefined;
}

/** Milliseconds that a response may take. */
const timeout = 30_000;

/** Fetches what the checks look at, step by step, and lets each check judge. */
export async function runChecks(options: CheckOptions, surroundings: Surroundings): Promise<Report<Finding>> {
  const go = createGo(surroundings.fetch, timeout);
  const session = await visitSession(options, go);
  const opened = openedSession(session);
  const service = opened && (await visitService(opened, options, go));
  const jwt = opened?.captureContext ?? (service && contextOf(service.action));
  const fields = jwt === undefined ? undefined : fieldsOf(jwt);
  const findings = [
    ...checkSession(session),
    ...(opened && service ? serviceFindings(opened, service, options, fields) : []),
    ...(await contextFindings({jwt, withoutHash: opened?.libraryWithoutHash === true}, fields, options, {
      go,
      now: surroundings.now,
    })),
    ...(await pageFindings(opened, fields, options, go)),
    await hostedFinding(opened, go),
    await webhookFinding(options, surroundings, go),
  ];
  return {
    findings: checkNames.map(
      (name) => findings.find(({check}) => check === name) ?? notTried(name, 'no session was opened'),
    ),
    credentials: [
      ...Object.values(options.headers),
      ...[opened?.timeBasedToken, jwt, opened?.captureContext, surroundings.webhookSecret].filter(
        (one) => one !== undefined,
      ),
    ],
  };
}

/** `POST <session route>` as the page sends it. */
async function visitSession({address, origin, headers}: CheckOptions, go: Go): Promise<SessionFacts> {
  const visit = await go(address, {
    method: 'POST',
    headers: {...headers, origin, accept: 'application/json', 'content-type': 'application/json'},
    body: '{}',
    follow: true,
  });
  return {address, origin, visit};
}

/** The login, for addresses of the shop's own server and no other. */
const loginFor = (url: string, {address, headers}: CheckOptions) =>
  new URL(url).origin === new URL(address).origin ? headers : {};

async function visitService(opened: SessionAnswer, options: CheckOptions, go: Go): Promise<ServiceFacts> {
  const {origin} = options;
  const {session, timeBasedToken, paymentUrl} = opened;
  const preflight = async (request: CrossOriginRequest): Promise<Visit | undefined> => {
    if (new URL(request.url).origin === origin || request.headers.length === 0) return undefined;
    return go(request.url, {method: 'OPTIONS', headers: preflightHeaders(request)});
  };
  const action = actionRequest(opened, origin);
  const payment = paymentRequest(opened, origin);
  const bearer = {authorization: `Bearer ${timeBasedToken}`};
  return {
    opened,
    origin,
    preflight: await preflight(action),
    action:
      session.entryMode === 'flex'
        ? await go(action.url, {
            method: 'POST',
            headers: {
              ...loginFor(action.url, options),
              ...bearer,
              origin,
              'content-type': 'application/json',
            },
            body: JSON.stringify({payload: {origin}}),
          })
        : undefined,
    payment: await go(payment.url, {
      headers:
        paymentUrl === undefined
          ? {...bearer, origin}
          : {...loginFor(payment.url, options), origin, 'sec-fetch-site': 'same-origin'},
    }),
    paymentPreflight: await preflight(payment),
  };
}

const contextOf = (action: Visit | undefined): string | undefined => {
  const body = action !== undefined && isAnswered(action) ? jsonOf(action) : undefined;
  const found = ['data', 'action', 'flex', 'capture_context_jwt'].reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    body,
  );
  return typeof found === 'string' ? found : undefined;
};

function serviceFindings(
  {serviceUrl}: SessionAnswer,
  facts: ServiceFacts,
  {origin}: CheckOptions,
  fields: Fields | undefined,
): readonly Finding[] {
  return [
    checkEnvironment(origin, serviceUrl, fields?.library),
    checkCors(facts),
    checkToken(facts),
    checkTruth(facts),
  ];
}

async function contextFindings(
  {jwt, withoutHash}: {readonly jwt: string | undefined; readonly withoutHash: boolean},
  fields: Fields | undefined,
  {origin}: CheckOptions,
  {go, now}: {readonly go: Go; readonly now: () => number},
): Promise<readonly Finding[]> {
  if (jwt === undefined) {
    const why = 'there is no capture context';
    return [notTried('capture-context', why), notTried('signature', why), notTried('library', why)];
  }
  const address = keyAddress(jwt);
  const key = address === undefined ? undefined : await go(address);
  return [
    checkCaptureContext({jwt, origin, withoutHash, now: now(), machineTime: timeOf(key)}),
    await checkSignature(jwt, key),
    await checkLibrary(
      fields && {fields, origin, withoutHash, visit: await go(fields.library, {headers: {origin}})},
    ),
  ];
}

/** The time of the machine that answered. */
function timeOf(visit: Visit | undefined): number | undefined {
  const date = visit && isAnswered(visit) ? Date.parse(visit.headers.get('date') ?? '') : NaN;
  return Number.isNaN(date) ? undefined : date;
}

async function pageFindings(
  opened: SessionAnswer | undefined,
  fields: Fields | undefined,
  options: CheckOptions,
  go: Go,
): Promise<readonly Finding[]> {
  const {address, page, origin, headers} = options;
  const visit = page === undefined ? undefined : await go(page, {headers, follow: true});
  if (opened === undefined) return [checkPage(visit, undefined)];
  const {frameUrl, returnUrl} = opened.session;
  const needs: PageNeeds = {
    serviceUrl: opened.serviceUrl,
    shopOrigin: new URL(address).origin,
    fields,
    frameUrl,
    returnUrl,
    merchant: opened.merchant,
  };
  return [
    checkPage(visit, needs),
    await checkFrame(
      frameUrl === undefined ? undefined : await go(frameUrl, {headers: loginFor(frameUrl, options)}),
      origin,
    ),
    await checkReturn(await visitReturn(returnUrl, go), origin),
  ];
}

async function hostedFinding(opened: SessionAnswer | undefined, go: Go): Promise<Finding> {
  if (opened === undefined) return checkHostedPages(undefined);
  const {url, isNamed} = hostedPageOf(opened);
  return checkHostedPages({isNamed, visit: await go(url)});
}

async function webhookFinding(
  {webhook, webhookScheme}: CheckOptions,
  {now, webhookSecret}: Surroundings,
  go: Go,
): Promise<Finding> {
  const obstacle = webhookObstacle(webhook, webhookSecret, webhookScheme);
  if (obstacle || webhook === undefined || webhookSecret === undefined)
    return obstacle ?? notTried('webhook', 'no receiver was named');
  const send = async (secret: string, scheme: (typeof schemes)[number]) =>
    go(webhook, await signedEvent({secret, scheme, now: now(), url: webhook}));
  const fits = schemesFor(webhookSecret);
  const schemes = fits.toSorted((a, b) => Number(b === webhookScheme) - Number(a === webhookScheme));
  const signed = [];
  for (const scheme of schemes) signed.push([scheme, await send(webhookSecret, scheme)] as const);
  const forged = await send(madeUpSecret(webhookSecret), schemes[0] ?? 'standard');
  return checkWebhook({url: webhook, forged, signed, expected: webhookScheme});
}
