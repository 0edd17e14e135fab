import type {Context, Env, MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';

/**
 * Refuses what is larger than `maxSize` bytes with what `refuse` answers or throws. A body that says its length, as almost all do, is
 * judged by what it says (the HTTP parser holds it to that); only others are counted while they come.
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
