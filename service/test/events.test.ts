import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {numberEvents} from '../src/domain/subscriptions/changes.js';
import {
  createEventStore,
  eventTypes,
  type NewEvent,
  type EventFollower,
  type StoredEvent,
} from '../src/domain/events/events.js';
import {eventMigrations} from '../src/domain/events/migrations.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {openTestDatabase} from './support/database.js';

const clock = {now: () => new Date('2026-11-21T12:00:00Z')};
const saved: NewEvent = {
  merchant: 'mer_1',
  type: 'payment_method.saved',
  subject: 'pm_1',
  occurrence: 'pm_1:saved',
  customer: 'cus_1',
  tracker: 'track_1',
  data: {payment_method: 'pm_1', brand: 'visa', last_four: '1111'},
};

async function openEvents() {
  const database = await openTestDatabase();
  await migrate(database, [
    ...eventMigrations,
    {
      name: '0110_numbers',
      sql: "CREATE TABLE subscriptions (token text PRIMARY KEY, sequence integer NOT NULL);\nINSERT INTO subscriptions VALUES ('sub_1', 0), ('sub_2', 0);\n",
    },
  ]);
  await database.query('CREATE TABLE followed (id text, subscription text, sequence integer)');
  const followers: EventFollower[] = [
    (tx, {ids}) =>
      tx.atEnd(
        'INSERT INTO followed SELECT id, subscription, sequence FROM events WHERE id = ANY ($1::text[]) ORDER BY position',
        [ids],
      ),
  ];
  const followed = () =>
    database.query<Pick<StoredEvent, 'id' | 'subscription' | 'sequence'>>('SELECT * FROM followed');
  return {database, followed, events: createEventStore({clock, numberEvents, followers})};
}

void describe('events', () => {
  void it('records a change once; recording it again has no effect', async () => {
    const {database, followed, events} = await openEvents();
    await database.transaction((tx) => events.append(tx, saved));
    await database.transaction((tx) => events.append(tx, saved));
    const rows = await database.query<StoredEvent>('SELECT * FROM events');
    assert.equal(rows.length, 1);
    assert.deepEqual(rows[0]!.data, saved.data);
    assert.match(rows[0]!.id, /^evt_[0-9a-f-]{36}$/);
    assert.deepEqual(
      (await followed()).map(({id}) => id),
      [rows[0]!.id],
    );
    await database.close();
  });

  void it('numbers the events of each subscription without a gap, also after a repeat', async () => {
    const {database, events} = await openEvents();
    const append = (subscription: string, occurrence: string) =>
      database.transaction((tx) =>
        events.append(tx, {...saved, type: 'subscription.created', subscription, occurrence}),
      );
    await append('sub_1', 'a');
    await append('sub_1', 'a');
    await append('sub_2', 'b');
    await append('sub_1', 'c');
    const rows = await database.query<StoredEvent>(
      'SELECT subscription, sequence FROM events ORDER BY position',
    );
    assert.deepEqual(
      rows.map(({subscription, sequence}) => [subscription, sequence]),
      [
        ['sub_1', 1],
        ['sub_2', 1],
        ['sub_1', 2],
      ],
    );
    await database.close();
  });

  void it('numbers several at once in their order, and puts the number in the payload', async () => {
    const {database, followed, events} = await openEvents();
    const many = (...names: readonly string[]) =>
      names.map((name): NewEvent => {
        const [subscription = '', occurrence = ''] = name.split(' ');
        return {...saved, type: 'subscription.created', subscription, occurrence};
      });
    const append = (...names: readonly string[]) =>
      database.transaction((tx) => events.append(tx, ...many(...names)));
    await append('sub_1 a', 'sub_2 b', 'sub_1 c');
    await append('sub_1 c', 'sub_1 d', 'sub_2 e');
    await database.transaction((tx) => events.append(tx, saved));
    await database.transaction((tx) => events.append(tx));
    const rows = await database.query<StoredEvent>('SELECT * FROM events ORDER BY position');
    const payloads = new Map(rows.map(({id, data}) => [id, data]));
    assert.deepEqual(
      (await followed()).map(({id, subscription, sequence}) => [
        subscription,
        sequence,
        payloads.get(id)!['sequence'],
      ]),
      [
        ['sub_1', 1, 1],
        ['sub_2', 1, 1],
        ['sub_1', 2, 2],
        ['sub_1', 3, 3],
        ['sub_2', 2, 2],
        [null, null, undefined],
      ],
    );
    await database.close();
  });

  void it('records nothing for a change that is rolled back (V5)', async () => {
    const {database, events} = await openEvents();
    const failed = database.transaction(async (tx) => {
      events.append(tx, {...saved, subscription: 'sub_1'});
      throw new Error('the change itself failed');
    });
    await assert.rejects(failed, /the change itself failed/);
    assert.deepEqual(await database.query('SELECT 1 FROM events'), []);
    assert.deepEqual(await database.query(`SELECT sequence FROM subscriptions WHERE token = 'sub_1'`), [
      {sequence: 0},
    ]);
    await database.close();
  });

  void it('knows the four kinds of events (spec 6)', () => {
    for (const kind of ['created', 'payment_succeeded', 'payment_failed', 'cancelled'])
      assert.ok((eventTypes as readonly string[]).includes(`subscription.${kind}`), kind);
  });
});
