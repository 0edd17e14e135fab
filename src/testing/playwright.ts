import {chooseStepUp, type StepUpKind} from './bank.js';
import type {Patience, TestPage} from './browser.js';
import {advanceClock} from './clock.js';
import {keepTraceOf, type FailingTest} from './kept-trace.js';
import {fillCard, type CardEntries, type FillOptions} from './fill.js';
import {nextOutcome, savedOutcome, stoppedOutcome, watchOutcomes} from './outcomes.js';
import {answerStepUp, type StepUpAnswer} from './step-up.js';

/** The helpers, bound to the page of a test. Recording of outcomes has begun before the test goes anywhere. */
export interface CardVaultFixture {
  fillCard(card: CardEntries, options?: FillOptions): Promise<void>;
  answerStepUp(answer: StepUpAnswer, patience?: Patience): Promise<void>;
  nextOutcome(patience?: Patience): ReturnType<typeof nextOutcome>;
  savedOutcome(patience?: Patience): ReturnType<typeof savedOutcome>;
  stoppedOutcome(patience?: Patience): ReturnType<typeof stoppedOutcome>;
}

/** A service in development that the tests of a worker share. */
export interface ServiceFixture {
  /** Its address, on a free port: `serviceUrl` of the kit. */
  readonly url: string;
  /** Origin of its card fields, on another free port: `fieldsOrigin` of `contentSecurityPolicy`. */
  readonly fieldsOrigin: string;
  readonly secretKey: string;
  readonly publicKey: string;
  /** Moves the service's clock forward and gives the time it shows then. The worker's later tests find it there. */
  advanceClock(to: Date | string): Promise<Date>;
  /** How its bank asks from the next enrollment on; `null` for a code. */
  chooseStepUp(kind: StepUpKind | null): Promise<void>;
}

/** The part of the service of `card-vault-service` that is used. */
interface StartedService {
  readonly urls: {readonly api: string; readonly fields: string};
  readonly keys: {readonly secretKey: string; readonly publicKey: string};
  close(): Promise<void>;
}

type Use<T> = (value: T) => Promise<void>;

/**
 * Fixtures for `test.extend` of Playwright: `vault`, the helpers bound to the page. A test that fails gets the trace of its element
 * attached, for `<card-vault-inspector>` to open.
 *
 * @example
 * const test = base.extend(vaultFixtures);
 * test('a shopper saves a card', async ({page, vault}) => {
 *   await page.goto('/account/cards/new');
 *   await vault.fillCard(testCard('2.9'));
 * });
 */
export const vaultFixtures = {
  vault: async (
    {page}: {readonly page: TestPage},
    use: Use<CardVaultFixture>,
    test: FailingTest,
  ): Promise<void> => {
    await watchOutcomes(page);
    const attachTrace = await keepTraceOf(page);
    await use({
      fillCard: (card, options) => fillCard(page, card, options),
      answerStepUp: (answer, patience) => answerStepUp(page, answer, patience),
      nextOutcome: (patience) => nextOutcome(page, patience),
      savedOutcome: (patience) => savedOutcome(page, patience),
      stoppedOutcome: (patience) => stoppedOutcome(page, patience),
    });
    await attachTrace(test);
  },
};

/**
 * A worker's fixture: a service of its own, on free ports and with a database in memory.
 *
 * @param start `startService` of `card-vault-service`
 * @param options its options, such as `{rehearse: true}` for a service that answers as the recorded one does
 * @example
 * const test = base.extend<object, {service: ServiceFixture}>({service: useService(startService)});
 */
export function useService<Options extends object>(
  start: (options: Options) => Promise<StartedService>,
  options?: Options,
): [(none: object, use: Use<ServiceFixture>) => Promise<void>, {scope: 'worker'; timeout: number}] {
  const own = {port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:', ...options} as unknown as Options;
  return [
    async ({}, use) => {
      const service = await start(own);
      const {api: url, fields} = service.urls;
      const {secretKey, publicKey} = service.keys;
      try {
        await use({
          ...{url, secretKey, publicKey},
          fieldsOrigin: new URL(fields).origin,
          advanceClock: (to) => advanceClock(url, secretKey, to),
          chooseStepUp: (kind) => chooseStepUp(url, secretKey, kind),
        });
      } finally {
        await service.close();
      }
    },
    {scope: 'worker', timeout: 240_000},
  ];
}
