import {runWhereInstalled} from './journeys.js';
import {startWebKit} from './webkit.js';

runWhereInstalled('webkit', 'WebKitGTK', startWebKit);
