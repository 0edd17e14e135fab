import type {ReturnMessage} from '../../../../../src/protocol/shell.js';

/** Where the bank's frame ends: tells the window around it, at the service's own origin, that it is back, and nothing else. */
const message: ReturnMessage = {cardVault: 'return', type: 'returned'};
if (parent !== window) parent.postMessage(message, location.origin);
