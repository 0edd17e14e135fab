import {Hono} from 'hono';
import * as v from 'valibot';
import {boundedText, check, oneOf, readJson, record, wholeNumber} from '../../platform/http/body.js';
import {merchantIfKnown} from '../../platform/identity/callers.js';
import type {ServiceContext, ServiceEnv, ServiceMiddleware} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Answer} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import {keyedForServers} from '../sandbox/keyed.js';
import type {OwnTrackers} from '../sandbox/ownership.js';
import type {Faults} from './faults.js';
import {faultKindNames, faultKinds} from './kinds.js';

const longest = 600_000;
const milliseconds = wholeNumber(0, longest);
const range = v.pipe(
  v.tuple(
    [milliseconds, milliseconds],
    `milliseconds up to ${longest}, or a list of two: the shortest and the longest`,
  ),
  v.check(([from, to]) => from <= to, 'a range whose first number is not above the second'),
);
const matchedText = boundedText(1, 512);

const rule = record({
  kind: v.picklist(faultKindNames, oneOf(faultKindNames)),
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
  milliseconds: v.optional(
    v.union(
      [milliseconds, range],
      `milliseconds up to ${longest}, or a list of two: the shortest and the longest`,
    ),
  ),
});
const rules = v.pipe(v.array(rule, 'a list of faults'), v.maxLength(100, 'a list of at most 100 faults'));
/** A plan, or more rules for the running one. */
export const faultsBody = record({
  seed: v.optional(wholeNumber(0, 2 ** 32 - 1)),
  rules: v.optional(rules),
  /** Adds to the running plan instead of replacing it. */
  add: v.optional(rules),
});

/** Names something of one merchant's. */
const namesMerchantData = /\b(track|cus|pm)_/;

/**
 * What of the plan a merchant's key may see: rules that name nothing of another merchant's, and strikes on
 * its own requests. The dashboard (no merchant) sees all.
 */
async function reportTo(faults: Faults, own: OwnTrackers, merchant: Merchant | undefined) {
  const {rules, struck, ...report} = faults.report();
  if (!merchant) return {...report, rules, struck};
  const mine = await own(
    merchant,
    [...rules, ...struck].map(({tracker}) => tracker),
  );
  const isMine = (token: string | undefined) => token !== undefined && mine.has(token);
  return {
    ...report,
    rules: rules.filter(
      ({tracker, route}) =>
        isMine(tracker) || (tracker === undefined && !namesMerchantData.test(route ?? '')),
    ),
    struck: struck.filter((strike) => strike.merchant === merchant.id || isMine(strike.tracker)),
  };
}

/**
 * `GET` what is planned and what struck, `POST {"seed", "rules"}` a plan (rules drawn from the seed if
 * omitted), `POST {"add": […]}` more rules for the running one, `DELETE` all of it. A service has one plan
 * for all merchants.
 */
export function faultRoutes(deps: {
  readonly faults: Faults;
  readonly own: OwnTrackers;
  readonly access: ServiceMiddleware;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {faults, own, access, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const kinds = Object.entries(faultKinds).map(([kind, {says}]) => ({kind, says}));
  const report = async (c: ServiceContext): Promise<Answer> => {
    const shown = await reportTo(faults, own, merchantIfKnown(c));
    return {status: 200, body: success({...shown, kinds})};
  };
  const shown = async (c: ServiceContext) => send(c, await report(c));
  const path = '/sandbox/v1/faults';
  routes.get(path, access, shown);
  const plan = async (c: ServiceContext) => {
    const {add, ...rest} = check(faultsBody, await readJson(c));
    if (add) faults.add(...add);
    else faults.plan(rest);
    return report(c);
  };
  routes.post(path, access, keyedForServers(once, plan));
  routes.delete(path, access, (c) => {
    faults.clear();
    return shown(c);
  });
  return routes;
}
