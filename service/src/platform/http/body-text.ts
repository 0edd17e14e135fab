import {ServiceError} from '../errors.js';
import type {ServiceContext} from './env.js';

const notUtf8 = () =>
  new ServiceError(400, 'request.not_utf8', 'The body is not valid UTF-8. Encode its text as UTF-8.');

/** The charset that the body names, without quotes; JSON and forms are UTF-8 where it names none. */
const charsetOf = (type: string) => /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1] ?? 'utf-8';

/**
 * The text of a body, exactly as it was sent: what cannot be read so is refused, because a reader that
 * replaces characters would store something else.
 *
 * @throws {ServiceError} 415 `request.compressed`, `request.charset`; 400 `request.not_utf8`.
 */
export async function readText(c: ServiceContext): Promise<string> {
  const encoding = c.req.header('content-encoding')?.trim() ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    const message = 'The body is compressed. Send it as it is, without Content-Encoding.';
    throw new ServiceError(415, 'request.compressed', message);
  }
  if (!/^utf-?8$/i.test(charsetOf(c.req.header('content-type') ?? ''))) {
    const message = 'The body names another charset than UTF-8. Encode its text as UTF-8.';
    throw new ServiceError(415, 'request.charset', message);
  }
  const bytes = await c.req.arrayBuffer();
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

/**
 * The fields of a form that a browser sent. Escaped bytes are UTF-8 as well.
 *
 * @throws {ServiceError} as `readText`.
 */
export async function readFormText(c: ServiceContext): Promise<URLSearchParams> {
  const text = await readText(c);
  try {
    // A percent sign that escapes nothing stands for itself.
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, ''));
  } catch {
    throw notUtf8();
  }
  return new URLSearchParams(text);
}
