import {startFirefox} from './firefox.js';
import {runWhereInstalled} from './journeys.js';

runWhereInstalled('firefox', 'Firefox', startFirefox);
