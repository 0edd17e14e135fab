import type {SavedOutcome} from '../../flow/index.js';
import {brandIds} from '../../protocol/brand-ids.js';

/** Reads the state that the browser kept; anything that is not one is nothing. */
export function readFormState(state: unknown): SavedOutcome | undefined {
  if (typeof state !== 'string') return undefined;
  try {
    const outcome = JSON.parse(state) as Partial<SavedOutcome> | null;
    const method = outcome?.paymentMethod;
    const whole =
      outcome?.outcome === 'saved' &&
      typeof outcome.tracker === 'string' &&
      typeof method?.token === 'string' &&
      /^\d{4}$/.test(method.lastFour) &&
      [...brandIds, 'unknown'].includes(method.brand);
    return whole ? (outcome as SavedOutcome) : undefined;
  } catch {
    return undefined;
  }
}
