import type {LogFields, Logger} from '../logger.js';
import type {Clock} from '../clock/clock.js';
import {printable} from '../../../../src/protocol/printable.js';
import {redact} from './redact.js';

/** The only fields that may be logged. A list of secrets to leave out would never be complete. */
const loggedFields = [
  'action',
  'address',
  'claim',
  'code',
  'count',
  'customer',
  'error',
  'fields',
  'from',
  'keys',
  'kid',
  'kind',
  'left',
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
 * Writes each entry as one line of JSON. JSON escapes line breaks, so a value cannot forge a line;
 * `printable` takes out what a terminal would obey and JSON leaves as it is. `redact` runs last.
 */
export function createLogger(write: (line: string) => void, clock: Clock): Logger {
  const log =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      const entries = Object.entries(fields).filter(
        ([name, value]) => allowed.has(name) && value !== undefined,
      );
      write(
        redact(
          printable(
            JSON.stringify({at: clock.now().toISOString(), level, event, ...Object.fromEntries(entries)}),
          ),
        ),
      );
    };
  return {info: log('info'), warn: log('warn'), error: log('error')};
}

/** A logger that discards everything. */
export const silentLogger: Logger = {info() {}, warn() {}, error() {}};
