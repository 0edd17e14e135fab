import type {LogFields, Logger} from '../logger.js';
import type {Clock} from '../clock/clock.js';
import {redact} from './redact.js';

/**
 * Fields that may be logged; all others are dropped. An allow-list, because a list of secrets is never
 * complete.
 */
const loggedFields = [
  'action',
  'address',
  'claim',
  'code',
  'count',
  'customer',
  'error',
  'from',
  'kid',
  'kind',
  'merchant',
  'method',
  'milliseconds',
  'mode',
  'name',
  'origin',
  'outcome',
  'pid',
  'reason',
  'request',
  'result',
  'route',
  'signal',
  'state',
  'status',
  'to',
  'tracker',
  'transaction',
] as const;

const allowed = new Set<string>(loggedFields);

/**
 * Writes one JSON object a line. JSON escapes line breaks, so a value cannot forge a line; `redact` is
 * applied last.
 */
export function createLogger(write: (line: string) => void, clock: Clock): Logger {
  const log =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      const kept = Object.entries(fields).filter(([name, value]) => allowed.has(name) && value !== undefined);
      write(
        redact(JSON.stringify({at: clock.now().toISOString(), level, event, ...Object.fromEntries(kept)})),
      );
    };
  return {info: log('info'), warn: log('warn'), error: log('error')};
}

/** A logger for callers that want silence. */
export const silentLogger: Logger = {info() {}, warn() {}, error() {}};
