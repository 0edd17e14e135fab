import type {ReturnMessage} from '../../../../../src/protocol/shell.js';

/**
 * The last page of the bank's frame: reports its return to the window around it, at the service's own origin.
 */
const message: ReturnMessage = {cardVault: 'return', type: 'returned'};
if (parent !== window) parent.postMessage(message, location.origin);
