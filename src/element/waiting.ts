import type {ReactiveControllerHost} from 'lit';
import {Waiting, type WaitingHost, type WaitingOptions} from './controllers/waiting.js';
import {WholePixels} from './controllers/whole-pixels.js';

/** Loaded with the live fields, or earlier when a shopper waits for them. */
export {enLater as messages} from './messages/en-later.js';
export {waitingStyles as styles} from './styles/waiting.js';

export function createWaiting(
  host: WaitingHost & ReactiveControllerHost & HTMLElement,
  options: WaitingOptions,
): Waiting {
  new WholePixels(host);
  return new Waiting(host, options);
}
