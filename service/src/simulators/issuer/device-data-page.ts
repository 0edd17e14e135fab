import {randomUUID} from 'node:crypto';
import {asset} from '../../platform/pages/assets.js';
import {dataBlock} from '../../platform/pages/html.js';
import type {DeviceDataMode} from '../../platform/settings.js';

/** A delay that is longer than the ten seconds a client waits (wire 3), in milliseconds. */
const lateMs = 12_000;

/** The message that the page's script posts to its parent. */
export interface DeviceDataReport {
  readonly origin: string;
  /** The message as JSON text. */
  readonly message: string;
  readonly delayMs: number;
}

/** The report for a session, by the configured mode (wire 3); undefined if the page must not report. */
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

/** The document of the hidden frame. It has a title, because a screen reader may still find the frame. */
export function deviceDataPage(report: DeviceDataReport | undefined, scriptPath: string): string {
  const script = asset('device-data');
  const scripts = report
    ? `${dataBlock('report', report)}\n<script src="${scriptPath}" integrity="${script.integrity}" defer></script>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Device data collection</title>
${scripts}
</head>
<body></body>
</html>
`;
}
