export const entryModes = ['flex', 'raw'] as const;
export type EntryMode = (typeof entryModes)[number];
/** How a session gets its card: entered in hosted fields or in plain text, or saved before. */
export type SessionMode = EntryMode | 'tms';

/**
 * Features that a service may have beyond the recorded one; the service names them, and the session passes it
 * on.
 */
export const FEATURES = [
  'idempotency-keys',
  'scoped-tokens',
  'readable-reporter',
  'microform-extras',
  'merchant-claim',
  'names-method',
  'default-method',
  'saved-card-code',
  'consent',
  'page-language',
  'lasting-names',
  'cardholder-name',
] as const;
export type Feature = (typeof FEATURES)[number];
