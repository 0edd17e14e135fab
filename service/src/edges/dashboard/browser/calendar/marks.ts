import type {ChargeView} from '../../../sandbox/billing-views.js';
import type {ComingCharge} from '../../../sandbox/coming-charges.js';
import {priceText} from '../format.js';

/** Kind of a mark. Each has its own shape, so that colour is not the only difference. */
export type MarkKind = 'paid' | 'failed' | 'open' | 'coming' | 'retry' | 'skipped';

/** A charge, or an attempt of one, in the timeline. */
export interface Mark {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: MarkKind;
  readonly label: string;
}

const kindByState: Readonly<Record<ChargeView['state'], MarkKind>> = {
  paid: 'paid',
  failed: 'failed',
  open: 'open',
  // The last three fell due during a pause or were given up, and are never charged automatically.
  ready: 'skipped',
  uncollectible: 'skipped',
  void: 'skipped',
};

/** The marks of a charge that fell due: one, or one for each attempt if there were several. */
function pastMarks(charge: ChargeView): readonly Mark[] {
  const {due_at, state, product, attempts} = charge;
  const description = `${product}, ${priceText(charge)}`;
  if (attempts.length < 2) {
    return [{at: Date.parse(due_at), kind: kindByState[state], label: `${description}: ${state}`}];
  }
  return attempts.map((attempt): Mark => {
    const [kind, result] = attemptResult(attempt);
    return {at: Date.parse(attempt.sent_at), kind, label: `${description}, try ${attempt.number}: ${result}`};
  });
}

function attemptResult({settled_at, failure}: ChargeView['attempts'][number]): readonly [MarkKind, string] {
  if (settled_at === null) return ['open', failure?.replaceAll('_', ' ') ?? 'under way'];
  return failure === null ? ['paid', 'paid'] : ['failed', failure.replaceAll('_', ' ')];
}

const comingKinds: Readonly<Record<ComingCharge['kind'], readonly [MarkKind, string]>> = {
  charge: ['coming', 'will be charged'],
  retry: ['retry', 'tried again'],
  skipped: ['skipped', 'paused, not charged'],
};

function comingMark(charge: ComingCharge): Mark {
  const [kind, prospect] = comingKinds[charge.kind];
  return {at: Date.parse(charge.at), kind, label: `${charge.product}, ${priceText(charge)}: ${prospect}`};
}

/** The marks of past and coming charges, oldest first. */
export function marksOf(charges: readonly ChargeView[], coming: readonly ComingCharge[]): readonly Mark[] {
  return [...charges.flatMap(pastMarks), ...coming.map(comingMark)].sort((a, b) => a.at - b.at);
}

/** Marks that would overlap, drawn one above the other. */
export interface Stack {
  readonly x: number;
  /** The marks that are drawn. */
  readonly marks: readonly Mark[];
  /** How many more marks there are. */
  readonly more: number;
}

/**
 * Groups marks within `width` pixels into stacks of at most `height` marks. If not all fit, the most
 * important ones are drawn: failed charges, then open ones, and so on.
 *
 * @param xOf Converts an instant to a position in pixels.
 */
export function stacksOf(
  marks: readonly Mark[],
  xOf: (at: number) => number,
  {width = 12, height = 4}: {width?: number; height?: number} = {},
): readonly Stack[] {
  const stacks: Mark[][] = [];
  let start = -Infinity;
  for (const mark of [...marks].sort((a, b) => xOf(a.at) - xOf(b.at))) {
    const x = xOf(mark.at);
    if (x - start < width) {
      stacks.at(-1)!.push(mark);
    } else {
      start = x;
      stacks.push([mark]);
    }
  }
  const byImportance: readonly MarkKind[] = ['failed', 'open', 'retry', 'paid', 'coming', 'skipped'];
  return stacks.map((all) => {
    const sorted = [...all].sort((a, b) => byImportance.indexOf(a.kind) - byImportance.indexOf(b.kind));
    // In a stack that is too high, the top place says how many more marks there are.
    const drawn = all.length > height ? sorted.slice(0, height - 1) : sorted;
    const averageX = all.reduce((sum, {at}) => sum + xOf(at), 0) / all.length;
    return {x: averageX, marks: drawn, more: all.length - drawn.length};
  });
}

/** Counts the marks of each kind: `3 paid, 1 failed, 12 coming`. */
export function countsText(marks: readonly Mark[]): string {
  const words: Readonly<Record<MarkKind, string>> = {
    paid: 'paid',
    failed: 'failed',
    open: 'open',
    coming: 'coming',
    retry: 'to be tried again',
    skipped: 'not charged',
  };
  const counts = (Object.keys(words) as MarkKind[])
    .map((kind) => [marks.filter((mark) => mark.kind === kind).length, words[kind]] as const)
    .filter(([count]) => count > 0);
  return counts.length === 0 ? 'no charges' : counts.map(([count, word]) => `${count} ${word}`).join(', ');
}
