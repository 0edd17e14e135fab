// Further: many seeded orders as recorded; payments: `test/server/payments.test.ts`.
import {paysThroughLosses} from './support/lossy-orders.js';
import {recorded} from './support/places.js';

paysThroughLosses('a service as recorded, without idempotency keys', recorded);
