import {warn} from '../option.js';

/** Warns where an element with typed fields was disconnected only to be put elsewhere: that loads the frames anew. */
export function warnOfMove(host: Element): void {
  if (host.isConnected)
    warn('A move in the page emptied the card fields. moveBefore() keeps what was typed.');
}
