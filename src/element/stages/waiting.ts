import type {LazyParts} from './lazy-parts.js';
import type {DrawnHost} from './part.js';
import {Waiting, type WaitingHost, type WaitingOptions} from '../shopper/waiting.js';
import {WholePixels} from '../form/whole-pixels.js';
import {hasEnded} from '../session/phases.js';

export interface WaitingPartOptions extends Omit<WaitingOptions, 'action'> {
  readonly entries: {readonly empty: boolean};
  readonly parts: LazyParts;
}

export function createWaiting(
  host: WaitingHost & DrawnHost & {readonly required: boolean},
  {entries, parts, ...options}: WaitingPartOptions,
): Waiting {
  const {state, say} = options;
  // Where a card is due, the form cannot be submitted without one: its button begins again instead.
  const action = (): string | undefined => {
    const ended = state();
    if (!hasEnded(ended) || (!host.required && entries.empty)) return undefined;
    return parts.outcome.value?.outcomeText(ended, say).action;
  };
  // A page that is only simulated, as in a component test, has no sizes to observe.
  if ('ResizeObserver' in globalThis) new WholePixels(host);
  return new Waiting(host, {...options, action});
}
