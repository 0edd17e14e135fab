/** More than any page of the shop sends, in bytes. */
const most = 64 * 1024;

/** The request with its body read; nothing if the body is longer than a page of the shop sends. Its rest is not read then. */
export async function withBody(request: Request): Promise<Request | undefined> {
  if (!request.body) return request;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  const {method, headers, url} = request;
  return new Request(url, {method, headers, body: new Blob(parts)});
}
