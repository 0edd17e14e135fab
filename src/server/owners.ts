import type {Feature} from '../protocol/index.js';

/** Whose a tracker is, and what its service can do. */
export interface Owner {
  readonly customer: string;
  readonly features: readonly Feature[];
}

/**
 * Owners of the trackers that this process opened, so that the relay need not ask the service before each
 * action.
 */
export interface Owners {
  note(tracker: string, owner: Owner): void;
  of(tracker: string): Owner | undefined;
}

const mostTrackers = 10_000;

/** Remembers the last ten thousand trackers; the service knows the others. */
export function createOwners(): Owners {
  const owners = new Map<string, Owner>();
  return {
    note(tracker, owner) {
      owners.delete(tracker);
      owners.set(tracker, owner);
      const [oldest] = owners.keys();
      if (owners.size > mostTrackers && oldest !== undefined) owners.delete(oldest);
    },
    of: (tracker) => owners.get(tracker),
  };
}
