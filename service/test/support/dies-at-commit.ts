/**
 * Run as a process of its own: a service that is killed when the answer of a keyed request is committed, `before` the transaction
 * is sent or `after` it is on record and before anybody hears of it.
 */
import {silentLogger} from '../../src/platform/http/log.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import type {Database, Transaction} from '../../src/platform/storage/database.js';
import {start} from '../../src/start.js';

const [address = '', dies] = process.argv.slice(2);

const die = () => process.kill(process.pid, 'SIGKILL');

function mortal(database: Database): Database {
  return {
    ...database,
    async transaction<Result>(work: (tx: Transaction) => Promise<Result> | Result): Promise<Result> {
      let recordsAnswer = false;
      const result = await database.transaction(async (tx) => {
        const done = await work({
          query: (sql, parameters) => tx.query(sql, parameters),
          atEnd(sql, parameters) {
            recordsAnswer ||= sql.includes('sealed_answer = $');
            return tx.atEnd(sql, parameters);
          },
        });
        if (recordsAnswer && dies === 'before') die();
        return done;
      });
      if (recordsAnswer && dies === 'after') die();
      return result;
    },
  };
}

const database = mortal(await openDatabase(address, silentLogger, {thread: false}));
const options = {database: address, port: 0, fieldsPort: 0, issuerPort: 0, allowRaw: true};
const service = await start(options, database);
process.stdout.write(`${JSON.stringify(service.urls)}\n`);
