import type {ChargeView} from '../../../sandbox/billing-views.js';
import type {ComingCharge} from '../../../sandbox/coming-charges.js';

/** How something stands: each has a shape of its own, so that colour is never all there is. */
export type MarkKind = 'paid' | 'failed' | 'open' | 'coming' | 'retry' | 'skipped';

export interface Mark {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: MarkKind;
  readonly says: string;
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

/** Charges that fell due, and the tries that came after the first. */
function pastMarks(charge: ChargeView): readonly Mark[] {
  const {due_at, state, product, attempts} = charge;
  const about = `${product}, ${money(charge)}`;
  const own: Mark = {at: Date.parse(due_at), kind: kinds[state], says: `${about}: ${state}`};
  if (attempts.length < 2) return [own];
  return attempts.map(({failure, number, sent_at, settled_at}): Mark => {
    const kind = settled_at === null ? 'open' : failure === null ? 'paid' : 'failed';
    const came = failure?.replaceAll('_', ' ') ?? (settled_at === null ? 'under way' : 'paid');
    return {at: Date.parse(sent_at), kind, says: `${about}, try ${number}: ${came}`};
  });
}

const comingMark = (charge: ComingCharge): Mark => ({
  at: Date.parse(charge.at),
  kind: charge.kind === 'charge' ? 'coming' : charge.kind,
  says: `${charge.product}, ${money(charge)}: ${charge.kind === 'retry' ? 'tried again' : charge.kind === 'skipped' ? 'paused, not charged' : 'will be charged'}`,
});

/** What was charged and what will be, in order. */
export function marksOf(charges: readonly ChargeView[], coming: readonly ComingCharge[]): readonly Mark[] {
  return [...charges.flatMap(pastMarks), ...coming.map(comingMark)].sort((a, b) => a.at - b.at);
}

/** Marks that fall on the same few pixels. */
export interface Pile {
  readonly x: number;
  /** Those that are drawn; the others are only counted. */
  readonly marks: readonly Mark[];
  readonly more: number;
}

/**
 * Piles of at most `high` marks, at least `wide` pixels apart where they begin. What went wrong is drawn
 * before what went well.
 */
export function pilesOf(
  marks: readonly Mark[],
  place: (at: number) => number,
  {wide = 12, high = 4}: {wide?: number; high?: number} = {},
): readonly Pile[] {
  const piles: Mark[][] = [];
  let begin = -Infinity;
  for (const mark of [...marks].sort((a, b) => place(a.at) - place(b.at))) {
    const x = place(mark.at);
    if (x - begin < wide) piles.at(-1)!.push(mark);
    else [begin] = [x, piles.push([mark])];
  }
  const order: readonly MarkKind[] = ['failed', 'open', 'retry', 'paid', 'coming', 'skipped'];
  return piles.map((all) => {
    const sorted = [...all].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    const shown = all.length > high ? high - 1 : high;
    const middle = all.reduce((sum, {at}) => sum + place(at), 0) / all.length;
    return {x: middle, marks: sorted.slice(0, shown), more: Math.max(all.length - shown, 0)};
  });
}

/** `3 paid, 1 failed, 12 coming`. */
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
