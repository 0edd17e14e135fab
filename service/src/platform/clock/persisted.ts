import type {Database, Migration} from '../storage/database.js';
import type {MovableClock} from './movable.js';

export const clockMigrations: readonly Migration[] = [
  {
    name: '0015_service_clock',
    sql: `
CREATE TABLE service_clock (
  id text PRIMARY KEY,
  offset_ms bigint NOT NULL
);
`,
  },
];

/** Key of the table's only row. */
const id = 'offset';

/** Stores the clock's offset, so that it survives a restart and is shared by several processes. */
export interface ClockStore {
  /** Stores the clock's offset. */
  save(): Promise<void>;
  /** Sets the clock to the stored offset, if that is larger. */
  load(): Promise<void>;
}

/** The larger offset always wins, because time only moves forward. */
export function createClockStore(database: Database, clock: MovableClock): ClockStore {
  return {
    async save() {
      await database.query(
        `INSERT INTO service_clock (id, offset_ms) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET offset_ms = GREATEST(service_clock.offset_ms, $2)`,
        [id, clock.offsetMs],
      );
    },
    async load() {
      const [row] = await database.query<{offset_ms: number}>(
        'SELECT offset_ms FROM service_clock WHERE id = $1',
        [id],
      );
      if (row) clock.adoptOffset(row.offset_ms);
    },
  };
}
