import {readTrace} from './read.js';
import type {Trace} from './trace.js';

const place = 'card-vault/trace';

/** The trace of an earlier page of this tab; a blocked storage is one that forgets. */
export function keptTrace(): Trace | undefined {
  try {
    const kept = sessionStorage.getItem(place);
    return kept === null ? undefined : readTrace(kept);
  } catch {
    return undefined;
  }
}

export function keepTrace(trace: Trace): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(trace));
  } catch {
    // The next page begins a trace of its own.
  }
}
