/** The routes of faults in the sandbox. */
import {Hono} from 'hono';
import * as v from 'valibot';
import {boundedText, record, wholeNumber, wordOf, readBody} from '../../platform/http/body.js';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success, type Answer} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import {keyedForServers} from '../sandbox/keyed.js';
import type {OwnTokensOf} from '../sandbox/ownership.js';
import type {Faults} from './faults.js';
import {faultKindNames, faultKinds} from './kinds.js';

const maxMilliseconds = 600_000;
const durationExpected = `milliseconds up to ${maxMilliseconds}, or a list of two: the shortest and the longest`;
const milliseconds = wholeNumber(0, maxMilliseconds);
const range = v.pipe(
  v.tuple([milliseconds, milliseconds], durationExpected),
  v.check(([from, to]) => from <= to, 'a range whose first number is not above the second'),
);
const matchedText = boundedText(1, 512);

const rule = record({
  kind: wordOf(faultKindNames),
  route: v.optional(matchedText),
  action: v.optional(matchedText),
  tracker: v.optional(matchedText),
  after: v.optional(wholeNumber(0, 1_000_000)),
  times: v.optional(v.nullable(wholeNumber(1, 1_000_000))),
  chance: v.optional(
    v.custom<number>(
      (value) => typeof value === 'number' && value >= 0 && value <= 1,
      'a number from 0 to 1',
    ),
  ),
  milliseconds: v.optional(v.union([milliseconds, range], durationExpected)),
});
const rules = v.pipe(v.array(rule, 'a list of faults'), v.maxLength(100, 'a list of at most 100 faults'));
/** A new plan, or more rules for the running one. */
export const faultsBody = record({
  seed: v.optional(wholeNumber(0, 2 ** 32 - 1)),
  rules: v.optional(rules),
  /** Adds to the running plan instead of replacing it. */
  add: v.optional(rules),
});

/** Matches tokens of trackers, customers and payment methods, which belong to one merchant. */
const merchantsToken = /\b(track|cus|pm)_/;

/**
 * The part of the report that a merchant may see: rules that name no other merchant's data, and faults on
 * the merchant's own requests. The dashboard, which asks without a merchant, sees everything.
 */
async function reportFor(faults: Faults, ownTokensOf: OwnTokensOf, merchant: Merchant | undefined) {
  const {rules, struck, ...report} = faults.report();
  if (!merchant) return {...report, rules, struck};
  const ownTokens = await ownTokensOf(
    merchant,
    [...rules, ...struck].map(({tracker}) => tracker),
  );
  const isOwn = (token: string | undefined) => token !== undefined && ownTokens.has(token);
  return {
    ...report,
    rules: rules.filter(
      ({tracker, route}) => isOwn(tracker) || (tracker === undefined && !merchantsToken.test(route ?? '')),
    ),
    struck: struck.filter((strike) => strike.merchant === merchant.id || isOwn(strike.tracker)),
  };
}

/**
 * `GET` reads the plan and the injected faults. `POST {"seed", "rules"}` replaces the plan; without `rules`,
 * they are drawn from the seed. `POST {"add": […]}` adds rules, `DELETE` clears the plan. All merchants share
 * one plan.
 */
export function faultRoutes(deps: {
  readonly faults: Faults;
  readonly ownTokensOf: OwnTokensOf;
  readonly access: ServiceMiddleware;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {faults, ownTokensOf, access, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const kinds = Object.entries(faultKinds).map(([kind, {says}]) => ({kind, says}));
  const reportAnswer = async (c: ServiceContext): Promise<Answer> => {
    const report = await reportFor(faults, ownTokensOf, merchantIfKnown(c));
    return {status: 200, body: success({...report, kinds})};
  };
  const sendReport = async (c: ServiceContext) => send(c, await reportAnswer(c));
  const changePlan = async (c: ServiceContext) => {
    const {add, ...plan} = await readBody(c, faultsBody);
    if (add) faults.add(...add);
    else faults.plan(plan);
    return reportAnswer(c);
  };
  const faultsPath = '/sandbox/v1/faults';
  routes.get(faultsPath, access, sendReport);
  routes.post(faultsPath, access, keyedForServers(once, changePlan));
  routes.delete(faultsPath, access, (c) => {
    faults.clear();
    return sendReport(c);
  });
  return routes;
}
