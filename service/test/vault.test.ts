import assert from 'node:assert/strict';
import {randomBytes, randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {VaultError} from '../src/platform/errors.js';
import {systemClock} from '../src/platform/clock/clock.js';
import type {Vault} from '../src/platform/sealing.js';
import type {Database} from '../src/platform/storage/database.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {brandOfNumber} from '../src/platform/pages/card-number.js';
import {cardMigrations, createCardStore} from '../src/domain/vault/cards.js';
import {readKeyRing} from '../src/domain/vault/keys.js';
import {SecurityCodes} from '../src/platform/secrets/security-codes.js';
import {decodeAndWipe} from '../src/platform/secrets/wipe.js';
import {createVault, vaultMigrations} from '../src/domain/vault/vault.js';
import {openTestDatabase} from './support/database.js';

const key = () => randomBytes(32).toString('hex');
const [first, second] = [key(), key()];
const context = {record: 'card_1', merchant: 'mer_1'};
const number = '4000000000002701';

let database: Database;
let vault: Vault;
before(async () => {
  database = await openTestDatabase();
  await migrate(database, [...vaultMigrations, ...cardMigrations]);
  vault = await createVault(database, readKeyRing(first));
});
after(() => database.close());

const open = async (from: Vault, sealed: string, where = context) =>
  Buffer.from(await from.open(sealed, where)).toString();

describe('the vault (guarantees 4.8)', () => {
  it('opens what it sealed, text and bytes', async () => {
    assert.equal(await open(vault, await vault.seal(number, context)), number);
    const bytes = randomBytes(300);
    assert.deepEqual(Buffer.from(await vault.open(await vault.seal(bytes, context), context)), bytes);
  });

  it('leaves no plain text in the memory that small buffers share', async () => {
    const slabOf = () => Buffer.from('.').buffer;
    const full = slabOf();
    while (slabOf() === full) Buffer.from('.'.repeat(1000));
    const slab = slabOf();
    // No other part of this process writes this text.
    const text = randomUUID();
    const sealed = await vault.seal(text, context);
    assert.equal(decodeAndWipe(await vault.open(sealed, context)), text);
    assert.equal(slabOf(), slab, 'all of it took place in one slab');
    assert.equal(Buffer.from(slab).includes(text), false);
  });

  it('seals the same text differently every time, without revealing it', async () => {
    const texts = await Promise.all(Array.from({length: 50}, () => vault.seal(number, context)));
    assert.equal(new Set(texts).size, 50);
    const shown = texts.join();
    for (const form of [number, Buffer.from(number).toString('base64url').slice(0, 12)]) {
      assert.ok(!shown.includes(form));
    }
  });

  for (const [what, where] of [
    ['record', {...context, record: 'card_2'}],
    ['merchant', {...context, merchant: 'mer_2'}],
    ['both, glued differently', {record: 'card_', merchant: '1mer_1'}],
  ] as const) {
    it(`a sealed text cannot be opened for another ${what}`, async () => {
      const sealed = await vault.seal(number, context);
      await assert.rejects(vault.open(sealed, where), VaultError);
    });
  }

  it('any altered character is noticed', async () => {
    const sealed = await vault.seal(number, context);
    for (let index = 0; index < sealed.length; index++) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const altered = sealed.slice(0, index) + other + sealed.slice(index + 1);
      // The last base64 character of a part may contain unused bits. Changing only those changes nothing.
      const opened = await open(vault, altered).catch(() => undefined);
      assert.ok(opened === undefined || opened === number);
      if (opened === number) assert.match(sealed.slice(index), /^.(\.|$)/);
    }
  });

  for (const text of ['', 'v1', 'v2.a.b.c', 'v1.a.b.c.d', 'v1.unknown.AAAA.AAAA', 'plain']) {
    it(`“${text}” is not a sealed text`, () => assert.rejects(vault.open(text, context), VaultError));
  }

  it('after a rotation the first key seals, all keys open, and fingerprints are unchanged', async () => {
    const sealed = await vault.seal(number, context);
    const rotated = await createVault(database, readKeyRing(`${second},${first}`));
    assert.equal(await open(rotated, sealed), number);
    assert.equal(rotated.fingerprint(number, 'mer_1'), vault.fingerprint(number, 'mer_1'));
    const newer = await rotated.seal(number, context);
    await assert.rejects(vault.open(newer, context), /sealed with the key .* Add it behind the new one/);
  });

  it('a database sealed under another key is refused at the start', async () => {
    await assert.rejects(createVault(database, readKeyRing(second)), /sealed with another vault key/);
  });

  it('fingerprints are the same for one merchant and differ between merchants and from a plain hash', () => {
    const mine = vault.fingerprint(number, 'mer_1');
    assert.match(mine, /^[0-9a-f]{64}$/);
    assert.equal(vault.fingerprint(number, 'mer_1'), mine);
    assert.notEqual(vault.fingerprint(number, 'mer_2'), mine);
    assert.notEqual(vault.fingerprint('4000000000002702', 'mer_1'), mine);
  });
});

describe('the vault key', () => {
  it('is 32 bytes in hexadecimal or base64, and the same key has the same id in both', () => {
    const [hex] = readKeyRing(first);
    const [base64] = readKeyRing(Buffer.from(first, 'hex').toString('base64'));
    assert.equal(hex.id, base64.id);
    assert.ok(!first.includes(hex.id));
  });
  for (const text of ['', 'short', 'a'.repeat(63), Buffer.alloc(31).toString('base64')]) {
    it(`refuses ${text.length} characters without repeating them`, () => {
      assert.throws(() => readKeyRing(text), /32 bytes/);
    });
  }
});

describe('cards at rest', () => {
  const card = {
    number,
    brand: 'visa',
    expirationMonth: '01',
    expirationYear: '2030',
    securityCode: '987',
  } as const;

  it('the number is sealed in one column, the security code is not stored', async () => {
    const cards = createCardStore({vault, clock: systemClock});
    const {stored, save} = await cards.prepare(card, 'mer_1');
    await database.transaction(save);
    const [row] = await database.query<Record<string, unknown>>('SELECT * FROM vault_cards WHERE id = $1', [
      stored.id,
    ]);
    const {sealed, ...clear} = row!;
    assert.ok(typeof sealed === 'string');
    assert.ok(!JSON.stringify(clear).includes(number.slice(6)));
    assert.ok(!Object.values(row!).includes('987'));
    assert.deepEqual(await cards.reveal(database, stored.id), {
      number,
      brand: 'visa',
      expirationMonth: '01',
      expirationYear: '2030',
    });
    await database.transaction((tx) => cards.forget(tx, stored.id));
    await assert.rejects(cards.reveal(database, stored.id));
  });

  it('a sealed number cannot be moved to another row', async () => {
    const cards = createCardStore({vault, clock: systemClock});
    const [one, two] = [await cards.prepare(card, 'mer_1'), await cards.prepare(card, 'mer_1')];
    await database.transaction(one.save);
    await database.transaction(two.save);
    await database.query(
      'UPDATE vault_cards SET sealed = (SELECT sealed FROM vault_cards WHERE id = $1) WHERE id = $2',
      [one.stored.id, two.stored.id],
    );
    await assert.rejects(cards.reveal(database, two.stored.id), VaultError);
  });

  it('finds the brand of a number by its longest matching range', () => {
    const known = {
      '4111111111111111': 'visa',
      '2221000000000009': 'mastercard',
      '378282246310005': 'amex',
      '6011111111111117': 'discover',
      '30569309025904': 'diners',
      '3530111333300000': 'jcb',
      '6212345678901232': 'unionpay',
      '9999999999999995': 'unknown',
    };
    for (const [text, brand] of Object.entries(known)) assert.equal(brandOfNumber(text), brand);
  });
});

describe('security codes', () => {
  it('are returned once', () => {
    const codes = new SecurityCodes();
    codes.keep('track_1', '123');
    assert.equal(codes.take('track_1'), '123');
    assert.equal(codes.take('track_1'), undefined);
    assert.equal(codes.size, 0);
  });

  it('are forgotten when a new card has none', () => {
    const codes = new SecurityCodes();
    codes.keep('track_1', '123');
    codes.keep('track_1', undefined);
    assert.equal(codes.take('track_1'), undefined);
  });

  it('are forgotten after the time limit', (context_) => {
    context_.mock.timers.enable({apis: ['setTimeout']});
    const codes = new SecurityCodes({maxAgeMs: 1000});
    codes.keep('track_1', '123');
    context_.mock.timers.tick(999);
    assert.equal(codes.size, 1);
    context_.mock.timers.tick(1);
    assert.equal(codes.size, 0);
  });
});
