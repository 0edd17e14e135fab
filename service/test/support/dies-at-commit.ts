/**
 * Runs as a process of its own: a service that kills itself when it commits the answer of a keyed request,
 * either `before` the commit, or `after` it and before the reply is sent.
 */
import {silentLogger} from '../../src/platform/http/log.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import type {Database, Transaction} from '../../src/platform/storage/database.js';
import {migrations, start} from '../../src/start.js';

const [address = '', killMoment] = process.argv.slice(2);

const die = () => process.kill(process.pid, 'SIGKILL');

function dyingAtCommit(database: Database): Database {
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
        if (recordsAnswer && killMoment === 'before') die();
        return done;
      });
      if (recordsAnswer && killMoment === 'after') die();
      return result;
    },
  };
}

const database = dyingAtCommit(await openDatabase(address, silentLogger, {thread: false, migrations}));
const options = {database: address, port: 0, fieldsPort: 0, issuerPort: 0, allowRaw: true};
const service = await start(options, database);
process.stdout.write(`${JSON.stringify(service.urls)}\n`);
