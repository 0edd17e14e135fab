/**
 * Runs as a process of its own: a service with the vault keys of the second argument, whose log is on standard
 * error. With a third argument it kills itself after that many statements that seal cards again.
 */
import {silentLogger} from '../../src/platform/http/log.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import type {Database} from '../../src/platform/storage/database.js';
import {migrations, start} from '../../src/start.js';

const [address = '', vaultKey = '', statements = 'Infinity'] = process.argv.slice(2);

function dyingWhileResealing(database: Database): Database {
  let left = Number(statements);
  return {
    ...database,
    async query<Row>(sql: string, parameters?: readonly unknown[]) {
      const rows = await database.query<Row>(sql, parameters);
      if (sql.includes('UPDATE vault_cards SET sealed') && --left === 0) process.kill(process.pid, 'SIGKILL');
      return rows;
    },
  };
}

const options = {
  ...{database: address, vaultKey, port: 0, fieldsPort: 0, issuerPort: 0, allowRaw: true},
  ...{webhookUrl: 'http://127.0.0.1:9/events', log: (line: string) => process.stderr.write(`${line}\n`)},
};
try {
  const database = await openDatabase(address, silentLogger, {thread: false, migrations});
  const service = await start(options, dyingWhileResealing(database), 50);
  process.stdout.write(`${JSON.stringify(service.urls)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
