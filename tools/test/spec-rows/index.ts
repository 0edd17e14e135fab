/** Every row of docs/specification.md, tried at a running service over HTTP alone. */
import {billingRows} from './rows-billing.js';
import {Billing} from './hosted.js';
import {section1, section2} from './rows-1-2.js';
import {section3} from './rows-3.js';
import {section4} from './rows-4.js';
import {sections5to9} from './rows-5.js';
import {tryRow, type SpecRow, type TriedRow} from './row.js';
import {Stranger, type Place} from './stranger.js';

/** All rows, in the order of the specification’s sections. */
const rowsFor = (billing: Billing): readonly SpecRow[] =>
  [...section1, ...section2, ...section3, ...section4, ...sections5to9, ...billingRows(billing)].toSorted(
    (one, other) => parseFloat(one.address) - parseFloat(other.address),
  );

/**
 * Tries every row, one after the other. It moves the service's clock by months, and leaves customers and plans behind.
 *
 * @param onRow hears each row as soon as it was tried.
 */
export async function trySpecification(
  place: Place,
  onRow: (row: TriedRow) => void = () => undefined,
): Promise<readonly TriedRow[]> {
  const api = new Stranger(place);
  const billing = new Billing(api);
  const tried: TriedRow[] = [];
  try {
    await billing.receiver.listen();
    for (const row of rowsFor(billing)) {
      await api.spareCards();
      const result = await tryRow(row, api);
      tried.push(result);
      onRow(result);
    }
  } finally {
    await billing.receiver.close();
  }
  return tried;
}

/** The closing line: how many rows end how. */
export function sumOf(rows: readonly TriedRow[]): string {
  const count = (verdict: TriedRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const [work, partly, missing, differ] = (['works', 'partly', 'missing', 'differs'] as const).map(count);
  return `${rows.length} rows: ${work} work, ${partly} partly, ${missing} missing, ${differ} differ`;
}
