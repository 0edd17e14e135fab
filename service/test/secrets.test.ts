// Further: a search of every byte in all encodings; after a save in a browser: `test/e2e/secrecy.spec.ts`.
import assert from 'node:assert/strict';
import {mkdtemp, readFile, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {shop, startTestService, string, type TestService} from './support/harness.js';

const number = '4929123456781236';
const code = '7391';

/** A text in all encodings in which it could be stored. */
function forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    text.replace(/(.{4})(?=.)/g, '$1 '),
    bytes.toString('hex'),
    bytes.toString('base64').slice(0, 16),
    bytes.toString('base64url').slice(0, 16),
    [...text].reverse().join(''),
    text.slice(-12),
  ];
}

async function bytesOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name)))),
  );
}

describe('no card number and no security code at rest or in logs (V12, V13, V14)', () => {
  let folder: string;
  let api: TestService;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-vault-bytes-'));
    api = await startTestService({allowRaw: true, database: join(folder, 'db')});
  });
  after(async () => {
    await api.service.close();
    await rm(folder, {recursive: true, force: true});
  });

  it('after saves, refusals and failures in raw and flex mode, neither is in the folder or the log', async () => {
    const card = {card_number: number, expiration_month: '01', expiration_year: '2030', cvv: code};
    const replies: string[] = [];
    for (const outcome of ['frictionless', 'failed', 'required'] as const) {
      const tracker = await api.tracker({entry_mode: 'raw'});
      const key = `key-${outcome}`;
      const wrong = await api.act(
        tracker,
        {payment_method: {card: {...card, expiration_month: '99'}}},
        {key},
      );
      const right = await api.act(tracker, {payment_method: {card}}, {key});
      assert.equal(right.status, 200, right.text);
      const enrolled = await api.enroll(tracker, outcome);
      const authorized = await api.authorize(tracker);
      replies.push(
        wrong.text,
        right.text,
        enrolled.text,
        authorized.text,
        JSON.stringify(await api.payment(tracker)),
      );
    }
    const tracker = await api.tracker();
    await api.setUp(tracker, number);
    replies.push((await api.act(tracker, {payment_method: {card}})).text);
    replies.push((await api.call('/nothing', {body: {card}})).text);
    replies.push((await api.call('/user/customers/v1/', {raw: `{"card": ${number}`})).text);

    await api.service.database.query('CREATE TABLE planted (text text)');
    await api.service.database.query(`INSERT INTO planted VALUES ('planted-marker-0123')`);
    await api.service.database.query('CHECKPOINT');
    await api.service.close();
    const bytes = await bytesOf(folder);
    assert.ok(bytes.includes('planted-marker-0123'), 'the search finds what is there');
    const logs = api.logs.join('\n');
    assert.ok(logs.includes('http.answered'));
    for (const form of forms(number)) {
      assert.ok(!bytes.includes(form), `database: ${form}`);
      assert.ok(!logs.includes(form), `log: ${form}`);
      assert.ok(!replies.join().includes(form), `answers: ${form}`);
    }
    // The security code alone is too short to search for, so the test searches for it in quotes, as in JSON.
    for (const form of [`"${code}"`, `'${code}'`, `:${code},`]) {
      assert.ok(!bytes.includes(form), `database: ${form}`);
      assert.ok(!logs.includes(form), `log: ${form}`);
    }
    assert.ok(!bytes.includes(api.service.keys.secretKey));
  });
});

describe('recovery after a crash', () => {
  it('a restart resumes a tracker during its authorization: one hold, one owed reversal, one payment method', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'card-vault-crash-'));
    const database = join(folder, 'db');
    const first = await startTestService({database});
    const tracker = await first.tracker();
    await first.setUp(tracker);
    await first.enroll(tracker);
    // The state after a crash between the network's approval and its recording.
    await first.authorize(tracker);
    const {database: rows} = first.service;
    await rows.query(
      `WITH cleared AS (DELETE FROM default_methods) DELETE FROM payment_methods WHERE tracker = $1`,
      [tracker],
    );
    await rows.query(
      `UPDATE trackers SET hold = NULL, next_kind = 'AUTHORIZATION', state = 'TRACKER_ENROLLED', claim = $2,
         claim_until = now() + interval '100 years' WHERE token = $1`,
      [tracker, first.service.database.leases.newLease()],
    );
    assert.equal((await first.authorize(tracker)).status, 409);
    await first.service.close();

    const second = await startTestService({database});
    const authorized = await second.authorize(tracker);
    assert.equal(authorized.status, 200, authorized.text);
    assert.equal((await second.act(tracker)).status, 200);
    const ledger = await second.ledger(tracker);
    assert.deepEqual(
      ledger.map(({kind, amount}) => [kind, amount]),
      [
        ['authorization', 500],
        ['reversal', 500],
      ],
    );
    const payment = await second.payment(tracker);
    assert.match(string(payment['payment_method']!['token']), /^pm_/);
    await second.service.close();
    await rm(folder, {recursive: true, force: true});
  });

  it('a token minted before a restart stays valid if the address is unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'card-vault-token-'));
    const database = join(folder, 'db');
    const first = await startTestService({database});
    const tracker = await first.tracker();
    const token = await first.token({tracker, origin: shop});
    const port = Number(new URL(first.service.urls.api).port);
    await first.service.close();
    const second = await startTestService({database, port});
    assert.equal(
      (await second.call(`/reporter/api/v1/payments/${tracker}`, {token, origin: shop})).status,
      200,
    );
    await second.service.close();
    await rm(folder, {recursive: true, force: true});
  });
});
