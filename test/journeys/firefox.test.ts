import {startFirefox} from './firefox.js';
import {runJourneysInTabs, runWhereInstalled} from './journeys.js';

runWhereInstalled('firefox', 'Firefox', startFirefox, runJourneysInTabs);
