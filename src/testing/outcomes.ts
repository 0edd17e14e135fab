import type {SavedOutcome, StoppedOutcome} from '../flow/index.js';
import type {CardVaultErrorCode, ErrorAudience} from '../protocol/index.js';
import {until, type Patience, type TestPage} from './browser.js';

/** How a save ended, as the event of the element says. */
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

/** Record of a save that has ended. */
type Kept = SeenOutcome & {readonly id: string};

/**
 * Where the recorder keeps what it has seen in a page that has no binding to the test: in the tab's storage, because a form may
 * leave the page as soon as the card is saved, and under a registered symbol, for a page without one.
 */
const place = 'card-vault/testing/outcomes';

/**
 * Function by which a page of Playwright tells the test at once. Nothing that comes after can take it back: no navigation, no
 * other origin, no cleared storage.
 */
const binding = '__cardVaultOutcome';

const read = `(() => {
  const own = window[Symbol.for('${place}')] ?? [];
  try {
    return JSON.parse(sessionStorage.getItem('${place}')) ?? own;
  } catch {
    return own;
  }
})()`;

/** Gives the ids of what has been seen before. */
const recorder = `(() => {
  const name = Symbol.for('${place}');
  const before = ${read}.map(({id}) => id);
  if (window[name]) return before;
  Object.defineProperty(window, name, {value: []});
  for (const type of ['saved', 'stopped', 'error']) {
    window.addEventListener('card-vault-' + type, ({detail}) => {
      const {error, ...rest} = detail;
      const received = JSON.parse(JSON.stringify(error ? {...rest, message: error.message} : rest));
      const seen = {id: Date.now() + '-' + Math.random(), type, detail: received};
      window['${binding}']?.(seen);
      window[name].push(seen);
      try {
        sessionStorage.setItem('${place}', JSON.stringify([...${read}, seen]));
      } catch {}
    }, true);
  }
  return before;
})()`;

/** Outcomes of one page, as the test has them. */
interface Watch {
  /** In the order of their events. */
  readonly received: Kept[];
  /** Ids of those that were given out, or were there before the watch began. */
  readonly taken: Set<string>;
  readonly begun: Promise<void>;
}

const watches = new WeakMap<TestPage, Watch>();

function watch(page: TestPage): Watch {
  const known = watches.get(page);
  if (known) return known;
  const received: Kept[] = [];
  const taken = new Set<string>();
  const begin = async (): Promise<void> => {
    // Refused where another copy of this module watches the page: then its storage tells.
    await page
      .exposeBinding?.(binding, (_source, seen) => void received.push(seen as Kept))
      .catch(() => undefined);
    // A document that is being left while it is asked needs no recorder; the next one has it from the start.
    const [, before] = await Promise.all([
      page.addInitScript({content: recorder}),
      page.evaluate(recorder).catch(() => undefined),
    ]);
    for (const id of (before ?? []) as readonly string[]) taken.add(id);
  };
  const made = {received, taken, begun: begin()};
  watches.set(page, made);
  return made;
}

/**
 * Begins to record how saves end, in this document, its frames and every one the page goes to: a redirect step-up leaves it, and
 * so does a form that is sent with the card. Call it before the save; twice does no harm.
 */
export async function watchOutcomes(page: TestPage): Promise<void> {
  await watch(page).begun;
}

/**
 * The next outcome that has not been taken yet, in the order of the events. Begins to record where that has
 * not begun.
 */
export async function nextOutcome(page: TestPage, patience: Patience = {}): Promise<SeenOutcome> {
  const {received, taken, begun} = watch(page);
  await begun;
  const next = (kept: readonly Kept[]): Kept | undefined => kept.find(({id}) => !taken.has(id));
  const {id, ...seen} = await until(
    'The outcome of the save',
    patience,
    async () => next(received) ?? next((await page.evaluate(read)) as readonly Kept[]),
  );
  taken.add(id);
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
