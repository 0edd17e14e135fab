import {startChromium} from './chromium.js';
import {runJourneys} from './journeys.js';

runJourneys('Chromium', startChromium);
