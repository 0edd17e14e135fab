import {boxes, shop} from '../../src/texts/at-once.js';
import type {Language} from './settings.js';

/** What the shop says, in the languages of its shoppers. The tester's drawer stays English. */
export {shop as texts};
/** What the page of the boxes says. */
export {boxes as plansTexts};

export type Texts = (typeof shop)[Language];
export type PlansTexts = (typeof boxes)[Language];
