export const entryModes = ['flex', 'raw'] as const;
export type EntryMode = (typeof entryModes)[number];

/** What a service may do beyond the recorded one; the service says which, and the session passes it on. */
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
] as const;
export type Feature = (typeof FEATURES)[number];
