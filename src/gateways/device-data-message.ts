import type {DeviceDataResult} from '../flow/index.js';
import {closedRecord, messageLimit, plainCopy, type Plain} from './plain-data.js';
import {isSessionId} from './shell.js';

/**
 * Reads what a device data collector posts to the page (wire 3): a JSON text or an object, in the first form
 * (`MessageType, SessionId, Status`; old documents write `Session Id`) or the second (`MessageType, Payload`).
 * Anything else, foreign keys included, is `undefined`: collectors' frames send other messages too.
 */
export function readDeviceDataMessage(
  data: Plain,
): Exclude<DeviceDataResult, {outcome: 'timed-out'}> | undefined {
  const message = closedRecord(
    typeof data === 'string' ? parsed(data) : data,
    ['MessageType'],
    ['MessageType', 'SessionId', 'Session Id', 'Status', 'Payload'],
  );
  if (message?.['MessageType'] !== 'profile.completed') return undefined;
  const second = closedRecord(message['Payload'], ['ActionCode'], ['ActionCode', 'SessionId', 'DataSources']);
  if ('Payload' in message && second === undefined) return undefined;
  const success = second === undefined ? message['Status'] : verdicts.get(second['ActionCode']);
  if (success === false) return {outcome: 'failed'};
  if (success !== true || message['Status'] === false) return undefined;
  const ids = [second?.['SessionId'], message['SessionId'], message['Session Id']].filter(
    (id) => id !== undefined,
  );
  const [sessionId] = ids;
  const agreed = ids.every((id) => id === sessionId);
  return agreed && isSessionId(sessionId) ? {outcome: 'collected', sessionId} : undefined;
}

const verdicts = new Map<Plain | undefined, boolean>([
  ['SUCCESS', true],
  ['ERROR', false],
]);

function parsed(text: string): Plain | undefined {
  if (text.length > messageLimit) return undefined;
  try {
    return plainCopy(JSON.parse(text));
  } catch {
    return undefined;
  }
}
