export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Structured logging. Event names have the form `part.what_happened`. Only fields on the allow-list of
 * `http/log.ts` are written.
 */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
