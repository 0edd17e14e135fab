import {startFirefox} from './firefox.js';
import {runWhereInstalled} from './journeys.js';
import {runStrangers} from './strangers.js';

runWhereInstalled('firefox', 'Firefox', startFirefox, runStrangers);
