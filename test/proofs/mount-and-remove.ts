import type {CDPSession} from 'playwright-core';
import {Rig} from './support/page/rig.js';
import {cards, type Visit} from './support/page/visit.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C6';
export const title =
  'an element that is mounted and removed, also in the middle of a request or of a challenge, leaves nothing behind';

/** Bytes of the page's heap that a cycle may keep. */
const mostBytes = 1024;

/** What an engine compiles while it warms up is kept, however often an element comes and goes. */
const interpretOnly = '--no-opt --no-maglev --no-sparkplug --no-lazy-feedback-allocation';

/** What a page holds, once its garbage is gone. */
interface Held {
  readonly bytes: number;
  readonly nodes: number;
  readonly documents: number;
  readonly listeners: number;
  readonly frames: number;
  readonly timers: number;
  readonly intervals: number;
}

/** Counts the timers of the page that are waiting. */
function countTimers(): void {
  const page = window as unknown as {
    setTimeout(callback: () => void, ms?: number): number;
    clearTimeout(timer?: number): void;
    setInterval(callback: () => void, ms?: number): number;
    clearInterval(timer?: number): void;
    timersWaiting(): {readonly timers: number; readonly intervals: number};
  };
  const waiting = new Set<number>();
  const repeating = new Set<number>();
  const {setTimeout: after, clearTimeout: stop, setInterval: each, clearInterval: end} = page;
  page.setTimeout = (callback, ms) => {
    const run = (): void => {
      waiting.delete(timer);
      callback();
    };
    const timer = after.call(page, run, ms);
    waiting.add(timer);
    return timer;
  };
  page.clearTimeout = (timer) => {
    if (timer !== undefined) waiting.delete(timer);
    stop.call(page, timer);
  };
  page.setInterval = (callback, ms) => {
    const timer = each.call(page, callback, ms);
    repeating.add(timer);
    return timer;
  };
  page.clearInterval = (timer) => {
    if (timer !== undefined) repeating.delete(timer);
    end.call(page, timer);
  };
  page.timersWaiting = () => ({timers: waiting.size, intervals: repeating.size});
}

/** The element itself, and the list of saved cards with the element in it: the shopper has none, so that it opens at once. */
type Tag = 'card-vault' | 'card-vault-list';

/** Runs in the page: one element put into it, and how it comes to its end. */
const helpers = {
  mount(tag: Tag): void {
    const element = document.createElement(tag);
    element.setAttribute('session-url', '/card-vault/session?verification=on');
    document.querySelector('main')!.append(element);
  },
  moveAll(tag: Tag): void {
    for (const element of document.querySelectorAll(tag)) document.querySelector('main')!.prepend(element);
  },
  removeAll(tag: Tag): void {
    for (const element of document.querySelectorAll(tag)) element.remove();
  },
  /** What follows a change in a microtask or a task of its own. */
  later: () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))),
};

class Cycles {
  readonly #visit: Visit;
  readonly #session: CDPSession;
  readonly #tag: Tag;
  /** Elements that a busy machine did not bring up within their own limit; they are removed like the others. */
  timedOut = 0;
  /** Times that an element was mounted or moved. */
  placed = 0;
  /** Sessions that were asked for: each has a tracker of its own. */
  sessions = 0;

  constructor(visit: Visit, session: CDPSession, tag: Tag) {
    this.#visit = visit;
    this.#session = session;
    this.#tag = tag;
    visit.page.on('request', (request) => {
      if (/\/card-vault\/session/.test(request.url()) && !request.postData()?.includes('tracker'))
        this.sessions += 1;
    });
  }

  /** Forgets what was heard: the proof's own memory is in the page as well. */
  async held(): Promise<Held> {
    const {page} = this.#visit;
    await page.evaluate(() => {
      performance.clearResourceTimings();
      performance.clearMeasures();
      performance.clearMarks();
    });
    for (let round = 0; round < 4; round += 1) await this.#session.send('HeapProfiler.collectGarbage');
    const {usedSize: bytes} = await this.#session.send('Runtime.getHeapUsage');
    const {nodes, documents, jsEventListeners: listeners} = await this.#session.send('Memory.getDOMCounters');
    const timers = await page.evaluate(() =>
      (window as unknown as {timersWaiting(): {timers: number; intervals: number}}).timersWaiting(),
    );
    const frames = page.frames().length - 1;
    return {bytes, nodes, documents, listeners, frames, ...timers};
  }

  #answers(): number {
    return this.#visit.events.filter(({type}) => type === 'ready' || type === 'error').length;
  }

  async #mount(): Promise<void> {
    this.placed += 1;
    await this.#visit.page.evaluate(helpers.mount, this.#tag);
  }

  /** Mounts elements until all of them are live; false where one was too late. */
  async #live(elements: number): Promise<boolean> {
    const [before, late] = [this.#answers(), this.timedOut];
    for (let element = 0; element < elements; element += 1) await this.#mount();
    for (let element = 1; element <= elements; element += 1) {
      const event = await this.#visit.heard(['ready', 'error'], before + element);
      if (event?.detail.code === 'fields-timed-out') this.timedOut += 1;
      else if (event?.type !== 'ready') throw new Error(`The fields did not come up. ${this.#visit.story()}`);
    }
    return this.timedOut === late;
  }

  async #remove(): Promise<void> {
    const {page} = this.#visit;
    await page.evaluate(helpers.removeAll, this.#tag);
    await page.evaluate(helpers.later);
  }

  /** Until its fields are live. */
  async live(elements = 1): Promise<void> {
    await this.#live(elements);
    await this.#remove();
  }

  /** Moved while its fields are live, and removed while they are brought up anew. */
  async moved(): Promise<void> {
    const {page} = this.#visit;
    await this.#live(1);
    this.placed += 1;
    await page.evaluate(helpers.moveAll, this.#tag);
    await page.evaluate(helpers.later);
    await this.#remove();
  }

  /** While the session is being asked for; of a list, also while its cards are. */
  async midRequest(): Promise<void> {
    const requested = this.#tag === 'card-vault' || this.placed % 2 ? 'session' : 'payment-methods';
    const asked = this.#visit.page.waitForRequest(new RegExp(`/card-vault/${requested}`));
    await this.#mount();
    await asked;
    await this.#remove();
  }

  /** While the bank asks. */
  async midChallenge(): Promise<void> {
    const {page, events} = this.#visit;
    if (!(await this.#live(1))) return this.#remove();
    await this.#visit.fill(cards.stepUp);
    const before = events.filter(({type}) => type === 'step-up-open').length;
    await this.#visit.press();
    await this.#visit.heard(['step-up-open'], before + 1);
    await this.#remove();
    // A page that is asked again takes up what it was left in: not what is measured here.
    await page.evaluate(() => sessionStorage.clear());
  }
}

type Plan = Readonly<Record<'live' | 'moved' | 'midRequest' | 'pairs' | 'midChallenge', number>>;

const total = (plan: Plan): number => Object.values(plan).reduce((sum, cycles) => sum + cycles, 0);
const halfOf = (plan: Plan): Plan =>
  Object.fromEntries(Object.entries(plan).map(([name, cycles]) => [name, cycles / 2])) as Plan;

async function go(cycles: Cycles, plan: Plan): Promise<void> {
  for (let count = 0; count < plan.midChallenge; count += 1) await cycles.midChallenge();
  for (let count = 0; count < plan.midRequest; count += 1) await cycles.midRequest();
  for (let count = 0; count < plan.pairs; count += 1) await cycles.live(2);
  for (let count = 0; count < plan.moved; count += 1) await cycles.moved();
  for (let count = 0; count < plan.live; count += 1) await cycles.live();
}

/** Compares what was held at the start, after half of the cycles and at the end. */
function violationsIn([start, middle, end]: readonly [Held, Held, Held], cycles: number) {
  const bytes = Math.round((end.bytes - start.bytes) / cycles);
  // What grows in one half only was needed for the first time there, such as the template of a sentence.
  const grown = (['nodes', 'documents', 'listeners', 'frames'] as const).map(
    (name) => [name, Math.min(middle[name] - start[name], end[name] - middle[name])] as const,
  );
  // The page has no timers of its own: one that waits is one too many.
  const counted = [...grown, ['timers', end.timers] as const, ['intervals', end.intervals] as const];
  const violations = counted
    .filter(([, more]) => more > 0)
    .map(([name, more]) => `${more} ${name} are left after ${cycles} cycles`);
  if (bytes > mostBytes) violations.push(`${bytes} bytes are kept for each of ${cycles} cycles`);
  const line = `${cycles} cycles: ${bytes} bytes kept for each; ${counted.map(([name, more]) => `${more} ${name}`).join(', ')}`;
  return {line, violations};
}

/** A page that leaks on purpose: a node, a listener and a timer for each element that is removed. */
function leakInPage(): void {
  const kept: unknown[] = [];
  new MutationObserver((records) => {
    for (const {removedNodes} of records)
      for (const node of removedNodes) {
        if (!(node instanceof Element) || node.localName !== 'card-vault') continue;
        kept.push(node, 'x'.repeat(4000) + String(kept.length));
        window.addEventListener('resize', () => kept.length);
        setInterval(() => kept.length, 60_000);
        setTimeout(() => kept.length, 600_000);
      }
  }).observe(document.querySelector('main')!, {childList: true});
}

interface Measured {
  readonly warmUp: Plan;
  readonly plan: Plan;
  readonly tag?: Tag;
  readonly leaking?: boolean;
}

async function measure(rig: Rig, {warmUp, plan, tag = 'card-vault', leaking = false}: Measured) {
  return rig.shopper(async (visit, context) => {
    await visit.page.addInitScript(countTimers);
    const head = `<script type="module" nonce="NONCE" src="/assets/${tag}.js"></script>`;
    await visit.page.goto(rig.shop.put({body: '', head, policy: 'header'}));
    const cycles = new Cycles(visit, await context.newCDPSession(visit.page), tag);
    await go(cycles, warmUp);
    if (leaking) await visit.page.evaluate(leakInPage);
    const start = await cycles.held();
    await go(cycles, halfOf(plan));
    const middle = await cycles.held();
    await go(cycles, halfOf(plan));
    const {line, violations} = violationsIn([start, middle, await cycles.held()], total(plan));
    const {placed, sessions, timedOut} = cycles;
    if (sessions > placed) violations.push(`${tag}, placed ${placed} times, asked for ${sessions} sessions`);
    const late = timedOut === 0 ? '' : `; ${timedOut} elements were not live in time`;
    return {line: `${tag}: ${line}; placed ${placed} times, ${sessions} sessions${late}`, violations};
  });
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start({scriptFlags: interpretOnly});
  const warmUp = {live: 4, moved: 6, midRequest: 4, pairs: 2, midChallenge: 2};
  const plan = bar
    ? {live: 150, moved: 100, midRequest: 120, pairs: 80, midChallenge: 50}
    : {live: 14, moved: 10, midRequest: 16, pairs: 6, midChallenge: 4};
  try {
    const planted = await measure(rig, {
      warmUp: {...warmUp, midChallenge: 0},
      plan: {live: 4, moved: 0, midRequest: 4, pairs: 0, midChallenge: 0},
      leaking: true,
    });
    const missed = ['bytes', 'nodes', 'listeners', 'timers', 'intervals'].filter(
      (what) => !planted.violations.some((text) => text.includes(what)),
    );
    const element = await measure(rig, {warmUp, plan});
    const list = await measure(rig, {warmUp, plan, tag: 'card-vault-list'});
    return {
      lines: [
        ...[element.line, list.line],
        `${plan.live} with live fields, ${plan.moved} moved, ${plan.pairs} with two elements, ${plan.midRequest} while something is asked for, ${plan.midChallenge} while the bank asks`,
        `a planted leak is seen: ${planted.violations.join('; ')}`,
      ],
      violations: [
        ...missed.map((what) => `a planted leak of ${what} is not seen`),
        ...[...element.violations, ...list.violations],
      ],
    };
  } finally {
    await rig.close();
  }
}
