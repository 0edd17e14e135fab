import type {Context, Env, MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';

/**
 * Refuses bodies of more than `maxSize` bytes with what `refuse` returns or throws. A body with a
 * content-length is refused by that (the HTTP parser enforces it); only others are counted as they arrive.
 */
export function limitBody<E extends Env>(
  maxSize: number,
  refuse: (c: Context<E>) => Response | Promise<Response>,
): MiddlewareHandler<E> {
  const counted = bodyLimit({maxSize, onError: (c) => refuse(c as Context<E>)});
  return async (c, next) => {
    // These have none; asking for it would build a whole request of the fetch standard.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next);
    return Number(length) > maxSize ? refuse(c) : next();
  };
}
