import {startChromium} from './chromium.js';
import {runRough} from './rough/runner.js';

runRough('Chromium', startChromium);
