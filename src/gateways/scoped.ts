/**
 * Runs work that opens things at another origin. `start` gets the two ways to end it, and the signal of its
 * scope, which aborts with the first end (an answer, a failure, the caller's abort), so that all that was
 * opened closes with it. Later ends change nothing.
 * @throws what `fail` was given, or the reason of the caller's signal.
 */
export async function scoped<T>(
  outer: AbortSignal,
  start: (end: (value: T) => void, fail: (error: unknown) => void, signal: AbortSignal) => void,
): Promise<T> {
  outer.throwIfAborted();
  const own = new AbortController();
  try {
    return await new Promise<T>((resolve, reject) => {
      outer.addEventListener('abort', () => reject(outer.reason as Error), {signal: own.signal});
      start(resolve, reject, own.signal);
    });
  } finally {
    own.abort();
  }
}
