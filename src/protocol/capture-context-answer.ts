import {Answer} from './answer.js';
import {readCaptureContextToken} from './capture-context.js';
import type {CaptureContext} from './types.js';

/**
 * Reads the answer of GENERATE_CAPTURE_CONTEXT: the token in its envelope (wire 2.1), as `readCaptureContextToken` does.
 * @throws CardVaultError `answer-unreadable` for the envelope, `capture-context-invalid` for the token inside.
 */
export function readCaptureContext(answer: unknown, origin: string, withoutHash = false): CaptureContext {
  const place = new Answer(answer).at('data', 'action', 'flex', 'capture_context_jwt');
  return readCaptureContextToken(place.text(), origin, withoutHash);
}
