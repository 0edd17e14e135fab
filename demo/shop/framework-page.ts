import {startDrawer} from './drawer.js';

startDrawer();
