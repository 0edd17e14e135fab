import {controls} from './styles/controls.js';
import {colours} from './styles/colours.js';
import {ground} from './styles/ground.js';
import {lists} from './styles/lists.js';
import {narrow} from './styles/narrow.js';

/** The dashboard's one sheet: logical directions only, both schemes by `light-dark()`, small screens last. */
export const sheet = [colours, ground, controls, lists, narrow];
