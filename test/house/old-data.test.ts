// Further: data of older versions on both databases; data of this one: `service/test/storage.test.ts`.
import assert from 'node:assert/strict';
import {createHmac} from 'node:crypto';
import {mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {gunzipSync} from 'node:zlib';
import pg from 'pg';
import {Api, save, saveWithStepUp, tracker} from '../../tools/test/fixture/api.js';
import type {Filled} from '../../tools/test/fixture/fill.js';
import {unpack} from '../../tools/test/fixture/pack.js';
import {
  Receiver,
  postgresMissing,
  sharedCluster,
  startService,
  testDatabaseAddress,
  type Service,
} from '../../tools/test/fixture/product.js';
import {readAll, type Everything, type Shown} from '../../tools/test/fixture/read.js';

interface Expected {
  /** Real time at which the service was stopped; the clock beneath the service's own stands there in these tests. */
  readonly at: string;
  readonly keys: Readonly<Record<'secretKey' | 'publicKey' | 'vaultKey' | 'webhookSecret', string>>;
  readonly told: Filled;
  readonly holds: Everything;
}

const fixtures = new URL('../fixtures/', import.meta.url);
const versions = readdirSync(fixtures, {withFileTypes: true}).filter((entry) => entry.isDirectory());

/** What was written is there as it was written; later versions may show more of it. */
function assertHolds(actual: unknown, expected: unknown, place: string): void {
  if (typeof expected !== 'object' || expected === null) return assert.equal(actual, expected, place);
  assert.ok(typeof actual === 'object' && actual !== null, `${place} is missing`);
  if (Array.isArray(expected))
    assert.equal((actual as unknown[]).length, expected.length, `${place} in number`);
  for (const [name, value] of Object.entries(expected)) {
    assertHolds((actual as Record<string, unknown>)[name], value, `${place}/${name}`);
  }
}

interface Place {
  readonly database: string;
  readonly remove: () => void;
}

function unpackFolder(fixture: URL): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-old-data-'));
  unpack(new URL('folder.tar.br', fixture), folder);
  return Promise.resolve({database: folder, remove: () => rmSync(folder, {recursive: true, force: true})});
}

async function loadDump(fixture: URL): Promise<Place> {
  const database = process.env['CARD_VAULT_TEST_POSTGRES']
    ? await testDatabaseAddress()
    : await (await sharedCluster()).createDatabase();
  const client = new pg.Client({connectionString: database});
  await client.connect();
  await client.query(gunzipSync(readFileSync(new URL('postgres.sql.gz', fixture))).toString());
  await client.end();
  return {database, remove: () => undefined};
}

function theSame(fixture: URL, open: (fixture: URL) => Promise<Place>): void {
  const {at, keys, told, holds} = JSON.parse(
    readFileSync(new URL('expected.json', fixture), 'utf8'),
  ) as Expected;
  let place: Place;
  let service: Service;
  let api: Api;
  before(async () => {
    place = await open(fixture);
    const clock = {now: () => new Date(at)};
    const ports = {port: 0, fieldsPort: 0, issuerPort: 0};
    service = await startService({...keys, ...ports, database: place.database, allowRaw: true, clock});
    api = new Api(service.urls.api, keys.secretKey);
  });
  after(async () => {
    await service?.close();
    place?.remove();
  });

  it('reads as it was written', async () => {
    assertHolds(await readAll(api, told.addresses), holds, '');
  });

  it('keeps its merchants apart', async () => {
    const own = await readAll(new Api(service.urls.api, told.secondMerchant.secretKey));
    assert.deepEqual([own.customers.length, own.plans.length, own.trackers.length], [1, 1, 1]);
    const tokens = new Set(holds.customers.map(({token}) => token));
    assert.ok(!tokens.has(own.customers[0]!['token']));
  });

  it('answers a request that is repeated under its key as the first time', async () => {
    const {path, key, body, answer} = told.repeat;
    const again = await api.send('POST', path, body, key);
    assert.equal(again.text, answer);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });

  it('sends a delivery that waited, signed with the secret from before', async () => {
    const receiver = await Receiver.start();
    try {
      const waiting = holds.deliveries[told.endpoint.token]!.filter(({state}) => state === 'pending');
      assert.ok(waiting.length > 0);
      await api.put(`/client/webhooks/v1/${told.endpoint.token}`, {url: receiver.url});
      await api.travelTo(new Date(Date.parse(holds.now) + 3_600_000));
      assert.deepEqual(receiver.log.map(({id}) => id).sort(), waiting.map(({event}) => event).sort());
      const {headers, body} = receiver.log[0]!;
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const key = Buffer.from(told.endpoint.secret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', key).update(signed).digest('base64');
      assert.equal(headers['webhook-signature'], `v1,${signature}`);
    } finally {
      await receiver.close();
    }
  });

  it('gives back a hold that was owed', async () => {
    const owed = holds.trackers.find((one) => one['next_action'] === 'REVERSAL')!;
    await api.post(tracker(String(owed['token'])));
    const ledger = await movesOf(api, String(owed['token']));
    assert.deepEqual(ledger, [
      ['authorization', true],
      ['reversal', true],
    ]);
  });

  it('charges the next period when it begins, exactly once', async () => {
    const next = nextCharged(holds.subscriptions);
    const token = String(next['token']);
    const due = Date.parse(String(next['next_charge_date']));
    const charges = async () =>
      (await readAll(api)).charges.filter((one) => one['subscription_id'] === token);
    const before = holds.charges.filter((one) => one['subscription_id'] === token);
    await api.travelTo(new Date(due - 1));
    assertHolds(await charges(), before, 'before it begins');
    await api.travelTo(new Date(due + 1000));
    await api.travelTo(new Date(due + 60_000));
    const known = new Set(before.map((one) => one['token']));
    const made = (await charges()).filter((one) => !known.has(one['token']));
    assert.equal(made.length, 1);
    assert.deepEqual([made[0]!['state'], made[0]!['attempts']], ['paid', 1]);
    assert.deepEqual(await movesOf(api, String(made[0]!['token'])), [
      ['authorization', true],
      ['capture', true],
    ]);
  });

  it('saves new cards for a customer from before, and charges the old one', async () => {
    const [customer, wallet] = Object.entries(holds.wallets).find(
      ([, methods]) => methods.length === 1 && methods[0]!['max_usage'] === null,
    )!;
    await save(api, customer, '5200000000002235');
    await saveWithStepUp(api, customer, '4000000000002503');
    const now = (await readAll(api)).wallets[customer]!;
    assert.equal(now.length, 3);
    const old = now.find(({token}) => token === wallet[0]!['token']);
    assert.ok(old, 'the old card is gone');
    const wanted = {user: customer, currency: 'PKR', mode: 'unscheduled_cof', amount: 700};
    const opened = await api.post('/order/payments/v3/', wanted);
    const payment = String(opened['tracker']!['token']);
    await api.post(tracker(payment), {payload: {payment_method: {tokenized_card: {token: old['token']}}}});
    assert.deepEqual((await movesOf(api, payment))[0], ['authorization', true]);
  });
}

/** What the network did for a tracker or a charge, in order. */
async function movesOf(api: Api, token: string): Promise<readonly (readonly [unknown, unknown])[]> {
  const moves = [...(await api.get('/sandbox/v1/moves?limit=500'))] as unknown as readonly Shown[];
  return moves
    .filter((move) => move['tracker'] === token)
    .map((move) => [move['kind'], move['approved']] as const)
    .reverse();
}

const nextCharged = (subscriptions: readonly Shown[]): Shown =>
  subscriptions
    .filter(
      (one) => one['status'] === 'ACTIVE' && one['next_charge_date'] !== null && one['cancel_at'] === null,
    )
    .sort((a, b) => String(a['next_charge_date']).localeCompare(String(b['next_charge_date'])))[0]!;

for (const {name} of versions) {
  const fixture = new URL(`${name}/`, fixtures);
  describe(`a data folder that version ${name} left behind`, () => theSame(fixture, unpackFolder));
  describe(`a PostgreSQL database that version ${name} left behind`, {skip: postgresMissing}, () =>
    theSame(fixture, loadDump),
  );
}
