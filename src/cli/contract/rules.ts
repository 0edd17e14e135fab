import {guardRules} from './guard-rules.js';
import {listRules} from './list-rules.js';
import {pageRules} from './page-rules.js';
import {savedCardRules} from './saved-card-rules.js';
import {sessionRules} from './session-rules.js';
import {trackerRules} from './tracker-rules.js';
import {everyRouteRules} from './every-route-rules.js';
import type {Rule} from './rule.js';

/** The rules of site/contract.md that can be tried from outside, in the order in which they are tried. */
export const contractRules = [
  ...sessionRules,
  ...guardRules,
  ...trackerRules,
  ...pageRules,
  ...savedCardRules,
  ...listRules,
  // Over all answers so far.
  ...everyRouteRules,
] as const satisfies readonly Rule[];

export type ContractRuleName = (typeof contractRules)[number]['check'];
