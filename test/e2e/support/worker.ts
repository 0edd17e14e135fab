import {test as base} from '@playwright/test';
import {startDemo, type Demo} from '../../../demo/server.js';
import {startHosted, type Hosted} from './hosted-service.js';
import {startPaintShop, type PaintShop} from './paint-shop.js';
import {ourWorld, recordedWorld, variants, type World} from './worlds.js';

export interface OfWorker {
  readonly clockMoves: boolean;
  /** Service, shop server and demo. Waits that only simulate slowness are cut short. */
  readonly demo: Demo;
  /** A shop of bare pages beside the demo's service. */
  readonly shop: PaintShop;
  readonly hosted: Hosted;
  /** The demo's service and a double of the recorded one, each with the same shop. */
  readonly ours: World;
  readonly theirs: World;
  readonly recordings: readonly World[];
}

/** Gives tests what was started, and closes it with their worker. */
async function share<One extends {close(): Promise<void>}>(
  started: Promise<One>,
  use: (one: One) => Promise<void>,
): Promise<void> {
  const one = await started;
  await use(one);
  await one.close();
}
const once = {scope: 'worker', timeout: 240_000} as const;

/**
 * What all tests of a worker share; each starts with the first test that asks for it. All files have these and no others,
 * because a worker ends, and its browser, where tests come that share something else. Tests that move the service's clock say
 * so (`test.use({clockMoves: true})`) and get a worker of their own: the others live today.
 */
export const test = base.extend<object, OfWorker>({
  clockMoves: [false, {option: true, scope: 'worker'}],
  demo: [
    ({}, use) =>
      share(
        startDemo({
          ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'},
          settings: {deviceData: {mode: 'v1', delayMs: 20}, directoryTimeoutMs: 300},
          // All tests of a worker enter the same test cards.
          limits: ['card=1000000', 'customer=1000000'],
        }),
        use,
      ),
    once,
  ],
  shop: [({demo}, use) => share(startPaintShop(demo), use), once],
  hosted: [({}, use) => share(startHosted(), use), once],
  ours: [({demo}, use) => share(ourWorld(demo), use), once],
  theirs: [({}, use) => share(recordedWorld({}), use), once],
  recordings: [
    async ({}, use) => {
      const worlds = await Promise.all(variants.map(recordedWorld));
      await use(worlds);
      await Promise.all(worlds.map((world) => world.close()));
    },
    once,
  ],
});
