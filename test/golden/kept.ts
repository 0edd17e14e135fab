import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import type {State} from './compare.js';
import {linesOf, stateOf} from './lines.js';

/** Each state of each group, as it is kept. */
export type Groups = Readonly<Record<string, Readonly<Record<string, State>>>>;

/** How the lines of a state come from those of another: a line instead of one or after it, and lines that go. */
interface Change {
  readonly lines: readonly (readonly [at: string, line: string])[];
  readonly gone: readonly number[];
}

interface Written {
  readonly name: string;
  readonly lines: readonly string[];
}

const like = ' < ';
const without = ' | without ';

export const goldenFile = (group: string): string => `test/golden/expected/${group}.txt`;

const readersFile = 'test/golden/expected/variables.txt';

/** The surfaces that each variable of the looks changes, as it is kept. */
export const readReaders = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    readFileSync(readersFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(': '))
      .map(([name = '', surfaces = '']) => [name, surfaces.split(', ').filter(Boolean)]),
  );

export const writeReaders = (readers: Readonly<Record<string, readonly string[]>>): string => {
  const lines = Object.entries(readers).map(([name, surfaces]) => `${name}: ${surfaces.join(', ')}\n`);
  writeFileSync(readersFile, lines.join(''));
  return readersFile;
};

/** All that is kept. A state is written as what it changes of an earlier one, which is named in its heading. */
export function readKept(groups: readonly string[]): Groups {
  const known = new Map<string, readonly string[]>();
  return Object.fromEntries(
    groups.map((group) => {
      const text = existsSync(goldenFile(group)) ? readFileSync(goldenFile(group), 'utf8') : '';
      const states = `\n${text}`.split('\n# ').slice(1);
      return [group, Object.fromEntries(states.map((one) => readState(one, group, known)))];
    }),
  );
}

function readState(text: string, group: string, known: Map<string, readonly string[]>): [string, State] {
  const [heading = '', ...all] = text.trimEnd().split('\n');
  const [title = '', gone = ''] = heading.split(without);
  const [name = '', base] = title.split(like);
  const from = known.get(base ?? '');
  if (base !== undefined && !from) throw new Error(`${group}, ${name}: no earlier state is called ${base}.`);
  const lines = from
    ? changed(from, {
        lines: all.map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]),
        gone: gone.split(' ').filter(Boolean).flatMap(rangeOf),
      })
    : all;
  known.set(`${group}/${name}`, lines);
  return [name, stateOf(lines)];
}

const rangeOf = (text: string): number[] => {
  const [first = 0, last = first] = text.split('–').map(Number);
  return Array.from({length: last - first + 1}, (_, index) => first + index);
};

/** The text of each group's file. */
export function writeKept(groups: Groups): Readonly<Record<string, string>> {
  const earlier: Written[] = [];
  return Object.fromEntries(
    Object.entries(groups).map(([group, states]) => {
      const texts = Object.entries(states).map(([name, state]) => {
        const lines = linesOf(state);
        const text = textOf(name, lines, earlier);
        earlier.push({name: `${group}/${name}`, lines});
        return text;
      });
      return [group, texts.join('')];
    }),
  );
}

/** A state as a change of the earlier one that it has most in common with. */
function textOf(name: string, lines: readonly string[], earlier: readonly Written[]): string {
  let best = {length: lines.length, text: `# ${name}\n${lines.join('\n')}\n`};
  for (const base of earlier) {
    const change = changeOf(base.lines, lines);
    if (change.lines.length >= best.length) continue;
    const heading = `# ${name}${like}${base.name}${change.gone.length > 0 ? without + ranges(change.gone) : ''}`;
    const rows = change.lines.map(([at, line]) => `${at} ${line}`);
    best = {length: rows.length, text: `${[heading, ...rows].join('\n')}\n`};
  }
  return best.text;
}

function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(' ');
}

/** The lines of another state after a change. Lines count from 1; `3+` is after the third. */
function changed(from: readonly string[], {lines, gone}: Change): readonly string[] {
  const at = (place: string) => lines.filter(([one]) => one === place).map(([, line]) => line);
  const here = (line: string, index: number) => {
    const instead = at(String(index + 1));
    return gone.includes(index + 1) ? [] : instead.length > 0 ? instead : [line];
  };
  return [...at('0+'), ...from.flatMap((line, index) => [...here(line, index), ...at(`${index + 1}+`)])];
}

/** The least change from some lines to others, by the longest sequence that they have in common. */
function changeOf(from: readonly string[], to: readonly string[]): Change {
  const lines: [string, string][] = [];
  const gone: number[] = [];
  let [row, column] = [0, 0];
  const common = commonLengths(from, to);
  const isCommon = () => from[row] === to[column] && row < from.length && column < to.length;
  while (row < from.length || column < to.length) {
    if (isCommon()) [row, column] = [row + 1, column + 1];
    const [firstRow, firstColumn] = [row, column];
    while (!isCommon() && (row < from.length || column < to.length))
      if (
        column === to.length ||
        (row < from.length && common[row + 1]![column]! >= common[row]![column + 1]!)
      )
        row++;
      else column++;
    const pairs = Math.min(row - firstRow, column - firstColumn);
    for (let at = firstColumn; at < column; at++) {
      const place = firstRow + Math.min(at - firstColumn + 1, row - firstRow);
      lines.push([`${place}${at - firstColumn < pairs ? '' : '+'}`, to[at]!]);
    }
    for (let at = firstRow + pairs; at < row; at++) gone.push(at + 1);
  }
  return {lines, gone};
}

function commonLengths(from: readonly string[], to: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({length: from.length + 1}, () => new Array<number>(to.length + 1).fill(0));
  for (let row = from.length - 1; row >= 0; row--)
    for (let column = to.length - 1; column >= 0; column--)
      lengths[row]![column] =
        from[row] === to[column]
          ? lengths[row + 1]![column + 1]! + 1
          : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!);
  return lengths;
}
