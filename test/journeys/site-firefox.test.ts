import {startFirefox} from './firefox.js';
import {runWhereInstalled} from './journeys.js';
import {runSite} from './site.js';

runWhereInstalled('firefox', 'Firefox', startFirefox, runSite);
