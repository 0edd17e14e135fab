import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {startTestService} from './support/harness.js';

void describe('a database without room (V26)', () => {
  // shows: attack 13
  it('answers 503 with Retry-After, stores nothing, and works again when there is room', async () => {
    const api = await startTestService();
    try {
      const {database} = api.service;
      await database.query(
        `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'No space left on device'; END $$`,
      );
      await database.query(
        'CREATE TRIGGER no_room BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION no_room()',
      );
      const body = {first_name: 'Ada', last_name: 'Byron'};
      for (const key of [undefined, 'a key']) {
        const reply = await api.call('/user/customers/v1/', {body, ...(key && {key})});
        assert.equal(reply.status, 503, reply.text);
        assert.equal(reply.json['code'], 'service.database_full');
        assert.equal(reply.headers.get('retry-after'), '30');
        assert.doesNotMatch(reply.text, /device/);
      }
      await database.query('DROP TRIGGER no_room ON customers');
      assert.equal((await api.call('/user/customers/v1/', {body, key: 'a key'})).status, 200);
    } finally {
      await api.service.close();
    }
  });
});
