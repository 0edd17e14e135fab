import type {Migration} from '../../platform/storage/database.js';

/**
 * The event log. `subject` is the token of what has changed. `occurrence` identifies the change, so that a
 * change which is recorded twice makes one event. `sequence` numbers the events of one subscription;
 * `position` orders all events.
 */
export const eventMigrations: readonly Migration[] = [
  {
    name: '0120_events',
    sql: `
CREATE TABLE events (
  id text PRIMARY KEY,
  merchant text NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  occurrence text NOT NULL UNIQUE,
  subscription text,
  sequence integer,
  customer text,
  tracker text,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  UNIQUE (subscription, sequence)
);
CREATE INDEX events_merchant ON events (merchant, position);
`,
  },
];
