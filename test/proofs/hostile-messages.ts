import type {BrowserContext, Frame, Page} from 'playwright-core';
import {floodByEvents, floodFrom, type FloodReport} from './support/page/flood.js';
import {Rig, bookErrors} from './support/page/rig.js';
import type {ShopPage} from './support/page/shop.js';
import {cards, type Visit} from './support/page/visit.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C4';
export const title =
  'messages of wrong windows and origins, replayed, oversized or with code in them, change nothing and get no answer';

/** The windows that send. Each is another way to be the wrong one. */
const senders = ['wrong origin', 'right origin, wrong window', 'own origin, wrong window', 'opaque origin'];
const empty = '<!doctype html><title>Sender</title>';

interface Tally {
  sent: number;
  readonly violations: string[];
}

/** What must be the same after a flood as before it. */
async function stateOf(visit: Visit): Promise<string> {
  const fields = visit.page.frames().filter((frame) => frame.url().includes('/microform/'));
  const typed = await Promise.all(
    fields.map((frame) =>
      frame.evaluate(() => [...document.querySelectorAll('input')].map(({value}) => value).join('|')),
    ),
  );
  const drawn = await visit.page.evaluate(
    () => document.querySelector('card-vault')?.shadowRoot?.textContent?.replaceAll(/\s+/g, ' ') ?? '',
  );
  return JSON.stringify([visit.events.length, typed, drawn, visit.page.frames().length]);
}

/** The hostile windows, put into the page beside the element. */
async function addSenders({shop, attacker, service}: Rig, page: Page): Promise<readonly Frame[]> {
  const planted = `${service.urls.fields}/planted.html`;
  const addresses = [attacker.put(empty), planted, shop.put({body: '', head: ''}), ''];
  await page.context().route(planted, (route) => route.fulfill({contentType: 'text/html', body: empty}));
  await page.evaluate((list) => {
    for (const [index, address] of list.entries()) {
      const frame = document.createElement('iframe');
      frame.name = `sender-${index}`;
      if (address) frame.src = address;
      else {
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.srcdoc = '<!doctype html><title>Sender</title>';
      }
      document.body.append(frame);
    }
  }, addresses);
  const frames: Frame[] = [];
  for (const index of senders.keys()) {
    const element = await page.waitForSelector(`iframe[name="sender-${index}"]`, {state: 'attached'});
    const frame = (await element.contentFrame())!;
    await frame.waitForLoadState();
    frames.push(frame);
  }
  return frames;
}

/** A window of the attacker that the page has opened. */
async function addPopup({attacker}: Rig, page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate((address) => void window.open(address), attacker.put(empty));
  const popup = await opened;
  await popup.waitForLoadState();
  return popup;
}

interface Flooded {
  readonly visit: Visit;
  readonly frames: readonly Frame[];
  readonly popup: Page;
}

/** Every sender sends; then nothing may have happened. */
async function flood({visit, frames, popup}: Flooded, when: string, count: number, tally: Tally) {
  const {page} = visit;
  const channels = page
    .frames()
    .map((frame) => /"fieldId":"(\w+)"/.exec(decodeURIComponent(new URL(frame.url()).hash))?.[1])
    .filter((channel) => channel !== undefined);
  const before = await stateOf(visit);
  const bank = page.frames().filter((frame) => frame.url().includes('/step-up'));
  const all: readonly Frame[] = [...frames, popup.mainFrame(), page.mainFrame(), ...bank];
  const hostile = await page.evaluate(() => {
    const list = [...document.querySelectorAll<HTMLIFrameElement>('iframe[name^="sender-"]')];
    return Array.from({length: window.length}, (_, index) => index).filter((index) =>
      list.some(({contentWindow}) => contentWindow === window[index]),
    );
  });
  const share = Math.ceil(count / (all.length + 1));
  const reports: FloodReport[] = [];
  for (const frame of all) reports.push(await floodFrom(frame, {count: share, channels, senders: hostile}));
  reports.push(await page.evaluate(floodByEvents, {count: share}));
  const sum = (of: (report: FloodReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  tally.sent += sum(({sent}) => sent);
  const after = await stateOf(visit);
  if (before !== after) tally.violations.push(`${when}: ${before} became ${after}`);
  const replies = sum((report) => report.replies);
  if (replies > 0) tally.violations.push(`${when}: ${replies} messages got an answer`);
  const reads = sum((report) => report.reads);
  if (reads > 0) tally.violations.push(`${when}: code of a message ran ${reads} times`);
  const complaints = visit.complaints.filter((text) => !/favicon/.test(text));
  if (complaints.length > 0) tally.violations.push(`${when}: ${complaints.slice(0, 3).join('; ')}`);
}

/** The session's answer without a shell, as a shop's server gives it that serves none. */
async function withoutShell(context: BrowserContext): Promise<void> {
  await context.route(/\/card-vault\/session(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const {frame_url: _shell, ...body} = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({response: answer, json: body});
  });
}

type Way = 'by the shell' | 'without a shell';

/** One save of a card that the bank asks about, flooded while its fields are live, are checked, and while the bank asks. */
async function journey(rig: Rig, way: Way, count: number, page: ShopPage = {}): Promise<Tally> {
  const tally: Tally = {sent: 0, violations: []};
  await rig.shopper(async (visit, context) => {
    if (way === 'without a shell') await withoutShell(context);
    const sessions: string[] = [];
    visit.page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes('device_fingerprint_session_id')) sessions.push(body);
    });
    await visit.open(rig.shop.put({policy: 'none', ...page}));
    const flooded = {
      visit,
      frames: await addSenders(rig, visit.page),
      popup: await addPopup(rig, visit.page),
    };
    await visit.fill(cards.stepUp);
    await flood(flooded, `${way}, fields live`, count * 0.6, tally);
    if (tally.violations.length > 0) return;
    rig.service.faults.plan({rules: [{kind: 'device-data-slow', milliseconds: 1500}]});
    await visit.press();
    await visit.step('collecting-device-data');
    // The step goes on meanwhile; what counts is which session the enrollment names.
    for (const frame of flooded.frames) {
      const {sent} = await floodFrom(frame, {count: Math.min(100, count), channels: [], senders: []});
      tally.sent += sent;
    }
    await visit.heard(['step-up-open', 'error', 'stopped']);
    if (sessions.length === 0 || sessions.some((body) => body.includes('forged-session')))
      tally.violations.push(`${way}: the enrollment names a forged session, or none: ${sessions.length}`);
    await bankIsThere(visit.page);
    // It goes when it has done its work.
    await visit.page.locator('iframe[data-card-vault="hidden"]').waitFor({state: 'detached'});
    await flood(flooded, `${way}, the bank asks`, count * 0.4, tally);
    if (tally.violations.length > 0) return;
    await visit.answer();
    const end = await visit.ending();
    if (end?.outcome !== 'saved') tally.violations.push(`${way}: not saved after all. ${visit.story()}`);
    tally.violations.push(...bookErrors(await rig.ledger(end?.tracker)));
  });
  rig.service.faults.clear();
  return tally;
}

/** Resolves when the bank's page asks for a code. */
async function bankIsThere(page: Page): Promise<void> {
  const shown = (frame: Frame) =>
    frame
      .locator('input[autocomplete="one-time-code"]')
      .isVisible()
      .catch(() => false);
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    for (const frame of page.frames()) if (await shown(frame)) return;
    await page.waitForTimeout(25);
  }
}

/** Faults on purpose: the proof must see each of them. */
const listener = (text: string): ShopPage => ({
  head: `<script nonce="NONCE">addEventListener('message', (event) => {${text}})</script>`,
});
const plants: Readonly<Record<string, {page?: ShopPage; unguarded?: boolean; sees: RegExp}>> = {
  'a page that answers': {
    page: listener(`if (event.source && event.source !== window) event.source.postMessage('yes', '*')`),
    sees: /got an answer/,
  },
  'a page that throws': {page: listener(`throw new Error('planted')`), sees: /planted/},
  'a page that reads getters': {page: listener('String(event.data && event.data.type)'), sees: /code of a/},
  'an element that believes any window': {unguarded: true, sees: /became|not saved|forged/},
};

/** Takes the check of window and origin, and of events made by scripts, out of the script that the shop serves. */
function unguard(rig: Rig): () => number {
  let altered = 0;
  rig.shop.alter = (_file, text) =>
    text
      .replace(/\w+\.source!==\w+\|\|\w+\.origin!==\w+\.origin/, () => ((altered += 1), 'false'))
      .replace(/\|\|!\w+\.isTrusted/, '');
  return () => altered;
}

async function seesPlants(rig: Rig): Promise<string[]> {
  const missed: string[] = [];
  for (const [name, {page, unguarded, sees}] of Object.entries(plants)) {
    const alterations = unguarded ? unguard(rig) : () => 1;
    const {violations} = await journey(rig, 'without a shell', 400, {...page, shell: false}).catch(
      (error: unknown) => ({violations: [`not saved: ${String(error)}`]}),
    );
    rig.shop.alter = undefined;
    if (alterations() === 0) missed.push(`the fault could not be planted: ${name}`);
    else if (!violations.some((text) => sees.test(text))) missed.push(`a planted fault is not seen: ${name}`);
  }
  return missed;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start();
  const count = bar ? 50_000 : 2_500;
  try {
    const missed = await seesPlants(rig);
    const tallies = [
      await journey(rig, 'by the shell', count),
      await journey(rig, 'without a shell', count, {shell: false}),
    ];
    const sent = tallies.reduce((total, tally) => total + tally.sent, 0);
    return {
      lines: [
        `${sent} hostile messages to page, fields, shell and bank, while typing, while checking and while the bank asks`,
        `from ${senders.join(', ')}, a window opened by the page, the page itself and events that a script made`,
        `${Object.keys(plants).length} planted faults, ${Object.keys(plants).length - missed.length} seen`,
      ],
      violations: [...missed, ...tallies.flatMap(({violations}) => violations)].slice(0, 20),
    };
  } finally {
    await rig.close();
  }
}
