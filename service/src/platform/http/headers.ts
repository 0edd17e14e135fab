import type {ServiceContext} from './env.js';

/** Responses that `answerWith` made; they already have the preset headers. */
const completeResponses = new WeakSet<Response>();

/** Sets headers before there is a response; a route may still override them. Names are in lower case. */
export function presetHeaders(c: ServiceContext, headers: Readonly<Record<string, string>>): void {
  c.set('presetHeaders', {...c.get('presetHeaders'), ...headers});
}

/**
 * Makes a response with the preset headers. Passing them to the constructor is fast; reading or adding a
 * header later makes the framework build `Headers` objects, which takes longer than most requests.
 */
export function answerWith(
  c: ServiceContext,
  body: string,
  {status, headers}: {readonly status: number; readonly headers: Readonly<Record<string, string>>},
): Response {
  const response = new Response(body, {status, headers: {...c.get('presetHeaders'), ...headers}});
  completeResponses.add(response);
  return response;
}

/**
 * Adds the preset headers to a response that was made without `answerWith`, except those that it has
 * already.
 */
export function addPresetHeaders(c: ServiceContext): void {
  if (completeResponses.has(c.res)) return;
  const {headers} = c.res;
  for (const [name, value] of Object.entries(c.get('presetHeaders'))) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
