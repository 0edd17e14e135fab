import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect, createServer, type AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {silentLogger} from '../src/platform/http/log.js';
import type {Database} from '../src/platform/storage/database.js';
import {openDatabase} from '../src/platform/storage/open.js';
import {databaseOn} from '../src/platform/storage/pglite.js';
import {createEmptyEngine} from './support/database.js';
import {postgresMissing, sharedCluster} from './support/engine.js';

/** BEGIN as both engines send it, and a text of the same length that PostgreSQL refuses. */
const [begin, refused] = ['BEGIN', 'BEGIM'] as const;

/** Stands between the service and a real server, which gets no BEGIN that it understands. */
async function beforeServer(address: string) {
  const {port} = new URL(address);
  const proxy = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    client.on('data', (bytes) =>
      server.write(Buffer.from(bytes.toString('latin1').replaceAll(begin, refused), 'latin1')),
    );
    server.pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(address);
  through.port = String((proxy.address() as AddressInfo).port);
  return {address: through.href, close: () => proxy.close()};
}

/** On `database`, each BEGIN is refused. */
function leavesNothing(opened: () => Promise<{database: Database; close(): void}>): void {
  let database: Database;
  let close: () => void;
  before(async () => {
    ({database, close} = await opened());
    await database.query('CREATE TABLE things (id integer)');
  });
  after(async () => {
    await database?.close();
    close?.();
  });

  const insert = 'INSERT INTO things VALUES ($1)';
  const things = () => database.query('SELECT id FROM things WHERE id > $1', [0]);

  it('leaves nothing of the transaction, and its first statement fails', async () => {
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.query(insert, [1]);
        tx.atEnd(insert, [2]);
      }),
      {code: '42601'},
    );
    assert.deepEqual(await things(), []);
  });

  it('leaves nothing of statements that are sent at once', async () => {
    const all = database.transaction((tx) => Promise.all([1, 2, 3].map((id) => tx.query(insert, [id]))));
    await assert.rejects(all, {code: '42601'});
    assert.deepEqual(await things(), []);
  });

  it('commits nothing where the failure of the first statement is caught', async () => {
    const caught = database.transaction(async (tx) => {
      for (const id of [1, 2]) await tx.query(insert, [id]).catch(() => undefined);
      tx.atEnd(insert, [3]);
    });
    await assert.rejects(caught, {name: 'NotCommittedError'});
    assert.deepEqual(await things(), []);
  });

  it('leaves a transaction that needs no BEGIN as it was', async () => {
    await database.transaction((tx) => {
      tx.atEnd(insert, [4]);
      tx.atEnd('DELETE FROM things WHERE id = $1', [4]);
      tx.atEnd(insert, [5]);
    });
    assert.deepEqual(await things(), [{id: 5}]);
  });
}

describe('a BEGIN that PostgreSQL refuses', {skip: postgresMissing}, () =>
  leavesNothing(async () => {
    const proxy = await beforeServer(await (await sharedCluster()).createDatabase());
    return {database: await openDatabase(proxy.address, silentLogger), close: proxy.close};
  }),
);

describe('a BEGIN that the embedded database refuses', () =>
  leavesNothing(async () => {
    const engine = await createEmptyEngine();
    const send = engine.execProtocolRawStream.bind(engine);
    engine.execProtocolRawStream = (bytes, options) => {
      const text = Buffer.from(bytes).toString('latin1').replaceAll(begin, refused);
      return send(Buffer.from(text, 'latin1'), options);
    };
    return {database: databaseOn(engine, () => engine.close()), close: () => undefined};
  }));
