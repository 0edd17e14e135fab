import {after, before, describe, it} from 'node:test';
import type {Demo} from '../../../demo/server.js';
import type {Conditions, Driver, Engine} from '../driver.js';
import {openShop} from '../journeys.js';
import {resultsIn, roughPlaces, type EngineTitle, type RoughName, type RoughPlace} from './plan.js';
import {scenarios} from './scenarios.js';

type Start = (conditions?: Conditions) => Promise<Engine>;

/** Otherwise those that are run on every change. */
const isWhole = Boolean(process.env['CARD_VAULT_WHOLE']);

/** The journeys of one engine in every rough place; prints what they came to. */
export function runRough(title: EngineTitle, start: Start): void {
  describe(`a shopper in rough places, in ${title}`, () => {
    let demo: Demo;
    let engine: Engine | undefined;
    let running = '';
    const lines: string[] = [];
    before(async () => {
      demo = await openShop();
    });
    after(async () => {
      await engine?.close();
      await demo.close();
      console.log(lines.join('\n'));
    });

    /** One browser at a time; places with the same conditions share it. */
    async function engineOf({browser}: RoughPlace): Promise<Engine> {
      const conditions =
        browser?.({fields: demo.service.urls.fields, issuer: demo.service.urls.issuer}) ?? {};
      const wanted = JSON.stringify(conditions);
      if (engine && wanted === running) return engine;
      await engine?.close();
      engine = await start(conditions);
      running = wanted;
      return engine;
    }

    async function inPage(place: RoughPlace, use: (driver: Driver) => Promise<void>): Promise<void> {
      const driver = await (await engineOf(place)).newPage();
      try {
        await use(driver);
      } finally {
        await driver.close();
      }
    }

    for (const [name, place] of Object.entries<RoughPlace>(roughPlaces)) {
      const {run, holds} = scenarios[name as RoughName];
      const gap = place.gaps?.[title];
      if (!isWhole && place.always.length === 0) continue;
      describe(place.title, () => {
        if (holds && !gap) it('is so', () => inPage(place, (driver) => holds(driver, demo)));
        if (place.everyday?.includes(title)) return;
        for (const [journey, result] of resultsIn(place, title)) {
          if (!isWhole && !place.always.includes(journey)) continue;
          it(`${journey}: ${result}`, async () => {
            await inPage(place, (driver) => run(journey, driver, demo));
            lines.push(`${title} | ${place.title} | ${journey}: ${result}${gap ? ` (gap: ${gap})` : ''}`);
          });
        }
      });
    }
  });
}
