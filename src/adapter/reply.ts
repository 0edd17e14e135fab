/**
 * What a request came back with: its status, the parsed body (`undefined` when it is no JSON) and where it
 * came from.
 */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** Address after redirects; empty when the platform does not say. */
  readonly url: string;
}

export async function readReply(response: Response): Promise<Reply> {
  const {status, url} = response;
  return {status, body: parsed(await response.text()), url};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
