import type {Page} from '@playwright/test';
import type {Demo} from '../../../demo/server.js';
import {test as base} from './worker.js';

/** What the element said, in order. */
export interface SeenEvent {
  readonly type: string;
  readonly detail: Record<string, unknown>;
}

/** A save's end as the page saw it: the outcome of the saved or stopped event, or the error's code. */
export interface Ending {
  readonly outcome: 'saved' | 'stopped' | 'error';
  readonly reason?: string;
  readonly cause?: string;
  readonly code?: string;
  readonly audience?: string;
  readonly message?: string;
  readonly tracker?: string;
  readonly authentication?: {
    readonly status: string;
    readonly eci?: string;
    readonly liabilityShift: boolean;
  };
  readonly paymentMethod?: {
    readonly token: string;
    readonly brand: string;
    readonly lastFour: string;
    readonly singleUse: boolean;
  };
}

/** Gives the page one part in `CARD_VAULT_SLOW` of the processor: what counts on an order that nothing keeps then fails. */
async function slowDown(page: Page): Promise<void> {
  const {CARD_VAULT_SLOW: rate = '1'} = process.env;
  if (rate === '1') return;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', {rate: Number(rate)});
}

/** A page whose events and violations are kept. */
export const test = base.extend<{recorded: void}>({
  page: async ({page}, use) => {
    await slowDown(page);
    await use(page);
    // A request that nobody waits for may be under way still.
    await page.unrouteAll({behavior: 'ignoreErrors'});
  },
  recorded: [
    async ({page}, use) => {
      await record(page);
      await use();
    },
    {auto: true},
  ],
});

/** What a page said since it was opened; kept here, because a page forgets when it is left. */
interface PageRecord {
  readonly events: SeenEvent[];
  readonly violations: string[];
  heard: () => void;
}
const records = new WeakMap<Page, PageRecord>();

function recordOf(page: Page): PageRecord {
  const record = records.get(page);
  if (!record) throw new Error('This page is not recorded: use the test of support/shop.ts.');
  return record;
}

async function record(page: Page): Promise<void> {
  const kept: PageRecord = {events: [], violations: [], heard: () => {}};
  records.set(page, kept);
  await page.exposeBinding('cardVaultHeard', (_source, kind: 'event' | 'violation', value: unknown) => {
    if (kind === 'event') kept.events.push(value as SeenEvent);
    else kept.violations.push(value as string);
    kept.heard();
  });
  await page.addInitScript(listenInPage);
}

/** Runs in the page before anything else. */
function listenInPage(): void {
  const {cardVaultHeard} = window as unknown as {cardVaultHeard(kind: string, value: unknown): Promise<void>};
  const names = [
    'ready',
    'change',
    'step',
    'step-up-open',
    'step-up-close',
    'saved',
    'paid',
    'stopped',
    'error',
  ];
  for (const name of names) {
    document.addEventListener(`card-vault-${name}`, (event) => {
      const {detail: given} = event as CustomEvent<Record<string, unknown>>;
      const detail = {...given};
      // An error's message is not enumerable.
      if (detail['error'] instanceof Error) detail['message'] = detail['error'].message;
      delete detail['error'];
      void cardVaultHeard('event', JSON.parse(JSON.stringify({type: name, detail})));
    });
  }
  document.addEventListener('securitypolicyviolation', (event) => {
    void cardVaultHeard(
      'violation',
      `${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`,
    );
  });
}

export const seenEvents = (page: Page): readonly SeenEvent[] => recordOf(page).events;

export const policyViolations = (page: Page): readonly string[] => recordOf(page).violations;

/** The `count`-th event of these types since the page was opened, waited for if need be. */
async function heard(page: Page, types: readonly string[], count: number): Promise<SeenEvent> {
  const kept = recordOf(page);
  const find = () => kept.events.filter(({type}) => types.includes(type))[count - 1];
  return new Promise((found, missing) => {
    const limit = setTimeout(() => {
      const all = kept.events.map(({type, detail}) => `${type} ${JSON.stringify(detail)}`).join('\n');
      missing(new Error(`No ${types.join(' or ')} (number ${count}) was heard. Heard:\n${all}`));
    }, 40_000);
    kept.heard = () => {
      const event = find();
      if (!event) return;
      clearTimeout(limit);
      found(event);
    };
    kept.heard();
  });
}

/** Waits for the `count`-th end of a save since the page was opened. */
export async function ending(page: Page, count = 1): Promise<Ending> {
  const {type, detail} = await heard(page, ['saved', 'stopped', 'error'], count);
  return type === 'error' ? {outcome: 'error', ...detail} : (detail as unknown as Ending);
}

/** Waits until the fields are live for the `count`-th time. */
export const ready = (page: Page, count = 1) => heard(page, ['ready'], count);

/** Waits for live fields in a page that may not be recorded. An element that is drawn first is not in the state `loading` yet. */
export async function fieldsLive(page: Page): Promise<void> {
  await page.locator('card-vault:defined').first().waitFor();
  await page.evaluate("document.querySelector('card-vault').whenReady()");
}

/** A shop page with the given switches, ready to be typed into. */
export async function openShop(page: Page, demo: Demo, switches: Record<string, string> = {}): Promise<void> {
  const address = new URL('/', demo.url);
  for (const [name, value] of Object.entries(switches)) address.searchParams.set(name, value);
  const before = seenEvents(page).filter(({type}) => type === 'ready').length;
  await page.goto(address.href);
  await ready(page, before + 1);
}
