/** How much is read of a body before it is known who sends it, in bytes. */
export const mostBytes = 16 * 1024;

/** A request or an answer. */
type Message = Pick<Response, 'headers' | 'body'>;

interface Limits {
  readonly most: number;
  /** Makes the error for a longer body. The rest of the body is not read. */
  readonly tooLarge: () => Error;
}

/** The one reader of bodies: it reads no more than `most` bytes, however long the body says it is. */
export async function readBytes(
  {headers, body}: Message,
  {most, tooLarge}: Limits,
): Promise<Uint8Array<ArrayBuffer>> {
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

/** A body as text. */
export const readText = async (message: Message, limits: Limits): Promise<string> =>
  new TextDecoder().decode(await readBytes(message, limits));
