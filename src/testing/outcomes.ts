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

/** Record of a save that has ended; `at` counts them. */
type Kept = SeenOutcome & {readonly at: number};

/**
 * Where the recorder keeps what it has seen: in the tab's storage, because a form may leave the page as soon as the card is
 * saved, and under a registered symbol, for a page without one. Nothing appears among the page's names.
 */
const place = 'card-vault/testing/outcomes';

const read = `(() => {
  const own = window[Symbol.for('${place}')] ?? [];
  try {
    return JSON.parse(sessionStorage.getItem('${place}')) ?? own;
  } catch {
    return own;
  }
})()`;

/** Gives how many have been seen before. */
const recorder = `(() => {
  const name = Symbol.for('${place}');
  const before = ${read}.at(-1)?.at ?? 0;
  if (window[name]) return before;
  Object.defineProperty(window, name, {value: []});
  for (const type of ['saved', 'stopped', 'error']) {
    window.addEventListener('card-vault-' + type, ({detail}) => {
      const {error, ...rest} = detail;
      const kept = ${read};
      const told = JSON.parse(JSON.stringify(error ? {...rest, message: error.message} : rest));
      const seen = {at: (kept.at(-1)?.at ?? 0) + 1, type, detail: told};
      window[name].push(seen);
      try {
        sessionStorage.setItem('${place}', JSON.stringify([...kept, seen]));
      } catch {}
    }, true);
  }
  return before;
})()`;

/** Pages that record already in every document they go to, and how many of their outcomes are taken. */
const taken = new WeakMap<TestPage, number>();

/**
 * Begins to record how saves end, in this document and in every one the page goes to: a redirect step-up leaves it, and so does
 * a form that is sent with the card. Call it before the save; twice does no harm.
 */
export async function watchOutcomes(page: TestPage): Promise<void> {
  if (taken.has(page)) return;
  taken.set(page, 0);
  // A document that is being left while it is asked needs no recorder; the next one has it from the start.
  const [, before] = await Promise.all([
    page.addInitScript({content: recorder}),
    page.evaluate(recorder).catch(() => undefined),
  ]);
  taken.set(page, Number(before ?? 0));
}

/**
 * The next outcome that has not been taken yet, in the order of the events. Begins to record where that has
 * not begun.
 */
export async function nextOutcome(page: TestPage, patience: Patience = {}): Promise<SeenOutcome> {
  await watchOutcomes(page);
  const {at, ...seen} = await until('The outcome of the save', patience, async () => {
    const kept = (await page.evaluate(read)) as readonly Kept[];
    return kept.find((one) => one.at > taken.get(page)!);
  });
  taken.set(page, at);
  return seen;
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
