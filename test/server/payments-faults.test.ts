// Further: many seeded orders at the service; payments: `test/server/payments.test.ts`.
import {paysThroughLosses} from './support/lossy-orders.js';
import {own} from './support/places.js';

paysThroughLosses('the service of this repository', own);
