import type {Context, Env, MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';

/**
 * Refuses bodies of more than `maxSize` bytes with the result of `refuse`. If there is a `content-length`,
 * it decides, because the HTTP parser enforces it. All other bodies are counted as they arrive.
 */
export function limitBody<E extends Env>(
  maxSize: number,
  refuse: (c: Context<E>) => Response | Promise<Response>,
): MiddlewareHandler<E> {
  const limitByCounting = bodyLimit({maxSize, onError: (c) => refuse(c as Context<E>)});
  return async (c, next) => {
    // GET and HEAD have no body, and reading headers makes the framework build a whole `Request`.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined)
      return limitByCounting(c, next);
    return Number(length) > maxSize ? refuse(c) : next();
  };
}
