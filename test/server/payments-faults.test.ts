import {paysThroughLosses} from './support/lossy-orders.js';
import {own} from './support/places.js';

paysThroughLosses('the service of this repository', own);
