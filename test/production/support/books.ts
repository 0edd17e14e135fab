import pg from 'pg';

/** The books of the card network and the service's own tables, read from the database as its operator can. */
export class Books {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(database: string): Promise<Books> {
    const client = new pg.Client({connectionString: database});
    await client.connect();
    return new Books(client);
  }

  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#client.query<Row>(sql, [...values])).rows;
  }

  async count(sql: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.rows<{count: string}>(`SELECT count(*) AS count ${sql}`, values);
    return Number(row?.count);
  }

  /** What the network approved for a tracker or a charge, in order. */
  async moved(tracker: string): Promise<readonly string[]> {
    const rows = await this.rows<{kind: string}>(
      'SELECT kind FROM network_ledger WHERE tracker = $1 AND approved ORDER BY position',
      [tracker],
    );
    return rows.map(({kind}) => kind);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
