import {runWhereInstalled} from './journeys.js';
import {runStrangers} from './strangers.js';
import {startWebKit} from './webkit.js';

runWhereInstalled('webkit', 'WebKitGTK', startWebKit, runStrangers);
