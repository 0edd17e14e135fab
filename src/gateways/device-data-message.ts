import type {DeviceDataResult} from '../flow/index.js';
import {plainCopy, recordOf, type Plain} from './plain-data.js';
import {isSessionId} from './shell.js';

/**
 * Reads what a device data collector posts to the page (wire 3), as a JSON text or as an object. The first
 * form is `{MessageType: 'profile.completed', SessionId, Status}`, where old documents write `Session Id`;
 * the second is `{MessageType, Payload: {ActionCode: 'SUCCESS' | 'ERROR', SessionId, DataSources}}`. Further
 * keys are passed over; any other message is `undefined`: pages hear much that is not meant for them.
 */
export function readDeviceDataMessage(data: Plain): DeviceDataResult | undefined {
  const message = recordOf(typeof data === 'string' ? parsed(data) : data);
  if (message['Payload'] !== undefined) {
    const {ActionCode: code, SessionId: sessionId} = recordOf(message['Payload']);
    return verdict(code === 'SUCCESS' ? true : code === 'ERROR' ? false : undefined, sessionId);
  }
  if (message['MessageType'] !== 'profile.completed') return undefined;
  return verdict(message['Status'], message['SessionId'] ?? message['Session Id']);
}

function verdict(success: Plain | undefined, sessionId: Plain | undefined): DeviceDataResult | undefined {
  if (success === false) return {outcome: 'failed'};
  return success === true && isSessionId(sessionId) ? {outcome: 'collected', sessionId} : undefined;
}

/** The guard has already limited how long the text may be. */
function parsed(text: string): Plain | undefined {
  try {
    return plainCopy(JSON.parse(text));
  } catch {
    return undefined;
  }
}
