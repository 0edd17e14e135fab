/** Where log lines go. */
import {LogRing} from './edges/sandbox/log-ring.js';
import type {ServiceOptions} from './options.js';
import type {Clock} from './platform/clock/clock.js';
import {createLogger} from './platform/http/log.js';

/** Passes log lines to `options.log`, and keeps the latest in memory for the dashboard. */
export function createLogs(options: ServiceOptions, clock: Clock) {
  const log = new LogRing();
  const write = (line: string) => {
    log.add(line);
    options.log?.(line);
  };
  return {log, logger: createLogger(write, clock)};
}
