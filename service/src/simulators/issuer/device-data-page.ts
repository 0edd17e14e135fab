import {randomUUID} from 'node:crypto';
import {asset} from '../../platform/pages/assets.js';
import {dataBlock} from '../../platform/pages/html.js';
import type {DeviceDataMode} from '../../platform/settings.js';

/** Later than the ten seconds any client waits (wire 3), in milliseconds. */
const lateMs = 12_000;

/** What the page's script does: one message to one origin after a delay, or nothing at all. */
export interface DeviceDataReport {
  readonly origin: string;
  /** JSON text, as the message of the wire is one. */
  readonly message: string;
  readonly delayMs: number;
}

/** The report of a session in a mode (wire 3: both message forms, `Status: false`, too late, never). */
export function deviceDataReport(request: {
  readonly sessionId: string;
  readonly origin: string;
  readonly mode: DeviceDataMode;
  readonly delayMs: number;
}): DeviceDataReport | undefined {
  const {sessionId, origin, mode, delayMs} = request;
  if (mode === 'never') return undefined;
  const message =
    mode === 'v2'
      ? {
          MessageType: 'profile.completed',
          Payload: {ActionCode: 'SUCCESS', SessionId: sessionId, DataSources: {Browser: randomUUID()}},
        }
      : {MessageType: 'profile.completed', SessionId: sessionId, Status: mode !== 'status-false'};
  return {
    origin,
    message: JSON.stringify(message),
    delayMs: mode === 'late' ? Math.max(delayMs, lateMs) : delayMs,
  };
}

/**
 * The document in the hidden frame. It has a title and no content, because a screen reader may still find it.
 */
export function deviceDataPage(report: DeviceDataReport | undefined, scriptPath: string): string {
  const script = asset('device-data');
  const work = report
    ? `${dataBlock('report', report)}\n<script src="${scriptPath}" integrity="${script.integrity}" defer></script>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Device data collection</title>
${work}
</head>
<body></body>
</html>
`;
}
