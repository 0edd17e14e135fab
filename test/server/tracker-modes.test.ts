import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {NewTracker, TrackerMode} from '../../src/server/index.js';
import {own, recorded, type Place} from './support/places.js';

/** What is pending on a new tracker, which follows from how the card is entered (wire 1.5). */
const modes: Readonly<Record<TrackerMode, {readonly amount?: number; readonly first: string}>> = {
  instrument: {first: 'GENERATE_CAPTURE_CONTEXT'},
  payment: {amount: 4800, first: 'GENERATE_CAPTURE_CONTEXT'},
  cof: {amount: 4800, first: 'PAYER_AUTH_SETUP'},
  unscheduled_cof: {amount: 4800, first: 'AUTHORIZATION'},
};

for (const [where, open] of Object.entries({'this service': own, 'a service as recorded': recorded}))
  describe(`trackers of every mode at ${where}`, () => {
    let place: Place;
    let customer: string;
    before(async () => {
      place = await open();
      const ada = {firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'};
      const made = await place.client().customers.create({...ada, phoneNumber: '+441234567', country: 'GB'});
      customer = made.token;
    });
    after(() => place.stop());

    for (const [mode, {first, ...amount}] of Object.entries(modes))
      it(`${mode} begins with ${first}`, async () => {
        const {trackers} = place.client();
        const wanted = {customer, currency: 'USD', mode: mode as TrackerMode, ...amount} satisfies NewTracker;
        const {token} = await trackers.create(wanted);
        const {nextAction, data} = await trackers.fetch(token);
        assert.equal(nextAction, first);
        assert.equal(data['mode'], mode);
      });
  });
