import {MicroformError} from './errors.js';

/**
 * Events of a field (wire 2.2) and `covered`, which is ours: something lies over the field while the shopper
 * is in it.
 */
export const fieldEvents = [
  'load',
  'unload',
  'focus',
  'blur',
  'change',
  'inputSubmitRequest',
  'autocomplete',
  'update',
  'error',
  'covered',
] as const;
export type FieldEvent = (typeof fieldEvents)[number];
export type FieldListener = (data?: unknown) => void;

/** `on` and `off` of a field. */
export class Emitter {
  readonly #listeners = new Map<FieldEvent, Set<FieldListener>>();

  on(event: string, listener: unknown): void {
    this.#set(event, listener).add(listener as FieldListener);
  }

  /** Takes one listener away, or all of an event. */
  off(event: string, listener?: unknown): void {
    if (listener === undefined) this.#listeners.get(known(event))?.clear();
    else this.#set(event, listener).delete(listener as FieldListener);
  }

  emit(event: FieldEvent, data?: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        listener(data);
      } catch (cause) {
        // A listener of the page must not stop the others; the page still learns of its mistake.
        queueMicrotask(() => {
          throw cause;
        });
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }

  #set(event: string, listener: unknown): Set<FieldListener> {
    const name = known(event);
    if (typeof listener !== 'function') {
      throw new MicroformError('FIELD_SUBSCRIBE_INVALID_CALLBACK', 'A listener is a function');
    }
    const set = this.#listeners.get(name) ?? new Set<FieldListener>();
    this.#listeners.set(name, set);
    return set;
  }
}

function known(event: string): FieldEvent {
  const name = fieldEvents.find((one) => one === event);
  if (!name) throw new MicroformError('FIELD_SUBSCRIBE_UNSUPPORTED_EVENT', `A field has no event "${event}"`);
  return name;
}
