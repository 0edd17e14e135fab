import type {ChargeView} from '../../../sandbox/billing-views.js';
import type {ComingCharge} from '../../../sandbox/coming-charges.js';

/** State of a charge in the timeline. Each has its own shape, so that colour is not the only difference. */
export type MarkKind = 'paid' | 'failed' | 'open' | 'coming' | 'retry' | 'skipped';

/** A charge, or an attempt of one, in the timeline. */
export interface Mark {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: MarkKind;
  readonly label: string;
}

const money = ({amount, currency}: {amount: string; currency: string}) => `${currency} ${amount}`;
const kinds: Readonly<Record<ChargeView['state'], MarkKind>> = {
  paid: 'paid',
  failed: 'failed',
  open: 'open',
  ready: 'skipped',
  uncollectible: 'skipped',
  void: 'skipped',
};

/** The marks of a charge that fell due: one for each attempt if there were several. */
function pastMarks(charge: ChargeView): readonly Mark[] {
  const {due_at, state, product, attempts} = charge;
  const description = `${product}, ${money(charge)}`;
  const mark: Mark = {at: Date.parse(due_at), kind: kinds[state], label: `${description}: ${state}`};
  if (attempts.length < 2) return [mark];
  return attempts.map(({failure, number, sent_at, settled_at}): Mark => {
    const kind = settled_at === null ? 'open' : failure === null ? 'paid' : 'failed';
    const result = failure?.replaceAll('_', ' ') ?? (settled_at === null ? 'under way' : 'paid');
    return {at: Date.parse(sent_at), kind, label: `${description}, try ${number}: ${result}`};
  });
}

const comingMark = (charge: ComingCharge): Mark => ({
  at: Date.parse(charge.at),
  kind: charge.kind === 'charge' ? 'coming' : charge.kind,
  label: `${charge.product}, ${money(charge)}: ${charge.kind === 'retry' ? 'tried again' : charge.kind === 'skipped' ? 'paused, not charged' : 'will be charged'}`,
});

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
 * Groups marks within `width` pixels into stacks of at most `height` marks. If not all fit,
 * failed charges are drawn first and paid ones later.
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
  const order: readonly MarkKind[] = ['failed', 'open', 'retry', 'paid', 'coming', 'skipped'];
  return stacks.map((all) => {
    const sorted = [...all].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    // The last place of a full stack says how many more there are.
    const drawn = all.length > height ? height - 1 : height;
    const averageX = all.reduce((sum, {at}) => sum + xOf(at), 0) / all.length;
    return {x: averageX, marks: sorted.slice(0, drawn), more: Math.max(all.length - drawn, 0)};
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
