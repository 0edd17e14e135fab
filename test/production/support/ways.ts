import pg from 'pg';
import {startPooler, type Pooler} from '../../../service/test/support/pgbouncer.js';
import type {Cluster} from '../../../service/test/support/postgres.js';
import {strangeSettings} from '../../../service/test/support/strange-settings.js';

/** How a process reaches the database: through PgBouncer in either mode, or as a role with strange settings. */
export type Way = 'transaction' | 'session' | 'strange';
const ways: readonly Way[] = ['transaction', 'session', 'strange'];

type Poolers = Readonly<Record<Exclude<Way, 'strange'>, Pooler>>;

/** The ways to the databases of a server. Each process that starts takes the next one. */
export class Ways {
  readonly #poolers: Poolers;
  #taken = 0;

  private constructor(poolers: Poolers) {
    this.#poolers = poolers;
  }

  static async open({port}: Cluster, database: string): Promise<Ways> {
    const client = new pg.Client({connectionString: database});
    await client.connect();
    for (const statement of ['CREATE ROLE strange LOGIN SUPERUSER', ...strangeSettings('ROLE strange')])
      await client.query(statement);
    await client.end();
    const [transaction, session] = await Promise.all([
      startPooler({port, mode: 'transaction'}),
      startPooler({port, mode: 'session'}),
    ]);
    return new Ways({transaction, session});
  }

  /** The way of the next process, and the address of the database on it. */
  next(database: string): {readonly way: Way; readonly address: string} {
    const way = ways[this.#taken++ % ways.length]!;
    if (way !== 'strange') return {way, address: this.#poolers[way].through(database)};
    return {way, address: Object.assign(new URL(database), {username: 'strange'}).href};
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#poolers).map((pooler) => pooler.stop()));
  }
}
