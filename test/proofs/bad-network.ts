import {setTimeout as after} from 'node:timers/promises';
import type {BrowserContext} from 'playwright-core';
import {advanceClock} from '../../src/testing/index.js';
import {startFaultProxy, type FaultProxy} from './support/page/fault-proxy.js';
import {Rig, bookErrors} from './support/page/rig.js';
import {heldIn, watchSpinner, type Held} from './support/page/spinner.js';
import {closeTab, goOffline, troubles, type Act, type Trouble} from './support/page/troubles.js';
import {cards, type Outcome, type Visit} from './support/page/visit.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C7';
export const title =
  'on a bad network a card is saved once, or a message says how to go on, and no spinner holds a shopper for long';

/** Milliseconds that a shopper may be held without anything to press; more while money may have moved (decision 0073). */
const mostHeld = {longest: 15_000, withMoney: 35_000} as const;
/** How many shoppers there are at once. Each has a proxy, and is mostly waiting. */
const lanes = 4;
/** Milliseconds for an answer of the bank that may never come, as its page was cut off. */
const patienceAtBank = 20_000;

const isEnd = ({type}: {readonly type: string}) => ['saved', 'stopped', 'error'].includes(type);

/** The run is over, so that the form gives way to what can be done next. */
const isOver = ({events}: Visit): boolean =>
  ['failed', 'stopped'].includes(events.findLast(({type}) => type === 'step')?.detail.step ?? '');

/** After trouble: what the page offers is pressed, a card is typed where there is room for one, and it is saved. */
async function tryAgain(visit: Visit, number: string): Promise<Outcome | undefined> {
  const ends = visit.events.filter(isEnd).length;
  const element = visit.page.locator('card-vault');
  const again = element.getByRole('button', {name: /try again|another card|start again/i});
  const save = element.getByRole('button', {name: 'Save card'});
  // The form is still seen for a moment when a run is over, unless it stays, with a sentence.
  const said = element.locator('[part~="problem"]');
  await again
    .or(isOver(visit) ? said : save)
    .first()
    .waitFor({timeout: 60_000});
  if (await again.first().isVisible()) await again.first().click();
  return visit.save(number, ends + 1);
}

/** A way out that the page offers while something is silent is taken, as an impatient shopper would. */
async function impatience({page}: Visit): Promise<void> {
  const out = page.locator('card-vault').locator('[part~="way-out"]');
  await out.click({timeout: 45_000}).catch(() => undefined);
}

interface Seen {
  readonly saved: boolean;
  readonly held: Held;
  readonly violations: string[];
}

class Journey {
  readonly #rig: Rig;
  readonly #proxy: FaultProxy;

  constructor(rig: Rig, proxy: FaultProxy) {
    this.#rig = rig;
    this.#proxy = proxy;
  }

  run(trouble: Trouble): Promise<Seen> {
    const address = this.#rig.shop.put({});
    const proxy = {server: this.#proxy.url, bypass: '<-loopback>'};
    return this.#rig.shopper(
      async (first, context) => {
        await context.addInitScript(watchSpinner);
        const {visit, end, held} = await this.#once(first, context, address, trouble);
        this.#proxy.harm = undefined;
        this.#proxy.release();
        const violations: string[] = [];
        for (const [name, most] of Object.entries(mostHeld) as [keyof Held, number][])
          if (held[name] > most)
            violations.push(`held for ${Math.round(held[name] / 1000)} s without a way out (${name})`);
        let last = end;
        if (end?.outcome !== 'saved') {
          const clear = end === undefined || end.outcome === 'stopped' || end.retryable === 'true';
          if (!clear) violations.push(`ends in ${end.code}, which cannot be tried again`);
          last = await tryAgain(visit, trouble.number).catch(() => undefined);
        }
        if (last?.outcome !== 'saved') violations.push(`not saved in the end. ${visit.story()}`);
        const methods = await this.#rig.methods(context);
        if (methods !== 1) violations.push(`${methods} cards`);
        return {
          ...{saved: end?.outcome === 'saved', held},
          violations: violations.map((text) => `${trouble.name}: ${text}`),
        };
      },
      {proxy},
    );
  }

  /** The first attempt, with its trouble. */
  async #once(visit: Visit, context: BrowserContext, address: string, trouble: Trouble) {
    const {number, from, at, act, silent} = trouble;
    if (from === 'load') this.#harm(trouble);
    const opened = await this.#open(visit, address, from === 'load');
    if (!opened) return {visit, end: undefined, held: await heldIn(visit)};
    await visit.fill(number);
    if (from !== 'load') this.#harm(trouble);
    await visit.press();
    if (at !== undefined && act) return this.#acted(visit, context, address, trouble);
    if (number === cards.stepUp) await Promise.race([visit.answer(), visit.ending()]).catch(() => undefined);
    if (silent) void impatience(visit);
    const end = await visit.ending();
    return {visit, end, held: await heldIn(visit)};
  }

  /** False where the fields did not come up, and the page says so. */
  async #open(visit: Visit, address: string, silent: boolean): Promise<boolean> {
    await visit.page.goto(address);
    if (silent) void impatience(visit);
    const event = await visit.heard(['ready', 'error']);
    if (!event) throw new Error(`Neither fields nor an error. ${visit.story()}`);
    return event.type === 'ready';
  }

  #harm({harm}: Trouble): void {
    let index = 0;
    let struck = 0;
    if (harm)
      this.#proxy.harm = (url, method) => {
        if (method === 'OPTIONS' || /\/assets\/|favicon/.test(url)) return undefined;
        const done = harm(index++, url, struck);
        if (done) struck += 1;
        return done;
      };
  }

  /** The shopper, or something else, acts at a step of the save. */
  async #acted(first: Visit, context: BrowserContext, address: string, {at, act, number}: Trouble) {
    await first.step(at!);
    if (at === 'stepping-up') await first.heard(['step-up-open']);
    const before = await heldIn(first);
    const visit = await act!(first, context, address);
    if (act === closeTab) return {visit, end: undefined, held: before};
    const atBank = number === cards.stepUp && act === goOffline;
    const end = await this.#endOf(visit, act!, atBank);
    const then = await heldIn(visit);
    const held = {
      longest: Math.max(before.longest, then.longest),
      withMoney: Math.max(before.withMoney, then.withMoney),
    };
    return {visit, end, held};
  }

  /** A bank's page that lost its script takes no code, or takes it and does nothing: then the shopper closes it. */
  async #endOf(visit: Visit, act: Act, atBank: boolean): Promise<Outcome | undefined> {
    const ends = Math.max(visit.events.filter(isEnd).length, 1);
    if (atBank) {
      await visit.answer(patienceAtBank).catch(() => undefined);
      const answered = await visit.ending(ends, patienceAtBank);
      if (answered) return answered;
      const close = visit.page.locator('card-vault').locator('[part~="step-up-cancel"]');
      await close.click({timeout: 30_000}).catch(() => undefined);
      return visit.ending(ends);
    }
    return visit.ending(ends, act === goOffline ? undefined : 20_000);
  }
}

/** A spinner that nothing ends must be seen. */
async function seesPlant(rig: Rig): Promise<string[]> {
  return rig.shopper(async (visit, context) => {
    await context.addInitScript(watchSpinner);
    await visit.open(rig.shop.put({}));
    await visit.page.evaluate(() => {
      const root = document.querySelector('card-vault')!.shadowRoot!;
      const spinner = document.createElement('span');
      spinner.setAttribute('part', 'spinner');
      spinner.textContent = '…';
      root.querySelector('[part~="form"]')!.before(spinner);
      for (const button of root.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
    });
    const grown = visit.page.waitForFunction(
      () => (window as unknown as {heldByElement: Held}).heldByElement.longest > 300,
      undefined,
      {timeout: 60_000},
    );
    return grown.then(
      () => [],
      () => ['planted: a spinner that nothing ends is not seen'],
    );
  });
}

/** What the network's books say once everything that was begun and left is given back (V1, V6). */
async function books(rig: Rig): Promise<string[]> {
  const {clock, keys, urls} = rig.service;
  await advanceClock(urls.api, keys.secretKey, new Date(clock.now().getTime() + 45 * 60_000));
  for (let look = 0; look < 50; look += 1) {
    if (bookErrors(await rig.ledger()).length === 0) return [];
    await after(100);
  }
  return bookErrors(await rig.ledger());
}

/** `CARD_VAULT_ROUNDS` names another number of journeys. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start();
  const proxies = await Promise.all(Array.from({length: lanes}, startFaultProxy));
  const chosen = bar ? troubles : troubles.filter(({short}) => short);
  const rounds = sizeOf('CARD_VAULT_ROUNDS', {bar, slice: chosen.length, full: 200});
  try {
    // The page that a shopper goes to meanwhile.
    rig.shop.put({body: ''});
    const violations = await seesPlant(rig);
    const all: Seen[] = [];
    let next = 0;
    const lane = async (proxy: FaultProxy): Promise<void> => {
      const journey = new Journey(rig, proxy);
      while (next < rounds) {
        const trouble = chosen[next++ % chosen.length]!;
        const failed = (error: unknown): void => void violations.push(`${trouble.name}: ${String(error)}`);
        await journey.run(trouble).then((seen) => all.push(seen), failed);
      }
    };
    await Promise.all(proxies.map(lane));
    violations.push(...all.flatMap((seen) => seen.violations), ...(await books(rig)));
    const struck = proxies.reduce((sum, proxy) => sum + proxy.struck, 0);
    const longest = (name: keyof Held) => (Math.max(...all.map(({held}) => held[name])) / 1000).toFixed(1);
    return {
      lines: [
        `${rounds} journeys, ${chosen.length} kinds of trouble, ${struck} requests harmed: ${all.filter(({saved}) => saved).length} saved at once, the others at the next try`,
        `one card each; nothing to press for at most ${longest('longest')} s, while money may have moved ${longest('withMoney')} s; the books of the network in order`,
        'planted: a spinner without an end is seen',
      ],
      violations: violations.slice(0, 30),
    };
  } finally {
    await rig.close();
    await Promise.all(proxies.map((proxy) => proxy.close()));
  }
}
