import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type AddressInfo, type Server, type Socket} from 'node:net';
import {after, before, describe, it} from 'node:test';
import pg from 'pg';
import {DeferredStatement} from '../src/platform/storage/database.js';
import {UnknownPreparedError, runBatch} from '../src/platform/storage/postgres-batch.js';

/** Builds a message of PostgreSQL's protocol from its type letter and its content. */
function message(letter: string, ...content: (Buffer | number)[]): Buffer {
  const parts = content.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part));
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

const text = (value: string) => Buffer.from(`${value}\0`);
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) => Buffer.concat([int16(0), int16(value)]);

const ready = message('Z', Buffer.from('I'));
const parsed = message('1');
const bound = message('2');
const done = message('C', text('INSERT 0 1'));
const int4 = 23;
const column = Buffer.concat([text('n'), int32(0), int16(0), int32(int4), int16(4), int32(0), int16(0)]);
const described = message('T', int16(1), column);
const row = message('D', int16(1), int32(1), Buffer.from('7'));
const failed = message('E', Buffer.from('C'), text('23505'), Buffer.from('M'), text('duplicate'), 0);

/** The type letters of the messages that a client has sent. */
function lettersOf(sent: Buffer): string {
  let letters = '';
  for (let at = 0; at < sent.length; at += 1 + sent.readInt32BE(at + 1))
    letters += sent.toString('latin1', at, at + 1);
  return letters;
}

/**
 * The batch uses parts of the driver that are not published. This test checks with a simulated server that
 * they still work. If it fails after an update of `pg`, decision 0031 says what to do.
 */
describe('a batch through the driver (decision 0031)', () => {
  let server: Server;
  let pool: pg.Pool;
  let client: pg.PoolClient;
  let socket: Socket;
  const dialect = {
    nameOf: (sql: string) => sql.replaceAll(/\W/g, '_'),
    parserOf: () => Number,
    noteFailure() {},
  };

  before(async () => {
    server = createServer((made) => {
      socket = made;
      made.once('data', () => made.write(Buffer.concat([message('R', int32(0)), ready])));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const {port} = server.address() as AddressInfo;
    pool = new pg.Pool({host: '127.0.0.1', port, user: 'test', database: 'test', pipeline: true});
    client = await pool.connect();
  });
  after(async () => {
    client.release(true);
    await pool.end();
    server.close();
  });

  async function exchange(statements: readonly DeferredStatement[], ...answer: Buffer[]) {
    const received = once(socket, 'data') as Promise<[Buffer]>;
    const rows = runBatch(client, statements, dialect);
    rows.catch(() => undefined);
    const [sent] = await received;
    socket.write(Buffer.concat(answer));
    return {sent, rows};
  }

  function statements() {
    const insert = new DeferredStatement('INSERT x', ['a text', 5]);
    const select = new DeferredStatement('SELECT n', [new Date('2026-01-31T00:00:00Z')]);
    assert.ok(select.rows);
    return [insert, select];
  }

  it('is sent in one write with one sync; only rows that are used are described', async () => {
    const {sent, rows} = await exchange(
      statements(),
      ...[parsed, bound, done, parsed, bound, described, row, done, ready],
    );
    assert.equal(lettersOf(sent), 'PBEPBDES');
    assert.deepEqual(await rows, [[], [{n: 7}]]);
  });

  it('encodes values as the driver does', async () => {
    const {sent, rows} = await exchange(statements(), bound, done, bound, described, row, done, ready);
    await rows;
    for (const value of ['a text', '5', '2026-01-31T']) assert.ok(sent.includes(value), value);
  });

  it('does not send a statement that the connection has already parsed', async () => {
    const {sent, rows} = await exchange(statements(), bound, done, bound, described, row, done, ready);
    assert.equal(lettersOf(sent), 'BEBDES');
    assert.deepEqual(await rows, [[], [{n: 7}]]);
  });

  it('shares parsed statements with ordinary queries of the same name', async () => {
    const received = once(socket, 'data') as Promise<[Buffer]>;
    const ordinaryQuery = client.query({name: 'INSERT_x', text: 'INSERT x', values: ['a text', 5]});
    const [sent] = await received;
    socket.write(Buffer.concat([bound, message('n'), done, ready]));
    await ordinaryQuery;
    assert.equal(lettersOf(sent), 'BDES');
  });

  it('rejects with a statement’s error, and the connection stays usable', async () => {
    const refused = await exchange(statements(), bound, failed, ready);
    await assert.rejects(refused.rows, {code: '23505'});
    const {rows} = await exchange(statements(), bound, done, bound, described, row, done, ready);
    assert.deepEqual(await rows, [[], [{n: 7}]]);
  });

  it('closes the connection when it is unknown which statements were parsed', async () => {
    const fresh = new DeferredStatement('INSERT y', []);
    const {rows} = await exchange([fresh], parsed, failed, ready);
    await assert.rejects(rows, UnknownPreparedError);
  });
});
