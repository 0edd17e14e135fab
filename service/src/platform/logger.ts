export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Structured logging. Only fields on the allow-list of `http/log.ts` are written; an event is
 * `part.what_happened`.
 */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
