import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {allFiles, arrowsOf, circlesOf, roomOf, survey} from './support/rooms.js';
import {filesBelow} from './support/source.js';
import {migrations} from '../../service/src/start.js';

/** Which rooms of the service a room may import. The files beside the rooms of `platform` are open to all. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'platform/jwt': [],
  'platform/secrets': [],
  'platform/storage': [],
  'platform/openapi': [],
  'platform/pages': [],
  'platform/clock': ['platform/storage'],
  'platform/http': ['platform/clock', 'platform/pages', 'platform/storage'],
  'platform/identity': ['platform/clock', 'platform/http', 'platform/jwt', 'platform/storage'],
  'platform/idempotency': ['platform/clock', 'platform/http', 'platform/identity', 'platform/storage'],
  'platform/worker': ['platform/clock', 'platform/idempotency', 'platform/storage'],

  'domain/ports': ['platform'],
  'domain/merchants': ['platform'],
  'domain/plans': ['platform'],
  'domain/events': ['platform'],
  'domain/customers': ['platform'],
  'domain/vault': ['platform', 'domain/ports'],
  'domain/addresses': ['platform', 'domain/customers'],
  'domain/payment-methods': [
    ...['platform', 'domain/addresses', 'domain/customers', 'domain/events', 'domain/ports', 'domain/vault'],
  ],
  'domain/subscriptions': [
    ...['platform', 'domain/customers', 'domain/events', 'domain/payment-methods', 'domain/plans'],
  ],
  'domain/billing': [
    ...['platform', 'domain/events', 'domain/payment-methods', 'domain/ports', 'domain/subscriptions'],
    'domain/vault',
  ],
  'domain/transactions': [
    ...['platform', 'domain/events', 'domain/payment-methods', 'domain/plans', 'domain/ports'],
    'domain/subscriptions',
  ],
  'domain/trackers': [
    ...['platform', 'domain/customers', 'domain/events', 'domain/merchants', 'domain/payment-methods'],
    ...['domain/plans', 'domain/ports', 'domain/vault', 'domain/velocity'],
  ],
  'domain/velocity': ['platform', 'domain/events'],

  'simulators/issuer': ['platform', 'domain/ports'],
  'simulators/microform': ['platform', 'domain/ports'],
  'simulators/network': ['platform', 'domain/ports'],

  'edges/passport': ['platform', 'domain'],
  'edges/checkout': ['platform', 'domain'],
  'edges/webhooks': ['platform', 'domain'],
  // What a tester may look at and turn is the simulated network, too.
  'edges/sandbox': ['platform', 'domain', 'edges/webhooks', 'simulators/network'],
  'edges/faults': ['platform', 'domain', 'edges/sandbox'],
  'edges/dashboard': ['platform', 'domain', 'edges/faults', 'edges/sandbox', 'edges/webhooks'],
  'edges/openapi': [
    ...['platform', 'domain', 'edges/faults', 'edges/passport', 'edges/sandbox', 'edges/webhooks'],
  ],
  'edges/rehearsal': ['platform'],
  'edges/docs': ['platform', 'domain', 'edges/openapi'],
  // A command of its own, which needs the whole schema.
  'edges/transfer': ['platform', 'domain', 'service/cli', 'service/start.ts'],
};

const areas = ['platform', 'domain', 'simulators', 'edges'];
const isBeside = (room: string) => /^platform\/[^/]+\.ts$/.test(room);
const allows = (room: string, target: string) =>
  mayImport[room]?.some((allowed) => target === allowed || target.startsWith(`${allowed}/`)) ?? false;

const now = survey();

void describe('the rooms of the service', () => {
  void it('are those of the list above', () => {
    const folders = areas.flatMap((area) =>
      readdirSync(`service/src/${area}`, {withFileTypes: true})
        .filter((entry) => entry.isDirectory())
        .map(({name}) => `${area}/${name}`),
    );
    assert.deepEqual(folders.sort(), Object.keys(mayImport).sort());
  });

  void it('import only rooms that they may, types included', () => {
    const breaches = arrowsOf(allFiles())
      .filter(({from}) => from.startsWith('service/src/'))
      .map(({from, to}) => ({from, to, room: roomOf(from), target: roomOf(to)}))
      .filter(({room, target}) => areas.some((area) => room.startsWith(`${area}/`)) && target !== room)
      .filter(({to}) => !/^src\/(protocol|texts)\//.test(to))
      .filter(({room, target}) => !isBeside(target) && (isBeside(room) || !allows(room, target)));
    assert.deepEqual(
      breaches.map(({from, to}) => `${from} may not import ${to}`),
      [],
    );
  });

  void it('have a README of at most 40 lines each', () => {
    for (const room of Object.keys(mayImport)) {
      const readme = `service/src/${room}/README.md`;
      assert.ok(existsSync(readme), `${readme} is missing`);
      const lines = readFileSync(readme, 'utf8').trimEnd().split('\n').length;
      assert.ok(lines <= 40, `${readme} has ${lines} lines`);
    }
  });
});

void describe('imports in both packages', () => {
  void it('never lead from a room back to itself, types included', () => assert.deepEqual(now.rooms, []));
  void it('never lead from a file back to itself, types included', () => assert.deepEqual(now.files, []));
});

void describe('tables', () => {
  for (const {table, creates, writes, reads} of now.tables) {
    void it(`${table} has one owner, which alone writes it`, () => {
      assert.equal(creates.length, 1, `created by ${creates.join(', ')}`);
      assert.deepEqual(
        writes.filter((room) => room !== creates[0]),
        [],
      );
    });
    void it(`${table} is in no SQL of another room of platform, domain or simulators`, () => {
      assert.deepEqual(
        reads.filter((room) => room !== creates[0] && !room.startsWith('edges/')),
        [],
      );
    });
  }

  void it('are found in the SQL of the service', () => {
    const written = now.tables.filter(({writes}) => writes.length > 0);
    assert.ok(written.length > 25, `only ${written.length} tables seem to be written`);
  });
});

void describe('migrations', () => {
  void it('have a number each', () => {
    const numbers = migrations.map(({name}) => /^(\d{4})_[a-z_]+$/.exec(name)?.[1] ?? name);
    const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
    // These two were released under one number; their names tell them apart.
    assert.deepEqual(twice, ['0160']);
  });
});

void describe('the files around the packages', () => {
  for (const folder of ['test/proofs', 'bench', 'tools'])
    void it(`${folder}: no import leads back in a circle, types included`, () => {
      const arrows = arrowsOf(filesBelow(folder));
      assert.ok(arrows.length > 5, `${arrows.length} imports`);
      assert.deepEqual(circlesOf(arrows), []);
    });
});
