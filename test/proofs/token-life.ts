import type {BrowserContext} from 'playwright-core';
import {Rig, bookErrors} from './support/page/rig.js';
import {cards, type Visit} from './support/page/visit.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C10';
export const title =
  'a token that ends at any step, or a browser whose clock is wrong, costs one renewal and no card';

/** The steps of a save that the bank asks about, as the element names them. */
const steps = [
  ...['capturing', 'collecting', 'tokenizing', 'setting-up', 'collecting-device-data', 'enrolling'],
  ...['stepping-up', 'confirming', 'authorizing', 'completing'],
] as const;
type Step = (typeof steps)[number];

/** What is wrong with the browser or the token. */
interface Trouble {
  /** From this step on the token that the page has is over. */
  readonly endsAt?: Step;
  /** Minutes that the browser's clock is ahead. */
  readonly minutes?: number;
  /** The shop's server renews nothing: a fault on purpose. */
  readonly noRenewal?: boolean;
}

/** Runs in every frame: the browser's clock. */
function shiftClock(milliseconds: number): void {
  const Genuine = Date;
  const now = (): number => Genuine.now() + milliseconds;
  window.Date = new Proxy(Genuine, {
    construct: (target, all: unknown[]) =>
      Reflect.construct(target, all.length === 0 ? [now()] : all) as object,
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  });
}

interface Seen {
  readonly outcome: string;
  readonly renewals: number;
  readonly refused: number;
  readonly violations: string[];
}

async function trouble(context: BrowserContext, {minutes, noRenewal}: Trouble): Promise<void> {
  if (minutes !== undefined) await context.addInitScript(shiftClock, minutes * 60_000);
  if (noRenewal)
    await context.route(/\/card-vault\/session\/[^/]+\/token/, (route) =>
      route.fulfill({status: 503, json: {code: 'service.unavailable', message: 'Planted.'}}),
    );
}

async function journey(rig: Rig, wrong: Trouble): Promise<Seen> {
  return rig.shopper(async (visit: Visit, context) => {
    await trouble(context, wrong);
    let renewals = 0;
    let refused = 0;
    visit.page.on('response', (response) => {
      if (response.status() === 401) refused += 1;
      if (/\/card-vault\/session\/[^/]+\/token/.test(response.url())) renewals += 1;
    });
    const {endsAt} = wrong;
    // The service refuses the next call of the page as it refuses one whose token has ended.
    const ended =
      endsAt && visit.step(endsAt).then(() => rig.service.faults.plan({rules: [{kind: 'token-expired'}]}));
    await visit.page.goto(rig.shop.put({}));
    const live = await visit.heard(['ready', 'error']);
    // After a step-up the service has authorized by itself.
    const number = endsAt === 'authorizing' ? cards.frictionless : cards.stepUp;
    const end = live?.type === 'ready' ? await visit.save(number) : undefined;
    rig.service.faults.clear();
    const outcome = end?.outcome ?? 'nothing';
    const violations: string[] = [];
    if (outcome !== 'saved') violations.push(`ends ${outcome}. ${visit.story()}`);
    else await ended;
    if (renewals > 1) violations.push(`${renewals} renewals`);
    if (refused > 1) violations.push(`${refused} calls were refused`);
    if (refused === 1 && renewals !== 1) violations.push('a refused call, and no renewal');
    if (end?.tracker) violations.push(...bookErrors(await rig.ledger(end.tracker)));
    if (outcome === 'saved' && (await rig.methods(context)) !== 1) violations.push('not one card');
    return {outcome, renewals, refused, violations};
  });
}

const nameOf = ({endsAt, minutes}: Trouble): string =>
  endsAt !== undefined ? `the token ends at ${endsAt}` : `the clock is ${minutes} minutes wrong`;

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start();
  const chosen: readonly Trouble[] = bar
    ? [
        ...steps.map((endsAt) => ({endsAt})),
        {minutes: 10},
        {minutes: -10},
        {minutes: 10, endsAt: 'enrolling'},
      ]
    : [{endsAt: 'tokenizing'}, {endsAt: 'stepping-up'}, {endsAt: 'authorizing'}, {minutes: 10}];
  const violations: string[] = [];
  try {
    const planted = await journey(rig, {endsAt: 'enrolling', noRenewal: true});
    if (planted.outcome === 'saved') violations.push('planted: a shop that renews nothing is not noticed');
    let renewed = 0;
    for (const wrong of chosen) {
      const seen = await journey(rig, wrong);
      renewed += seen.renewals;
      violations.push(...seen.violations.map((text) => `${nameOf(wrong)}: ${text}`));
    }
    if (renewed === 0) violations.push('no token was renewed at all');
    return {
      lines: [
        `${chosen.length} saves with a step-up: the token ended at ${chosen.filter(({endsAt}) => endsAt).length} steps, the clock was wrong in ${chosen.filter(({minutes}) => minutes).length}`,
        `${renewed} renewals, at most one in each save; planted: a shop that renews nothing ends ${planted.outcome}`,
      ],
      violations,
    };
  } finally {
    await rig.close();
  }
}
