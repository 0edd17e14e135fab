import {startWebKit} from './webkit.js';
import {runWhereInstalled} from './journeys.js';
import {runSite} from './site.js';

runWhereInstalled('webkit', 'WebKitGTK', startWebKit, runSite);
