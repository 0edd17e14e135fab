import {setTimeout as after} from 'node:timers/promises';
import type {BrowserContext} from 'playwright-core';
import type {Harm} from './fault-proxy.js';
import {cards, Visit} from './visit.js';

/** One journey on a bad network. */
export interface Trouble {
  readonly name: string;
  /** Which request of the page is harmed, counted from the press, or from the page's own load; `struck` were so far. */
  readonly harm?: (index: number, address: string, struck: number) => Harm | undefined;
  readonly from?: 'load';
  /** What the shopper does, or what is done to the tab, once the flow has come to a step. */
  readonly at?: string;
  readonly act?: Act;
  readonly number: string;
  /** Something stays silent: an impatient shopper takes the first way out that is offered. */
  readonly silent?: boolean;
  readonly short?: boolean;
}

export type Act = (visit: Visit, context: BrowserContext, address: string) => Promise<Visit>;

async function reload(visit: Visit): Promise<Visit> {
  await visit.page.reload();
  return visit;
}
async function goBack(visit: Visit, _context: BrowserContext, address: string): Promise<Visit> {
  await visit.page.goto(new URL('/page-0', address).href);
  await visit.page.goBack();
  return visit;
}
/** What a tab that was closed has begun is found in the books. */
export async function closeTab(visit: Visit, context: BrowserContext, address: string): Promise<Visit> {
  await visit.page.close();
  const next = await Visit.open(context);
  await next.page.goto(address);
  return next;
}
export async function goOffline(visit: Visit, context: BrowserContext): Promise<Visit> {
  await context.setOffline(true);
  await after(3000);
  await context.setOffline(false);
  return visit;
}

const slow: Harm = {kind: 'late', milliseconds: 2000};
const number = cards.frictionless;

const cuts = (['cut before', 'cut after'] as const).flatMap((kind) =>
  [0, 1, 2, 3, 4, 5].map((index): Trouble => ({
    name: `request ${index + 1} after the press is ${kind} its answer`,
    harm: (now) => (now === index ? {kind} : undefined),
    number,
    short: index === 2,
  })),
);
const silences = (['silent before', 'silent after'] as const).flatMap((kind) =>
  [0, 1, 2, 3, 4].map((index): Trouble => ({
    name: `request ${index + 1} after the press is ${kind} its answer`,
    harm: (now) => (now === index ? {kind} : undefined),
    ...{number, silent: true},
    short: kind === 'silent before' && index === 1,
  })),
);
/** Nothing gets through any more, no second sending either. */
const deaths = [0, 2, 4].map((index): Trouble => ({
  name: `the connection is dead from request ${index + 1} after the press on`,
  harm: (now) => (now >= index ? {kind: 'silent before'} : undefined),
  ...{number, silent: true},
}));
const loads = (
  [
    ['the session', /\/card-vault\/session/],
    ["the fields' library", /flex-microform/],
  ] as const
).map(([what, pattern]): Trouble => ({
  name: `${what} stays silent while the form loads`,
  from: 'load',
  harm: (_index, address, struck) =>
    struck === 0 && pattern.test(address) ? {kind: 'silent before'} : undefined,
  ...{number, silent: true},
}));
const leaving = (['enrolling', 'stepping-up', 'authorizing'] as const).flatMap((at) =>
  (
    [
      ['the page is reloaded', reload],
      ['the shopper goes elsewhere and back', goBack],
      ['the tab is closed and opened again', closeTab],
      ['the connection is gone for three seconds', goOffline],
    ] as const
  ).map(([what, act]): Trouble => ({
    name: `${what} at ${at}`,
    ...{at, act, number: at === 'stepping-up' ? cards.stepUp : number},
    short: (at === 'stepping-up' && act !== closeTab) || (at === 'authorizing' && act === closeTab),
  })),
);

export const troubles: readonly Trouble[] = [
  {name: 'every answer is two seconds late', harm: () => slow, number: cards.stepUp},
  {
    name: 'answers of the service are two seconds late',
    harm: (_index, address) => (address.includes('/order/') ? slow : undefined),
    ...{number, short: true},
  },
  ...cuts,
  ...silences,
  ...deaths,
  ...loads,
  ...leaving,
];
