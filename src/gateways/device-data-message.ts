import type {DeviceDataResult} from '../flow/index.js';
import {closedRecord, plainCopy, type Plain} from './plain-data.js';
import {isSessionId} from './shell.js';

type Verdict = Exclude<DeviceDataResult, {outcome: 'timed-out'}>;

/**
 * Reads what a device data collector posts to the page (wire 3), as a JSON text or as an object. The first form is
 * `{MessageType: 'profile.completed', SessionId, Status}`, where old documents write `Session Id`; the second is
 * `{MessageType, Payload: {ActionCode: 'SUCCESS' | 'ERROR', SessionId, DataSources}}`. Anything else, foreign keys
 * included, is `undefined`: pages hear much that is not meant for them.
 */
export function readDeviceDataMessage(data: Plain): Verdict | undefined {
  const message = typeof data === 'string' ? parsed(data) : data;
  const second = closedRecord(message, ['MessageType', 'Payload']);
  if (second !== undefined) return readPayload(second['Payload']);
  const first = closedRecord(
    message,
    ['MessageType', 'Status'],
    ['MessageType', 'Status', 'SessionId', 'Session Id'],
  );
  if (first?.['MessageType'] !== 'profile.completed') return undefined;
  return verdict(first['Status'], first['SessionId'] ?? first['Session Id']);
}

function readPayload(payload: Plain | undefined): Verdict | undefined {
  const plain = closedRecord(payload, ['ActionCode'], ['ActionCode', 'SessionId', 'DataSources']);
  const code = plain?.['ActionCode'];
  return verdict(code === 'SUCCESS' ? true : code === 'ERROR' ? false : undefined, plain?.['SessionId']);
}

function verdict(success: Plain | undefined, sessionId: Plain | undefined): Verdict | undefined {
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
