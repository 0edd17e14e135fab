import {address} from './address.js';
import {first} from './first.js';
import {later} from './later.js';
import {list} from './list.js';
import {pieces} from './pieces.js';
import {subscribe} from './subscribe.js';
import type {Messages} from '../shapes.js';

export const element: Messages = {...first, ...later, ...address, ...list, ...pieces, ...subscribe};
