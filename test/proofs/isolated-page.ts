import type {BrowserContext, Page} from 'playwright-core';
import {Rig, bookErrors} from './support/page/rig.js';
import type {ShopPage} from './support/page/shop.js';
import {cards} from './support/page/visit.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C3';
export const title =
  'a card is saved in a page that is cross-origin isolated, and where frames of other sites get no cookies';

const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const;
const modes = ['dialog', 'inline', 'redirect'] as const;

/** Lets the browser refuse cookies to frames of other sites. */
async function blockCookies(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
  });
}

/** Whether a frame of another site may keep a cookie in this page. */
async function frameKeepsCookie(rig: Rig, page: Page): Promise<boolean> {
  const address = rig.attacker.put('<!doctype html><title>Cookie</title>', {
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  const element = await page.evaluateHandle(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    document.body.append(frame);
    await loaded;
    return frame;
  }, address);
  const frame = (await element.asElement()!.contentFrame())!;
  const kept = await frame.evaluate(() => {
    document.cookie = 'kept=yes; SameSite=None; Secure';
    return document.cookie.includes('kept=yes');
  });
  await element.evaluate((one) => one.remove());
  return kept;
}

interface Condition {
  readonly name: string;
  readonly page: ShopPage;
  readonly blocked: boolean;
  /** Checks in the page that the condition really holds. */
  readonly holds: (rig: Rig, page: Page) => Promise<boolean>;
}

const isIsolated = (_rig: Rig, page: Page) => page.evaluate(() => crossOriginIsolated);
const isBlocked = async (rig: Rig, page: Page) => !(await frameKeepsCookie(rig, page));

const conditions: readonly Condition[] = [
  {name: 'isolated', page: {headers: isolation}, blocked: false, holds: isIsolated},
  {name: 'no cookies in frames', page: {}, blocked: true, holds: isBlocked},
  {
    name: 'isolated, and no cookies in frames',
    page: {headers: isolation},
    blocked: true,
    holds: async (rig, page) => (await isIsolated(rig, page)) && (await isBlocked(rig, page)),
  },
];

async function attempt(rig: Rig, {name, page, blocked, holds}: Condition, mode: (typeof modes)[number]) {
  return rig.shopper(async (visit, context) => {
    if (blocked) await blockCookies(context, visit.page);
    await visit.open(rig.shop.put({policy: 'none', ...page, attributes: `step-up="${mode}"`}));
    const violations: string[] = [];
    if (!(await holds(rig, visit.page))) violations.push('the condition does not hold');
    const end = await visit.save(cards.stepUp);
    if (end?.outcome !== 'saved') violations.push(`ends ${end?.outcome ?? 'nowhere'}. ${visit.story()}`);
    if (end?.tracker) violations.push(...bookErrors(await rig.ledger(end.tracker)));
    return violations.map((text) => `${name}, ${mode}: ${text}`);
  });
}

/** A page without the condition, and a kit without the option: both must be seen. */
async function seesPlants(rig: Rig, plain: Rig): Promise<string[]> {
  const missed: string[] = [];
  await rig.shopper(async (visit) => {
    await visit.page.goto(rig.shop.put({body: ''}));
    if (await isIsolated(rig, visit.page)) missed.push('planted: a page without headers counts as isolated');
    if (await isBlocked(rig, visit.page)) missed.push('planted: a frame with cookies counts as one without');
  });
  const seen = await attempt(plain, conditions[0]!, 'dialog');
  if (seen.length === 0) missed.push('planted: a kit without the headers of isolation is not seen');
  return missed;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const [rig, plain] = [await Rig.start({isolated: true}), await Rig.start()];
  try {
    const violations = await seesPlants(rig, plain);
    const runs = bar
      ? conditions.flatMap((condition) => modes.map((mode) => [condition, mode] as const))
      : [[conditions[2]!, 'dialog'] as const];
    for (const [condition, mode] of runs) violations.push(...(await attempt(rig, condition, mode)));
    return {
      lines: [
        `${runs.length} saves with a step-up (dialog, inline, redirect) in isolated pages, without cookies in frames, and both`,
        'planted: a page without isolation, a frame that keeps a cookie, a kit that sends no headers of isolation',
      ],
      violations,
    };
  } finally {
    await plain.close();
    await rig.close();
  }
}
