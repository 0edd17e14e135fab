import {startChromium} from './chromium.js';
import {runStrangers} from './strangers.js';

runStrangers('Chromium', startChromium);
