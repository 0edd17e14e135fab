import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {CardVaultError} from '../../src/protocol/index.js';
import type {Customers} from '../../src/server/index.js';
import {own, recorded, type Place} from './support/places.js';

const ada = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@shop.example',
  phoneNumber: '+441234567',
  country: 'GB',
};

for (const [where, open] of Object.entries({'this service': own, 'a service as recorded': recorded}))
  describe(`customers at ${where}`, () => {
    let place: Place;
    let customers: Customers;
    before(async () => {
      place = await open();
      ({customers} = place.client());
    });
    after(() => place.stop());

    it('an update changes what it names and nothing else', async () => {
      const {token} = await customers.create(ada);
      const changed = await customers.update(token, {lastName: 'Lovelace'});
      assert.equal(changed.token, token);
      assert.deepEqual(await customers.read(token), {...ada, token, lastName: 'Lovelace', isGuest: false});
    });

    for (const lastName of ['김', '李', 'U'])
      it(`a family name of one character, ${lastName}, is kept, or refused by the name of its field`, async () => {
        const {token} = await customers.create(ada);
        for (const ask of [
          () => customers.create({...ada, lastName}),
          () => customers.update(token, {lastName}),
        ]) {
          if (where === 'this service') assert.equal((await ask()).lastName, lastName);
          else
            await assert.rejects(ask, (error: CardVaultError) => {
              assert.deepEqual([error.code, error.field, error.status], ['request-refused', 'lastName', 400]);
              return true;
            });
        }
      });

    it('an empty text is no family name', async () => {
      const {token} = await customers.create(ada);
      for (const lastName of ['', ' ']) {
        const refused = {code: 'request-refused', status: 400};
        await assert.rejects(customers.create({...ada, lastName}), refused);
        await assert.rejects(customers.update(token, {lastName}), refused);
      }
    });

    it('the list has every customer that was not removed', async () => {
      const kept = await customers.create(ada);
      const removed = await customers.create(ada);
      await customers.remove(removed.token);
      const {total, items} = await customers.list();
      assert.equal(total, items.length);
      const tokens = items.map(({token}) => token);
      assert.ok(tokens.includes(kept.token));
      assert.ok(!tokens.includes(removed.token));
    });
  });
