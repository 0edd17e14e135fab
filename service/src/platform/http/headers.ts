import type {ServiceContext} from './env.js';

/** Answers that were given all their headers when they were made. */
const whole = new WeakSet<Response>();

/**
 * Says a header of the answer before there is one, unless the route sets it otherwise. Names are written
 * small.
 */
export function announce(c: ServiceContext, headers: Readonly<Record<string, string>>): void {
  c.set('announced', {...c.get('announced'), ...headers});
}

/**
 * An answer with everything that was announced. Headers in a plain object are written as they stand; to look
 * into those of a response, or to add one, makes objects of the fetch standard of them, which takes longer
 * than most of what a request asks for.
 */
export function answerWith(
  c: ServiceContext,
  body: string,
  {status, headers}: {readonly status: number; readonly headers: Readonly<Record<string, string>>},
): Response {
  const response = new Response(body, {status, headers: {...c.get('announced'), ...headers}});
  whole.add(response);
  return response;
}

/** Gives an answer that was made otherwise what it has not said itself. */
export function complete(c: ServiceContext): void {
  if (whole.has(c.res)) return;
  const {headers} = c.res;
  for (const [name, value] of Object.entries(c.get('announced'))) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
