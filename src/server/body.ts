/** How much is read of a body before it is known who sends it, in bytes. */
export const mostBytes = 16 * 1024;

/**
 * The one reader of bodies: it reads no more than `most` bytes, however long the body says it is.
 *
 * @param tooLarge Makes the error for a longer body. The rest of the body is not read.
 */
export async function readBytes(
  request: Request,
  {most, tooLarge}: {readonly most: number; readonly tooLarge: () => Error},
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
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
export const readText = async (
  request: Request,
  limits: {readonly most: number; readonly tooLarge: () => Error},
): Promise<string> => new TextDecoder().decode(await readBytes(request, limits));
