/**
 * Runs each key's work once, for the latest keys. A key is kept before the first request is sent: calls at the same
 * moment then share one run, even at a service that keeps no keys itself. A run that fails, or whose result does not
 * last, leaves its key free.
 */
export function createOnce<Result>(lasts: (result: Result) => boolean = () => true, most = 1000) {
  const runs = new Map<string, Promise<Result>>();
  return {
    has: (key: string): boolean => runs.has(key),
    forget: (key: string): boolean => runs.delete(key),
    run(key: string, begin: () => Promise<Result>): Promise<Result> {
      const known = runs.get(key);
      if (known) return known;
      const run = begin();
      const [oldest] = runs.keys();
      if (runs.size >= most && oldest !== undefined) runs.delete(oldest);
      runs.set(key, run);
      const forget = () => {
        if (runs.get(key) === run) runs.delete(key);
      };
      run.then((result) => {
        if (!lasts(result)) forget();
      }, forget);
      return run;
    },
  };
}
