import type {ReturnMessage} from '../../../../../src/protocol/shell.js';

/** Script of the last page in the bank's frame. It reports the return to the parent window of the service. */
const message: ReturnMessage = {cardVault: 'return', type: 'returned'};
if (parent !== window) parent.postMessage(message, location.origin);
