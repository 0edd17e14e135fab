import assert from 'node:assert/strict';
import {it} from 'node:test';
import {createCardStore} from '../../src/domain/vault/cards.js';
import {readKeyRing} from '../../src/domain/vault/keys.js';
import {createVault} from '../../src/domain/vault/vault.js';
import {readTables} from '../../src/edges/transfer/catalog.js';
import {developmentKeys} from '../../src/options.js';
import {systemClock} from '../../src/platform/clock/clock.js';
import {silentLogger} from '../../src/platform/http/log.js';
import type {Database} from '../../src/platform/storage/database.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import {migrations} from '../../src/start.js';
import {TestProcess} from './process.js';
import {ask, data, rawSave, type Running} from './raw.js';

const [oldKey, newKey, otherKey] = ['6f', '3b', '9d'].map((byte) => `${byte}c1e7a4`.repeat(8));
const idOf = (key: string | undefined) => readKeyRing(key!)[0].id;
const manyCards = 500;

type Process = Running & {readonly process: TestProcess};

const run = (database: string, ...keysAndDeath: readonly (string | undefined)[]) =>
  new TestProcess('service/test/support/reseals.ts', [database, ...keysAndDeath.map((value) => value ?? '')]);

async function serve(database: string, keys: string | undefined): Promise<Process> {
  const process = run(database, keys);
  const urls = JSON.parse(await process.firstLine()) as {api: string};
  return {process, urls, keys: developmentKeys};
}

async function onDatabase<Result>(address: string, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase(address, silentLogger, {thread: false, migrations});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** How many values of all tables are sealed with each key, by the key's id. */
const sealedBy = (address: string): Promise<ReadonlyMap<string, number>> =>
  onDatabase(address, async (database) => {
    const counts = new Map<string, number>();
    for (const {name, columns} of await readTables(database)) {
      for (const column of columns) {
        const rows = await database.query<{key: string}>(
          `SELECT (regexp_match("${column.name}"::text, 'v1\\.([0-9a-f]{12})\\.'))[1] AS key FROM "${name}"`,
        );
        for (const {key} of rows) if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    return counts;
  });

const digits = (index: number) => `4000${String(index).padStart(12, '0')}`;

/** Stores cards as a service with the old key does. */
const storeCards = (address: string) =>
  onDatabase(address, async (database) => {
    const cards = createCardStore({
      vault: await createVault(database, readKeyRing(oldKey!)),
      clock: systemClock,
    });
    const ids = new Map<string, string>();
    for (let index = 0; index < manyCards; index++) {
      const card = {
        number: digits(index),
        brand: 'visa',
        expirationMonth: '01',
        expirationYear: '2031',
      } as const;
      const prepared = await cards.prepare(card, 'mer_many');
      await database.transaction((tx) => prepared.save(tx));
      ids.set(prepared.stored.id, card.number);
    }
    return ids;
  });

/** What a service that still sealed with the old key would store. */
async function storeForeignText(database: Database): Promise<void> {
  const sealed = `v1.${idOf(oldKey)}.AAAA.BBBB`;
  await database.query(
    `INSERT INTO vault_cards (id, merchant, sealed, fingerprint, brand, bin, last_four, expiration_month,
       expiration_year, created_at) VALUES ('card_1', 'mer_1', $1, '', 'visa', '', '', '', '', now())`,
    [sealed],
  );
}

/** Opens each card with the new key alone. */
const readCards = (address: string, ids: Iterable<string>) =>
  onDatabase(address, async (database) => {
    const vault = await createVault(database, readKeyRing(newKey!));
    const cards = await createCardStore({vault, clock: systemClock}).revealAll(database, [...ids]);
    return new Map([...cards].map(([id, {number}]) => [id, number]));
  });

/** The tests of an engine; each has a file of its own. `open` gives the address of a new database. */
export function survivesKeyChange(engine: string, open: () => Promise<string>): void {
  it(`${engine}: killed half-way, resumed, and the old key taken away: every card opens`, async () => {
    const database = await open();
    const first = await serve(database, oldKey);
    const saved = await rawSave(first, {number: '4000000000002701', name: 'Ada'});
    const create = (service: Running) =>
      ask(service, '/user/customers/v1/', {first_name: 'Kay', last_name: 'Lamarr'}, {key: 'k'});
    const answer = await create(first);
    const {tracker} = await data(first, '/order/payments/v3/', {user: saved.customer, currency: 'PKR'});
    await data(first, `/order/payments/v3/${String(tracker!['token'])}`, {
      payload: {origin: 'http://localhost:5173'},
    });
    await first.process.kill('SIGKILL');
    const numbers = await storeCards(database);
    const all = [...(await sealedBy(database)).values()].reduce((sum, count) => sum + count);

    assert.equal(await run(database, `${newKey},${oldKey}`, '2').end(), 'SIGKILL');
    const halfWay = await sealedBy(database);
    // The endpoint's secret too: it was given again at the start.
    assert.ok(halfWay.get(idOf(newKey))! >= 400, 'two pages of cards');
    assert.ok(halfWay.get(idOf(oldKey))! > manyCards - 400, 'and a page is left');

    for (const keys of [newKey, `${newKey},${otherKey}`]) {
      const refused = run(database, keys);
      assert.equal(await refused.end(), 2);
      assert.match(refused.stderr, new RegExp(`another vault key: ${idOf(oldKey)} .*CARD_VAULT_VAULT_KEY`));
    }
    assert.deepEqual(await sealedBy(database), halfWay);

    const resumed = await serve(database, `${newKey},${oldKey}`);
    await resumed.process.complains('"vault.resealed"');
    assert.match(resumed.process.stderr, new RegExp(`"vault.resealed","left":0,"keys":"${idOf(oldKey)}"`));
    assert.equal((await create(resumed)).text, answer.text);
    await resumed.process.kill('SIGKILL');
    const sealed = await sealedBy(database);
    assert.deepEqual([...sealed.keys()], [idOf(newKey)]);
    assert.ok(sealed.get(idOf(newKey))! >= all);

    const last = await serve(database, newKey);
    assert.equal((await create(last)).text, answer.text);
    await saved.charge(last);
    await last.process.kill('SIGKILL');
    assert.deepEqual(await readCards(database, numbers.keys()), numbers);
  });

  it(`${engine}: a value under a key that is not given is counted and left as it is`, async () => {
    const database = await open();
    await (await serve(database, otherKey)).process.kill('SIGKILL');
    await onDatabase(database, storeForeignText);
    const service = await serve(database, `${newKey},${otherKey}`);
    await service.process.complains('"vault.key_missing"');
    const line = service.process.stderr.split('\n').find((text) => text.includes('"vault.key_missing"'))!;
    const {count, keys} = JSON.parse(line) as {count: number; keys: string};
    assert.deepEqual({count, keys}, {count: 1, keys: idOf(oldKey)});
    await service.process.kill('SIGKILL');
    const left = await sealedBy(database);
    // The card, and the secret of the fingerprints: without the other key nothing starts until both are solved.
    assert.deepEqual([left.get(idOf(oldKey)), left.get(idOf(otherKey))], [1, 1]);
  });
}
