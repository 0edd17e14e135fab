/** Waits for a promise, unless the signal ends the wait first. */
export function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const give = (): void => reject(signal.reason as Error);
    if (signal.aborted) return give();
    signal.addEventListener('abort', give, {once: true});
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
