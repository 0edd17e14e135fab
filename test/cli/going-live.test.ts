// Further: the command on the way to live; the command: `test/cli/check.test.ts`.
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {advanceClock} from '../../src/testing/index.js';
import {check, openRehearsalStreet, openStreet} from './support/shop.js';

describe('card-vault check, on the way to live', () => {
  it('says of a service whose clock was moved that it was, and of no clock that it is wrong', async () => {
    const street = await openStreet();
    try {
      const {api, secretKey} = street.backend;
      await advanceClock(api, secretKey, new Date(Date.now() + 40 * 86_400_000));
      const {wrong, all} = await check(await street.shop());
      assert.deepEqual(wrong, {});
      const found = all.find((one) => one.check === 'capture-context');
      assert.match(found!.says, /The clock of the service has been moved to 20\d\d-/);
    } finally {
      await street.close();
    }
  });

  it('finds nothing wrong with a shop in a rehearsal', async () => {
    const street = await openRehearsalStreet();
    try {
      const secret = String(street.backend.webhooks.secrets[0]);
      const {wrong} = await check(await street.shop(), [], {secret});
      assert.deepEqual(wrong, {});
    } finally {
      await street.close();
    }
  });
});
