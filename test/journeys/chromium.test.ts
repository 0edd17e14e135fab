import {startChromium} from './chromium.js';
import {runJourneysInTabs} from './journeys.js';

runJourneysInTabs('Chromium', startChromium);
