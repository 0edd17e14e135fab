import type {Measured} from './measure.js';
import type {Direction, Scheme} from './page.js';

/** What is kept of a state: its boxes and texts by direction, its colours by scheme, and what a screen reader is told. */
export type State = Readonly<Record<Direction | Scheme | 'tree', readonly string[]>>;

/** A text engine may place a line half a pixel elsewhere, which rounding makes a whole one. */
const tolerance = 1;

const numbers = /-?\d+(?=[,× ]|$)/g;

/** A line's box, and the whole of its text, which may have quotes of its own. */
function parted(line: string): readonly [string, string] {
  const [box = ''] = line.split(' “', 1);
  return [box, line.slice(box.length)];
}

/** The same words, and no number of a box further away than the tolerance. */
function isSame(line: string, expected: string): boolean {
  if (line === expected) return true;
  const [[box, text], [wanted, words]] = [parted(line), parted(expected)];
  if (text !== words || box.replace(numbers, '') !== wanted.replace(numbers, '')) return false;
  const before = wanted.match(numbers) ?? [];
  return (box.match(numbers) ?? []).every(
    (one, index) => Math.abs(Number(one) - Number(before[index])) <= tolerance,
  );
}

/** Every difference between two lists of boxes, as one would read it; none when they are alike. */
export function differences(lines: readonly string[], expected: readonly string[]): readonly string[] {
  if (lines.length === expected.length) {
    const changed = lines.flatMap((line, index) =>
      isSame(line, expected[index]!) ? [] : [`- ${expected[index]}`, `+ ${line}`],
    );
    return changed;
  }
  const gone = expected.filter((line) => !lines.includes(line)).map((line) => `- ${line}`);
  const come = lines.filter((line) => !expected.includes(line)).map((line) => `+ ${line}`);
  return [...gone, ...come];
}

/** What differs between what was seen in one direction and what is kept of it. */
export function differencesOf(
  seen: Readonly<Record<Scheme, Measured>>,
  direction: Direction,
  expected: State,
): readonly string[] {
  return [
    ...differences(seen.light.boxes, expected[direction]),
    ...differences(seen.dark.boxes, expected[direction]).map((line) => `${line} (dark)`),
    ...differences(seen.light.colours, expected.light),
    ...differences(seen.dark.colours, expected.dark),
  ];
}
