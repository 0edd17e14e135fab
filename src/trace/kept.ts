import {memoryKey} from '../element/session/memory.js';
import {readTrace} from './read.js';
import type {Trace} from './trace.js';

const prefix = 'card-vault/trace/';

/** Two elements of a page, and two pages of a tab, each keep a trace of their own. */
const placeOf = (element: HTMLElement): string => `${prefix}${memoryKey(element)}`;

/**
 * The trace that an element has kept on an earlier page of this tab; without an element, the latest of all. A blocked
 * storage is one that forgets.
 */
export function keptTrace(element?: HTMLElement): Trace | undefined {
  try {
    const places = element
      ? [placeOf(element)]
      : Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    const traces = places.flatMap((place) => {
      const kept = sessionStorage.getItem(place);
      return kept === null ? [] : [readTrace(kept)];
    });
    return traces.sort((one, other) => one.started.localeCompare(other.started)).at(-1);
  } catch {
    return undefined;
  }
}

export function keepTrace(element: HTMLElement, trace: Trace): void {
  try {
    sessionStorage.setItem(placeOf(element), JSON.stringify(trace));
  } catch {
    // The next page begins a trace of its own.
  }
}
