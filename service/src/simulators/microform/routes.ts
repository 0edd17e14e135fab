import {randomUUID} from 'node:crypto';
import {Hono, type Context} from 'hono';
import {ServiceError} from '../../platform/errors.js';
import {limitBody} from '../../platform/http/body-limit.js';
import {asset, ownScriptHeaders, sharedScriptHeaders} from '../../platform/pages/assets.js';
import {answerHeaders, framedDocumentHeaders} from '../../platform/pages/headers.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import {bundlePath, type Contexts} from './contexts.js';
import {fieldPage, unknownFieldPage, type FieldPageData} from './field-page.js';
import {tokenRequestBytes} from './limits.js';
import {MicroformRefusal} from './refusal.js';
import {mostTargetOrigins} from './target-origins.js';
import type {Tokens} from './tokens.js';

/** The routes of the fields origin (wire 2.1). */
export function microformRoutes(deps: PartDependencies, contexts: Contexts, tokens: Tokens): Hono {
  const routes = new Hono();

  routes.get('/flex/v2/public-keys/:kid', (c) => {
    if (c.req.param('kid') !== contexts.signingJwk.kid)
      return c.json({reason: 'NOT_FOUND'}, 404, {...answerHeaders});
    return c.json({...contexts.signingJwk}, 200, {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=900',
      'x-content-type-options': 'nosniff',
    });
  });

  routes.get('/microform/bundle/:version/:file', async (c) => {
    const {version, file} = c.req.param();
    const isCurrent = bundlePath().endsWith(`/${version}`);
    if (file === 'flex-microform.min.js' && (isCurrent || version === 'v2')) {
      // The unversioned address serves the current library, so it must not be cached.
      const caching: Record<string, string> = isCurrent ? {} : {'cache-control': 'no-store'};
      return c.body(asset('library').body, 200, {...sharedScriptHeaders, ...caching});
    }
    if (file === 'field.js' && isCurrent) return c.body(asset('field').body, 200, {...ownScriptHeaders});
    if (file === 'iframe.html') return fieldDocument(c, deps, contexts);
    return c.text('Not found', 404, {...answerHeaders});
  });

  const refuseTooLarge = (c: Context) =>
    refuse(c, new MicroformRefusal('API_JSON_PARSER_ERROR', 'The request is too large.'));
  routes.post('/flex/v2/tokens', limitBody(tokenRequestBytes, refuseTooLarge), async (c) => {
    // Only the number field calls this route, and its frame has this origin.
    if (c.req.header('origin') !== deps.urls.fields) {
      throw new MicroformRefusal(
        'API_GATEWAY_ERROR',
        'Tokens are made for the card fields of this origin only.',
      );
    }
    const token = await tokens.make(await readRequest(c));
    return c.body(token, 201, {...answerHeaders, 'content-type': 'application/jwt'});
  });

  routes.onError((error, c) => {
    if (error instanceof MicroformRefusal) return refuse(c, error);
    // The page scripts are not built: the message says how to build them.
    if (error instanceof ServiceError) return c.text(error.message, 503, {...answerHeaders});
    deps.logger.error('microform.failed', {error: error.message});
    return refuse(
      c,
      new MicroformRefusal('API_INTERNAL_ERROR', 'Something went wrong in the card fields. Try again.'),
    );
  });
  return routes;
}

async function fieldDocument(c: Context, deps: PartDependencies, contexts: Contexts): Promise<Response> {
  const keyId = c.req.query('keyId');
  const data = keyId === undefined ? await earlyField(c, contexts) : await fieldOf(keyId, contexts);
  if (!data) return c.body(unknownFieldPage, 404, framedDocumentHeaders({ancestors: []}));
  // Faults exist where there is a sandbox, and never in production (decision 0078).
  const sandbox = deps.faults && (true as const);
  const page = fieldPage({...data, signingKey: contexts.signingJwk, sandbox}, bundlePath());
  return c.body(page, 200, framedDocumentHeaders({ancestors: data.targetOrigins, connects: true}));
}

type FieldData = Omit<FieldPageData, 'signingKey' | 'sandbox'>;

async function fieldOf(keyId: string, contexts: Contexts): Promise<FieldData | undefined> {
  const record = await contexts.find(keyId);
  if (!record) return undefined;
  return {
    kid: record.kid,
    targetOrigins: record.targetOrigins,
    expired: contexts.hasExpired(record),
    codeLengths: record.codeLengths,
    foreign: !(await contexts.mayShow(record)),
  };
}

/** A field that is loaded before its capture context: for origins of one merchant, and for no others (decision 0053). */
async function earlyField(c: Context, contexts: Contexts): Promise<FieldData | undefined> {
  const targetOrigins = c.req.queries('origin') ?? [];
  const isFew = targetOrigins.length > 0 && targetOrigins.length <= mostTargetOrigins;
  if (!isFew || !(await contexts.mayShow({merchant: c.req.query('merchant') ?? '', targetOrigins})))
    return undefined;
  return {targetOrigins, expired: false, foreign: false};
}

async function readRequest(c: Context): Promise<{captureContext: string; card: string}> {
  const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '');
  const body: unknown = isJson ? await c.req.json().catch(() => undefined) : undefined;
  if (typeof body !== 'object' || body === null) {
    throw new MicroformRefusal('API_JSON_PARSER_ERROR', 'A token request must be a JSON object.');
  }
  const {captureContext, card} = body as Record<string, unknown>;
  if (typeof captureContext !== 'string' || typeof card !== 'string') {
    throw new MicroformRefusal(
      'CREATE_TOKEN_NO_DATA_SUBMITTED',
      'A token request must have a captureContext and a card, both strings.',
    );
  }
  return {captureContext, card};
}

function refuse(c: Context, {reason, message, details, status}: MicroformRefusal): Response {
  return c.json({reason, message, details, correlationId: randomUUID()}, status, {...answerHeaders});
}
