// Further: the compiler reads all of the service; that a request waits for nobody: `service/test/origin-proofs.test.ts`.
import assert from 'node:assert/strict';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';
import {TransactionCheck} from './support/transactions.js';

/**
 * `export` and `import` read and write a file inside one transaction, so that it is one state of the database. They run
 * alone, without a service.
 */
const mayWait = 'service/src/edges/transfer/';

/** Mistakes of each kind, by the line that has to be found; `fine` has none. */
const planted = `
import {setTimeout as pause} from 'node:timers/promises';
import {readFile} from 'node:fs/promises';
import {get} from 'node:https';
import type {Database, Queries, Transaction} from './platform/storage/database.js';
import {type RequestUnit, type UnitOfWork, inUnit} from './platform/idempotency/unit-of-work.js';
import type {CardNetwork} from './domain/ports/network.js';
import type {ReadProof} from './edges/passport/origin-proofs.js';

const taken = async (queries: Queries) => (await queries.query('SELECT 1')).length > 0;
const ask = async (origin: string) => (await fetch(origin)).status;
interface Asks { ask(origin: string): Promise<number> }
const asks: Asks = {ask: async (origin) => ask(origin)};

export async function byHelper(unit: RequestUnit, prove: ReadProof) {
  await taken(unit);
  await prove('https://shop.example'); // found
  return unit.commit({status: 200, body: {}});
}
export async function byInterface(unit: UnitOfWork) {
  if (await taken(unit)) await asks.ask('https://shop.example'); // found
}
export async function byTimer(tx: Transaction) {
  await tx.query('SELECT 1');
  await pause(1); // found
}
export const byFile = (database: Database) =>
  database.transaction(async (tx) => {
    await tx.query('SELECT 1');
    await readFile('/etc/hostname'); // found
  });
export const byPort = (database: Database, network: CardNetwork) =>
  inUnit(database, async (unit) => {
    for (const tracker of ['a', 'b']) {
      await network.cancel({attempt: 'a', tracker}); // found
      await unit.query('SELECT 1');
    }
  });
export async function bySecondConnection(unit: UnitOfWork, database: Database) {
  await unit.query('SELECT 1');
  await taken(unit);
  await database.query('SELECT 1'); // found
}
export async function byLease(unit: UnitOfWork) {
  await unit.query('SELECT 1');
  await unit.lease([]); // found
}
export async function byCallback(unit: UnitOfWork) {
  await unit.query('SELECT 1');
  await new Promise((done) => get('https://shop.example', done)); // found
}
export async function fine(unit: RequestUnit, network: CardNetwork, database: Database) {
  await unit.lease([]);
  await network.cancel({attempt: 'a', tracker: 'b'});
  await database.query('SELECT 1');
  unit.atEnd('SELECT 1');
  if (await ask('https://shop.example')) throw new Error('no');
  await taken(unit);
  const committed = await unit.commit({status: 200, body: {}});
  await ask('https://shop.example');
  return committed;
}
`;
const plantedFile = 'service/src/planted.ts';

/** A unit of work that waits for something else holds the one connection of PGlite, and one of sixteen of PostgreSQL. */
describe('a transaction', () => {
  const {transactions, waits} = new TransactionCheck('service', {[resolve(plantedFile)]: planted}).run();

  it('waits for nothing but its own statements', () => {
    assert.ok(transactions > 100, `${transactions} are followed`);
    const own = waits.filter((wait) => !wait.startsWith(plantedFile) && !wait.startsWith(mayWait));
    assert.deepEqual(own, [], 'read or ask before the first query of the unit, or after its commit');
  });

  it('is found out when it does, however the wait is written', () => {
    const lines = planted.split('\n').flatMap((line, at) => (line.includes('// found') ? [at + 1] : []));
    const found = waits.filter((wait) => wait.startsWith(plantedFile));
    assert.deepEqual(
      found.map((wait) => Number(wait.split(/[: ]/)[1])).sort((a, b) => a - b),
      lines,
      found.join('\n'),
    );
  });
});
