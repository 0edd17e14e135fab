import {performBy} from './effects.js';
import type {Machine} from './run.js';
import {performers} from './saving-effects.js';
import {step} from './step.js';

/** The whole machine, with all that its effects need. */
export const wholeMachine: Machine = {step, perform: performBy(performers)};
