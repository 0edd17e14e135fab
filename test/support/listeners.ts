export interface ListenerCount {
  readonly added: number;
  /** Added since the beginning and neither removed nor ended by their signal. */
  readonly left: number;
  stop(): void;
}

/** Counts listeners on some targets from now on, those that a signal ends included. */
export function countListeners(...targets: readonly EventTarget[]): ListenerCount {
  const live = new Map<object, Set<string>>();
  let added = 0;
  const keyOf = (target: EventTarget, type: string, options: unknown): string => {
    const capture = typeof options === 'object' ? (options as {capture?: boolean} | null)?.capture : options;
    return `${targets.indexOf(target)} ${type} ${Boolean(capture)}`;
  };
  const proto = EventTarget.prototype;
  const {addEventListener: add, removeEventListener: remove} = proto;
  proto.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    add.call(this ?? window, type, listener, options);
    const target = this ?? window;
    if (!targets.includes(target) || !listener) return;
    const key = keyOf(target, type, options);
    const of = live.get(listener) ?? new Set();
    live.set(listener, of.add(key));
    added += 1;
    const signal = typeof options === 'object' ? options.signal : undefined;
    if (signal?.aborted) of.delete(key);
    else if (signal) add.call(signal, 'abort', () => of.delete(key));
  };
  proto.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    remove.call(this ?? window, type, listener, options);
    if (listener) live.get(listener)?.delete(keyOf(this ?? window, type, options));
  };
  return {
    get added() {
      return added;
    },
    get left() {
      return [...live.values()].reduce((sum, keys) => sum + keys.size, 0);
    },
    stop() {
      proto.addEventListener = add;
      proto.removeEventListener = remove;
    },
  };
}
