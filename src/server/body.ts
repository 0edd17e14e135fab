import {CardVaultError} from '../protocol/index.js';

/** How much is read of a body before it is known who sends it, in bytes. */
export const mostBytes = 16 * 1024;

/** A request or an answer. */
type Message = Pick<Response, 'headers' | 'body' | 'bodyUsed'>;

/**
 * The one reader of bodies: it reads no more than `most` bytes, however long the body says it is.
 *
 * @param tooLarge Makes the error for a longer body. The rest of the body is not read.
 * @throws CardVaultError `configuration-missing` where something else has read it
 */
export async function readBytes(
  {headers, body, bodyUsed}: Message,
  {most, tooLarge}: {readonly most: number; readonly tooLarge: () => Error},
): Promise<Uint8Array<ArrayBuffer>> {
  if (bodyUsed || body?.locked) throw bodyIsLost();
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
    size += part.value.length;
    if (size > most) {
      // A sender that never ends must not be waited for.
      void reader!.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Bytes as the text that they are. Throws for what is no UTF-8: another text than was sent must not be taken. */
export const textIn = (bytes: Uint8Array): string => new TextDecoder('utf-8', {fatal: true}).decode(bytes);

/** Between the handler for Node and the receiver of webhooks, which may come from two copies of this file. */
const parsed = Symbol.for('card-vault.parsed');

/** Notes that the body was written anew from what a parser made of it. */
export const markParsed = (request: Request): Request => Object.assign(request, {[parsed]: true});

/** @throws CardVaultError `configuration-missing` where the body has not the bytes that were sent */
export function requireBytesAsSent(request: Request): void {
  if (parsed in request) throw bodyIsLost();
}

export const bodyIsLost = (): CardVaultError =>
  new CardVaultError(
    'configuration-missing',
    'card-vault/server: something has read the body of this request before, and has not kept its bytes. Mount the handler before body parsers, ' +
      'or keep rawBody (node_modules/card-vault/site/webhooks.md, "Behind a body parser"). A hook that reads the body reads request.clone().',
  );
