import {Hono, type Context} from 'hono';
import {ServiceError} from '../../platform/errors.js';
import {limitBody} from '../../platform/http/body-limit.js';
import {asset, ownScriptHeaders, type AssetName} from '../../platform/pages/assets.js';
import {answerHeaders, framedDocumentHeaders} from '../../platform/pages/headers.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {ServiceSettings} from '../../platform/settings.js';
import {pathOf, type AccessTokens} from './access-tokens.js';
import {readAnswer} from './answer-body.js';
import {deviceDataPage, deviceDataReport} from './device-data-page.js';
import {scriptPath} from './document.js';
import {downPage, finishPage, invalidTokenPage, nothingToDoPage} from './end-pages.js';
import {languageFor} from './language.js';
import {answerPath, pageData} from './page-data.js';
import {passkeyOrigin} from './passkeys.js';
import {secondPage} from './second-page.js';
import {stepUpPage, usesSecondPage} from './step-up-page.js';
import {stepUpStyle} from './step-up-style.js';
import type {StepUp, StepUpPlace} from './step-up.js';
import type {IssuerStore, Transaction} from './store.js';

const scripts: readonly AssetName[] = ['device-data', 'step-up', 'finish'];
const places: readonly StepUpPlace[] = ['step-up', 'step-up-window'];
const maxMdLength = 1024;

/** What the routes need. */
export interface IssuerParts {
  readonly deps: PartDependencies;
  readonly store: IssuerStore;
  readonly tokens: AccessTokens;
  readonly stepUp: StepUp;
}

/** The routes of the issuer origin (wire 3, 4). */
export function issuerRoutes(parts: IssuerParts): Hono {
  const {deps, store} = parts;
  const routes = new Hono();
  routes.use(limitBody(16_384, (c) => refusal(c, 413)));

  routes.get('/assets/:version/:file', (c) => {
    const {version, file} = c.req.param();
    const name = scripts.find((script) => file === `${script}.js` && asset(script).version === version);
    if (!name) return c.text('Not found', 404, {...answerHeaders});
    return c.body(asset(name).body, 200, {...ownScriptHeaders});
  });

  routes.post(pathOf('device-data'), (c) => collect(c, parts));
  routes.post(pathOf('step-up'), (c) => start(c, parts));
  routes.post(pathOf('step-up-window'), (c) => openSecondPage(c, parts));
  routes.post(answerPath, (c) => answer(c, parts));

  routes.get(`${pathOf('step-up')}/finish/:handle`, async (c) => {
    const transaction = await store.findByFinishHandle(c.req.param('handle'));
    const hasEnded = transaction && transaction.state !== 'pending';
    return hasEnded ? returnToShop(c, deps, transaction) : refusal(c, 404);
  });

  routes.onError((error, c) => {
    // The page scripts are not built: the message says how to build them.
    if (error instanceof ServiceError) return c.text(error.message, 503, {...answerHeaders});
    deps.logger.error('issuer.failed', {error: error.message});
    return refusal(c, 500);
  });
  return routes;
}

/** One text field of a posted form. Hono's slower parser is used only if the form is not URL-encoded. */
async function readField(c: Context, name: string): Promise<string | undefined> {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    return new URLSearchParams(await c.req.text().catch(() => '')).getAll(name).at(-1);
  }
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

const languageOf = (c: Context, transaction?: Transaction) =>
  languageFor(transaction?.language ?? null, c.req.header('accept-language'));

function refusal(c: Context, status: 400 | 404 | 413 | 500): Response {
  const page = invalidTokenPage(languageOf(c));
  return c.body(page, status, framedDocumentHeaders({ancestors: [], style: stepUpStyle}));
}

/** Opens the page of device data collection (wire 3). It reports the session to one origin. */
async function collect(c: Context, {deps, store, tokens}: IssuerParts): Promise<Response> {
  const claims = await tokens.verify('device-data', (await readField(c, 'JWT')) ?? '');
  const setup = claims && (await store.findSetup(claims.reference));
  if (!claims || !setup) return refusal(c, 400);
  // The shop's server may have sent no origin; then the page that posted the form gets the report.
  const origin = claims.origin ?? c.req.header('origin') ?? '';
  const {mode, delayMs} = deviceDataSettings(deps, setup.tracker);
  const report = /^https?:/.test(origin)
    ? deviceDataReport({sessionId: setup.referenceId, origin, mode, delayMs})
    : undefined;
  await store.markCollected(setup.referenceId);
  const page = deviceDataPage(report, scriptPath('device-data'));
  return c.body(page, 200, framedDocumentHeaders({ancestors: origin ? [origin] : []}));
}

/** The settings of device data collection, or those of a fault that is planned for this tracker. */
function deviceDataSettings(
  {settings, faults}: PartDependencies,
  tracker: string,
): ServiceSettings['deviceData'] {
  const [strike] = faults?.strike('device-data', {tracker}) ?? [];
  if (strike?.kind === 'device-data-missing') return {...settings.deviceData, mode: 'never'};
  return strike ? {...settings.deviceData, delayMs: strike.milliseconds} : settings.deviceData;
}

/** Starts a step-up (wire 4). After a reload it shows the page that fits the current state. */
async function start(c: Context, parts: IssuerParts): Promise<Response> {
  const {deps, stepUp, tokens} = parts;
  const token = (await readField(c, 'JWT')) ?? '';
  const md = (await readField(c, 'MD')) ?? null;
  const claims = await tokens.verify('step-up', token);
  if (!claims || (md !== null && md.length > maxMdLength)) return refusal(c, 400);
  await delayByFault(parts, claims.reference);
  const transaction = await stepUp.start(claims.reference, md);
  if (!transaction) return refusal(c, 400);
  if (transaction.state !== 'pending') return returnToShop(c, deps, transaction);
  const language = languageOf(c, transaction);
  const headers = pageHeaders(deps, transaction);
  if (transaction.stepUp === 'down') return c.body(downPage(language), 503, headers);
  const data = pageData(deps, transaction, language, {token, place: 'step-up'});
  const {reference} = claims;
  const windowToken = usesSecondPage(transaction) ? await tokens.issue('step-up-window', {reference}) : '';
  return c.body(stepUpPage(transaction, language, data, windowToken), 200, headers);
}

/** Opens the page beside the shop's: the bank's app, its window, or where a passkey is made. */
async function openSecondPage(c: Context, {deps, store, tokens, stepUp}: IssuerParts): Promise<Response> {
  const token = (await readField(c, 'JWT')) ?? '';
  const claims = await tokens.verify('step-up-window', token);
  const transaction = claims && (await store.findTransaction(claims.reference));
  if (!transaction || transaction.startedAt === null) return refusal(c, 400);
  const language = languageOf(c, transaction);
  const {state} = await stepUp.expire(transaction);
  const data = pageData(deps, transaction, language, {token, place: 'step-up-window'});
  const page = state === 'pending' ? secondPage(transaction, language, data) : nothingToDoPage(language);
  const headers = framedDocumentHeaders({ancestors: [], connects: true, style: stepUpStyle, stepUp: true});
  return c.body(page, 200, headers);
}

/** Delays the step-up page if a fault is planned for it. */
async function delayByFault({deps: {faults}, store}: IssuerParts, reference: string): Promise<void> {
  if (!faults?.armed) return;
  const tracker = (await store.findTransaction(reference))?.tracker;
  for (const {milliseconds} of faults.strike('step-up', {tracker})) await faults.wait(milliseconds);
}

function returnToShop(c: Context, deps: PartDependencies, transaction: Transaction): Response {
  return c.body(finishPage(transaction, languageOf(c, transaction)), 200, pageHeaders(deps, transaction));
}

const ownOrigins = ({urls}: PartDependencies) => [urls.issuer, passkeyOrigin(urls.issuer)];

/**
 * Headers of the step-up pages. Chromium also applies `form-action` to redirects of a form, so it allows the
 * shop's origins besides the return URL; the bank's own are for the form that opens the second page.
 */
function pageHeaders(
  deps: PartDependencies,
  transaction: Pick<Transaction, 'returnUrl' | 'origins' | 'stepUp'>,
): Record<string, string> {
  const {returnUrl, origins, stepUp} = transaction;
  const own = ['app', 'window', 'passkey'].includes(stepUp) ? ownOrigins(deps) : [];
  return framedDocumentHeaders({
    ancestors: origins,
    connects: true,
    formTargets: [new URL(returnUrl).origin, ...origins, ...own],
    style: stepUpStyle,
    stepUp: true,
  });
}

/** Answers the pages' script, which sends what the shopper does. Other origins are refused. */
async function answer(c: Context, {deps, store, stepUp, tokens}: IssuerParts): Promise<Response> {
  const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '');
  if (!isJson || !ownOrigins(deps).includes(c.req.header('origin') ?? ''))
    return c.json({state: 'refused'}, 403, {...answerHeaders});
  const body: unknown = await c.req.json().catch(() => undefined);
  const request = readAnswer(body);
  const caller = request && (await placeOf(tokens, request.token));
  const result = request && caller && (await stepUp.act(caller.reference, request.action, caller.place));
  if (!result) return c.json({state: 'refused'}, 400, {...answerHeaders});
  if (result.state !== 'finished' || caller.place === 'step-up-window')
    return c.json(result, 200, {...answerHeaders});
  const next = `${pathOf('step-up')}/finish/${await store.finishHandle(caller.reference)}`;
  return c.json({state: 'finished', next}, 200, {...answerHeaders});
}

/** The transaction of a page's token, and which of the two pages it is. */
async function placeOf(
  tokens: AccessTokens,
  token: string,
): Promise<{readonly reference: string; readonly place: StepUpPlace} | undefined> {
  for (const place of places) {
    const claims = await tokens.verify(place, token);
    if (claims) return {reference: claims.reference, place};
  }
  return undefined;
}
