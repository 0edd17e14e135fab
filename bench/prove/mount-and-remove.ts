import type {CDPSession} from 'playwright-core';
import {Rig} from '../support/page/rig.js';
import {cards, type Visit} from '../support/page/visit.js';
import type {ProofResult} from '../prove.js';

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

/** Runs in the page: one element put into it, and how it comes to its end. */
const helpers = {
  mount(): void {
    const element = document.createElement('card-vault');
    element.setAttribute('session-url', '/card-vault/session?verification=on');
    document.querySelector('main')!.append(element);
  },
  removeAll(): void {
    for (const element of document.querySelectorAll('card-vault')) element.remove();
  },
};

class Cycles {
  readonly #visit: Visit;
  readonly #session: CDPSession;
  #heard = 0;
  /** Elements that a busy machine did not bring up within their own limit; they are removed like the others. */
  timedOut = 0;

  constructor(visit: Visit, session: CDPSession) {
    this.#visit = visit;
    this.#session = session;
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

  async #live(elements: number): Promise<boolean> {
    const before = this.timedOut;
    for (let element = 0; element < elements; element += 1) {
      const event = await this.#visit.heard(['ready', 'error'], ++this.#heard);
      if (event?.detail.code === 'fields-timed-out') this.timedOut += 1;
      else if (event?.type !== 'ready') throw new Error(`The fields did not come up. ${this.#visit.story()}`);
    }
    return this.timedOut === before;
  }

  async #remove(): Promise<void> {
    const {page} = this.#visit;
    await page.evaluate(helpers.removeAll);
    // What follows a removal in a microtask or a task of its own.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  /** Until its fields are live. */
  async live(elements = 1): Promise<void> {
    for (let element = 0; element < elements; element += 1) await this.#visit.page.evaluate(helpers.mount);
    await this.#live(elements);
    await this.#remove();
  }

  /** While the session is being asked for. */
  async midRequest(): Promise<void> {
    const asked = this.#visit.page.waitForRequest(/\/card-vault\/session/);
    await this.#visit.page.evaluate(helpers.mount);
    await asked;
    await this.#remove();
  }

  /** While the bank asks. */
  async midChallenge(): Promise<void> {
    const {page, events} = this.#visit;
    await page.evaluate(helpers.mount);
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

interface Plan {
  readonly live: number;
  readonly midRequest: number;
  readonly pairs: number;
  readonly midChallenge: number;
}

const total = (plan: Plan): number => plan.live + plan.midRequest + plan.pairs + plan.midChallenge;

const halfOf = (plan: Plan): Plan => ({
  ...{live: plan.live / 2, midRequest: plan.midRequest / 2},
  ...{pairs: plan.pairs / 2, midChallenge: plan.midChallenge / 2},
});

async function go(cycles: Cycles, plan: Plan): Promise<void> {
  for (let count = 0; count < plan.midChallenge; count += 1) await cycles.midChallenge();
  for (let count = 0; count < plan.midRequest; count += 1) await cycles.midRequest();
  for (let count = 0; count < plan.pairs; count += 1) await cycles.live(2);
  for (let count = 0; count < plan.live; count += 1) await cycles.live();
}

/** Compares what was held at the start, after half of the cycles and at the end. */
function judge([start, middle, end]: readonly [Held, Held, Held], cycles: number) {
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

async function measure(rig: Rig, warmUp: Plan, plan: Plan, leaking: boolean) {
  return rig.shopper(async (visit, context) => {
    await visit.page.addInitScript(countTimers);
    await visit.page.goto(rig.shop.put({body: '', policy: 'header'}));
    const cycles = new Cycles(visit, await context.newCDPSession(visit.page));
    await go(cycles, warmUp);
    if (leaking) await visit.page.evaluate(leakInPage);
    const start = await cycles.held();
    await go(cycles, halfOf(plan));
    const middle = await cycles.held();
    await go(cycles, halfOf(plan));
    const {line, violations} = judge([start, middle, await cycles.held()], total(plan));
    if (cycles.timedOut === 0) return {line, violations};
    return {line: `${line}; ${cycles.timedOut} elements were not live in time`, violations};
  });
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start({scriptFlags: interpretOnly});
  const warmUp = {live: 4, midRequest: 4, pairs: 2, midChallenge: 2};
  const plan = bar
    ? {live: 250, midRequest: 120, pairs: 80, midChallenge: 50}
    : {live: 24, midRequest: 16, pairs: 6, midChallenge: 4};
  try {
    const planted = await measure(
      rig,
      {...warmUp, midChallenge: 0},
      {live: 4, midRequest: 4, pairs: 0, midChallenge: 0},
      true,
    );
    const missed = ['bytes', 'nodes', 'listeners', 'timers', 'intervals'].filter(
      (what) => !planted.violations.some((text) => text.includes(what)),
    );
    const {line, violations} = await measure(rig, warmUp, plan, false);
    return {
      lines: [
        line,
        `${plan.live} with live fields, ${plan.pairs} with two elements, ${plan.midRequest} while a session is asked for, ${plan.midChallenge} while the bank asks`,
        `a planted leak is seen: ${planted.violations.join('; ')}`,
      ],
      violations: [...missed.map((what) => `a planted leak of ${what} is not seen`), ...violations],
    };
  } finally {
    await rig.close();
  }
}
