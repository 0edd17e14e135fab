/** Script of the page to which the bank's frame returns. It informs the shell, its parent window. */
import type {ReturnMessage} from '../../../../../src/protocol/shell.js';

const message: ReturnMessage = {cardVault: 'return', type: 'returned'};
if (parent !== window) parent.postMessage(message, location.origin);
