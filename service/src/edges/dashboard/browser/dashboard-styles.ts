import {controls} from './styles/controls.js';
import {colours} from './styles/colours.js';
import {ground} from './styles/ground.js';
import {lists} from './styles/lists.js';
import {narrow} from './styles/narrow.js';

/** All styles of the dashboard. Later ones win, so those for narrow screens come last. */
export const dashboardStyles = [colours, ground, controls, lists, narrow];
