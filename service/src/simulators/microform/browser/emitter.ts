import {MicroformError} from './errors.js';

/**
 * Events of a field (wire 2.2). `covered` is an extension of this service: something of the page covers the
 * field.
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

/** The listeners of a field's events. */
export class Emitter {
  readonly #listeners = new Map<FieldEvent, Set<FieldListener>>();

  on(event: string, listener: unknown): void {
    this.#listenersOf(event, listener).add(listener as FieldListener);
  }

  /** Removes a listener; without one, removes all listeners of the event. */
  off(event: string, listener?: unknown): void {
    if (listener === undefined) this.#listeners.get(readEvent(event))?.clear();
    else this.#listenersOf(event, listener).delete(listener as FieldListener);
  }

  emit(event: FieldEvent, data?: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        listener(data);
      } catch (cause) {
        // An error in one listener must not stop the others. It is still reported to the page.
        queueMicrotask(() => {
          throw cause;
        });
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }

  /** The listeners of an event, after a check of both arguments. */
  #listenersOf(event: string, listener: unknown): Set<FieldListener> {
    const fieldEvent = readEvent(event);
    if (typeof listener !== 'function') {
      throw new MicroformError('FIELD_SUBSCRIBE_INVALID_CALLBACK', 'A listener must be a function.');
    }
    const listeners = this.#listeners.get(fieldEvent) ?? new Set<FieldListener>();
    this.#listeners.set(fieldEvent, listeners);
    return listeners;
  }
}

function readEvent(event: string): FieldEvent {
  const fieldEvent = fieldEvents.find((known) => known === event);
  if (fieldEvent) return fieldEvent;
  throw new MicroformError('FIELD_SUBSCRIBE_UNSUPPORTED_EVENT', `A field has no event "${event}".`);
}
