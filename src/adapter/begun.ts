/** A session request that a page began before the element was there; its answer is taken once (decision 0053). */
export interface BegunRequest {
  /** As in the element's `session-url`. */
  readonly url: string;
  readonly answer: Promise<Response>;
  abort(): void;
}

/** `fetch`, but the first request to `address` is the one that has begun. */
export function afterBegun(begun: BegunRequest, address: string, send: typeof fetch): typeof fetch {
  let left: BegunRequest | undefined = begun;
  return (url, init) => {
    const first = url === address ? left : undefined;
    if (!first) return send(url, init);
    left = undefined;
    init?.signal?.addEventListener('abort', () => first.abort());
    return first.answer;
  };
}

/** Begins the session request of an element whose adapter is still being loaded. */
export function beginSession(url: string): BegunRequest {
  const end = new AbortController();
  const answer = fetch(url, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID()},
    body: '{}',
    cache: 'no-store',
    credentials: 'same-origin',
    signal: end.signal,
  });
  // The adapter hears of a failure when it takes the answer.
  answer.catch(() => undefined);
  return {url, answer, abort: () => end.abort()};
}
