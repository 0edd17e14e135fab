import type {SavedOutcome, StoppedOutcome} from '../flow/index.js';
import type {CardVaultErrorCode, ErrorAudience} from '../protocol/index.js';
import {until, type Patience, type TestPage} from './browser.js';

/** How a save ended, as the element's event told it. */
export type SeenOutcome =
  | {readonly type: 'saved'; readonly detail: SavedOutcome}
  | {readonly type: 'stopped'; readonly detail: StoppedOutcome}
  | {
      readonly type: 'error';
      readonly detail: {
        readonly code: CardVaultErrorCode;
        readonly audience: ErrorAudience;
        readonly retryable: boolean;
        readonly message: string;
      };
    };

/** Under this registered symbol the recorder keeps what it has seen, so that nothing appears among the page's names. */
const place = "Symbol.for('card-vault/testing/outcomes')";

const recorder = `(() => {
  if (window[${place}]) return;
  const seen = [];
  Object.defineProperty(window, ${place}, {value: seen});
  for (const type of ['saved', 'stopped', 'error']) {
    window.addEventListener('card-vault-' + type, ({detail}) => {
      const {error, ...rest} = detail;
      seen.push({type, detail: JSON.parse(JSON.stringify(error ? {...rest, message: error.message} : rest))});
    }, true);
  }
})()`;

/** Pages that record already in every document they go to. */
const watched = new WeakSet<TestPage>();

/**
 * Begins to record how saves end, in this document and in every one the page goes to (a redirect step-up leaves it). Call
 * it before the save; twice does no harm.
 */
export async function watchOutcomes(page: TestPage): Promise<void> {
  if (watched.has(page)) return;
  watched.add(page);
  // A document that is being left while it is asked needs no recorder; the next one has it from the start.
  await Promise.all([
    page.addInitScript({content: recorder}),
    page.evaluate(recorder).catch(() => undefined),
  ]);
}

/** The next outcome that has not been taken yet, in the order of the events. Begins to record where nobody has. */
export async function nextOutcome(page: TestPage, patience: Patience = {}): Promise<SeenOutcome> {
  await watchOutcomes(page);
  return until('The outcome of the save', patience, async () => {
    const seen = await page.evaluate(`(window[${place}] ?? []).shift()`);
    return (seen ?? undefined) as SeenOutcome | undefined;
  });
}

/**
 * The next outcome, which must be a saved card.
 * @throws Error that tells how the save ended instead.
 */
export async function savedOutcome(page: TestPage, patience: Patience = {}): Promise<SavedOutcome> {
  const outcome = await nextOutcome(page, patience);
  if (outcome.type === 'saved') return outcome.detail;
  throw new Error(`The card was not saved: ${outcome.type} ${JSON.stringify(outcome.detail)}`);
}

/**
 * The next outcome, which must be a save that stopped without a payment method.
 * @throws Error that tells how the save ended instead.
 */
export async function stoppedOutcome(page: TestPage, patience: Patience = {}): Promise<StoppedOutcome> {
  const outcome = await nextOutcome(page, patience);
  if (outcome.type === 'stopped') return outcome.detail;
  throw new Error(`The save did not stop: ${outcome.type} ${JSON.stringify(outcome.detail)}`);
}
