import {startFirefox} from './firefox.js';
import {runWhereInstalled} from './journeys.js';
import {runRough} from './rough/runner.js';

runWhereInstalled('firefox', 'Firefox', startFirefox, runRough);
