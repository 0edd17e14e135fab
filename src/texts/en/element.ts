import {address} from './address.js';
import {first} from './first.js';
import {later} from './later.js';
import {list} from './list.js';
import {pieces} from './pieces.js';
import {subscribe} from './subscribe.js';

/** All words of the elements. Pages in English load them in pieces instead, each with what it is for. */
export const element = {...first, ...later, ...address, ...list, ...pieces, ...subscribe};
