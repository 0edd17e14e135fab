/** Tells the callers of a development run which fields of their bodies nothing has read. */
import {routePath} from 'hono/route';
import {fieldSentence, unknownField} from '../errors.js';
import type {Logger} from '../logger.js';
import type {ServiceContext, ServiceMiddleware} from './env.js';
import {mostFields} from './unknown-fields.js';

/** The header that names them. */
export const warningsHeader = 'card-vault-warnings';

/** The event of their log line, which the dashboard's activity list shows too. */
export const unknownFieldsEvent = 'http.unknown_fields';

/** Lets `readBody` note unknown fields, and logs them. Where this does not run, no answer names them. */
export function tellUnknownFields(logger: Logger): ServiceMiddleware {
  return async (c, next) => {
    c.set('unknownFields', []);
    await next();
    const sentences = sentencesOf(c);
    if (sentences.length === 0) return;
    logger.warn(unknownFieldsEvent, {
      method: c.req.method,
      route: routePath(c, -1),
      fields: sentences.join('; '),
      request: c.get('requestId'),
      merchant: c.get('merchant'),
    });
  };
}

const sentencesOf = (c: ServiceContext): readonly string[] =>
  (c.get('unknownFields') ?? []).slice(0, mostFields).map(fieldSentence);

interface AnyAnswer {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer with a header and a list `warnings`, where there is something to tell. */
export function withWarnings<Answer extends AnyAnswer>(c: ServiceContext, answer: Answer): Answer {
  const {body, headers} = answer;
  const refused = new Set(refusedIn(body));
  const warnings = sentencesOf(c).filter((sentence) => !refused.has(sentence));
  if (warnings.length === 0 || typeof body !== 'object' || body === null) return answer;
  // Names of fields and these sentences are ASCII, except for what stands for a name that is not shown.
  const header = warnings.join('; ').replaceAll('…', '...').slice(0, 1024);
  return {...answer, body: {...body, warnings}, headers: {...headers, [warningsHeader]: header}};
}

/** The unknown fields that a refusal names. */
function refusedIn(body: unknown): readonly string[] {
  const {fields = []} = (body ?? {}) as {readonly fields?: readonly Parameters<typeof fieldSentence>[0][]};
  return fields.filter(({got}) => got === unknownField).map(fieldSentence);
}
