import {startWebKit} from './webkit.js';
import {runWhereInstalled} from './journeys.js';
import {runRough} from './rough/runner.js';

runWhereInstalled('webkit', 'WebKit', startWebKit, runRough);
