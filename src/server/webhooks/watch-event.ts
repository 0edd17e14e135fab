import type {Answer} from '../../protocol/answer.js';
import {shown, type Common} from './common.js';

/** Too many cards were tried by one customer, of one card, from one network address, on one tracker, or at the shop. Sent once for each window. */
export interface CardLimitReachedEvent extends Common {
  readonly type: 'velocity.limit_reached';
  /** The kind that was counted: `customer`, `card`, `address`, `merchant` or `tracker`. */
  readonly limit: string;
  readonly tries: number;
  /** From when the tries were counted, and until when more are refused; above the limit `merchant`, each needs a step-up. */
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  /** Whose try was the first above the limit. */
  readonly customer: string | undefined;
  readonly tracker: string | undefined;
}

/** A web origin of the shop was added to the list of those that may show its card fields, or removed from it. */
export interface OriginEvent extends Common {
  readonly type: 'origin.added' | 'origin.removed';
  readonly origin: string;
}

export type WatchEvent = CardLimitReachedEvent | OriginEvent;

/** Reads an event that a shop watches for misuse; nothing for any other type. */
export function readWatchEvent(type: string, common: Common, data: Answer): WatchEvent | undefined {
  if (type === 'origin.added' || type === 'origin.removed')
    return {...common, type, origin: data.at('origin').text()};
  if (type !== 'velocity.limit_reached') return undefined;
  const instant = (key: string): Date | undefined => {
    const at = Date.parse(data.at(key).display());
    return Number.isNaN(at) ? undefined : new Date(at);
  };
  return {
    ...common,
    type,
    limit: data.at('limit').text(),
    tries: data.at('tries').number(),
    since: instant('since'),
    until: instant('until'),
    customer: shown(data.at('customer')),
    tracker: shown(data.at('tracker')),
  };
}
