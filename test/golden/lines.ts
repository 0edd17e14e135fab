import type {State} from './compare.js';

/** A part as one direction shows it; how far down it is, is told from the top of the part before it. */
interface Box {
  readonly name: string;
  readonly place: readonly [x: number, down: number, width: number, height: number];
  readonly text: string;
}

/** Stands before what is another right to left, and before what is another in the dark. */
const differs = ' ⇄ ';
const painted = ' | ';
/** Stands between the parts of a state and what is said of it. */
const said = 'said:';
/** No text, where the other direction has one. */
const empty = '“”';

/**
 * The lines of a state, written so that few of them differ between states: what is below a taller part is as far below
 * it as before; right to left is the mirror of left to right, unless another place or text is written.
 */
export function linesOf({ltr, rtl, light, dark, tree}: State): readonly string[] {
  const right = mirrored(rtl.map(boxOf));
  const [here, there] = [distances(ltr.map(boxOf)), distances(right)];
  let next = 0;
  const lines = here.map((box, index) => {
    const other = there[index];
    if (other?.name !== box.name) throw new Error(`Right to left, ${box.name} is ${other?.name}.`);
    const colours = [light, dark].map((all) => coloursOf(box.name, all[next]));
    if (colours[0]) next++;
    return written(box, other, colours);
  });
  if (there.length !== here.length || next !== light.length || next !== dark.length)
    throw new Error('Both directions and both schemes have to show the same parts.');
  return [...folded(lines), said, ...tree];
}

/** The state of which `linesOf` wrote the lines. */
export function stateOf(lines: readonly string[]): State {
  const end = lines.indexOf(said);
  const parts = unfolded(lines.slice(0, end)).map((line) => {
    const [box = '', colours] = line.split(painted);
    const [first = '', other = ''] = box.split(differs);
    const ltr = boxOf(first);
    const rtl = /^[\d-]/u.test(other) ? boxOf(`${ltr.name} ${other}`) : {...ltr, text: other};
    const [light, dark = light] = colours?.split(differs) ?? [];
    return {ltr, rtl: {...rtl, text: rtl.text === empty ? '' : rtl.text || ltr.text}, light, dark};
  });
  const right = mirrored(heights(parts.map(({rtl}) => rtl)));
  const coloured = parts.filter(({light}) => light !== undefined);
  return {
    ltr: heights(parts.map(({ltr}) => ltr)).map(lineOf),
    rtl: right.map(lineOf),
    light: coloured.map(({ltr, light}) => `${ltr.name} ${light}`),
    dark: coloured.map(({ltr, dark}) => `${ltr.name} ${dark}`),
    tree: lines.slice(end + 1),
  };
}

function boxOf(line: string): Box {
  const [, name, x, y, width, height, text = ''] =
    /^(.+?) (-?\d+),(-?\d+) (\d+)×(\d+)(?: (“.*”))?$/su.exec(line) ?? [];
  if (name === undefined) throw new Error(`Expected “name x,y width×height” and its text, if any: ${line}`);
  return {name, place: [Number(x), Number(y), Number(width), Number(height)], text};
}

const placeOf = ({place: [x, y, width, height]}: Box): string => `${x},${y} ${width}×${height}`;
const lineOf = (box: Box): string => [box.name, placeOf(box), box.text].filter(Boolean).join(' ');

function coloursOf(name: string, line = ''): string {
  return line.startsWith(`${name} `) ? line.slice(name.length + 1) : '';
}

function written(box: Box, other: Box, [light, dark]: readonly string[]): string {
  const text = box.text === other.text ? '' : other.text || empty;
  const place = placeOf(box) === placeOf(other) ? '' : placeOf(other);
  const rightToLeft = [place, text].filter(Boolean).join(' ');
  return [
    lineOf(box),
    rightToLeft && differs + rightToLeft,
    light && painted + light,
    dark !== light && differs + dark,
  ]
    .filter(Boolean)
    .join('');
}

const mirrored = (boxes: readonly Box[]): readonly Box[] =>
  boxes.map((box) => {
    const [x, y, width, height] = box.place;
    return {...box, place: [boxes[0]!.place[2] - x - width, y, width, height]};
  });

const distances = (boxes: readonly Box[]): readonly Box[] =>
  boxes.map((box, index) => {
    const [x, y, width, height] = box.place;
    return {...box, place: [x, y - (boxes[index - 1]?.place[1] ?? 0), width, height]};
  });

function heights(boxes: readonly Box[]): readonly Box[] {
  let y = 0;
  return boxes.map((box) => {
    const [x, down, width, height] = box.place;
    y += down;
    return {...box, place: [x, y, width, height]};
  });
}

const row = /^(?<names>.+?) (?<x>-?\d+),(?<y>-?\d+) (?<size>\d+×\d+)(?<rest>.*)$/su;

/** Parts in one place share a line: the last of them may have a text and colours too. */
function folded(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const line of lines) {
    const before = row.exec(kept.at(-1) ?? '')?.groups;
    const {names, x, y, size, rest} = row.exec(line)!.groups!;
    const isThere = before?.['rest'] === '' && before['x'] === x && y === '0' && before['size'] === size;
    if (isThere && !/^ ⇄ [\d-]/u.test(rest!))
      kept[kept.length - 1] = `${before['names']}, ${names} ${x},${before['y']} ${size}${rest}`;
    else kept.push(line);
  }
  return kept;
}

function unfolded(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const {names, x, y, size, rest} = row.exec(line)!.groups!;
    return names!.split(', ').map((name, index, all) => {
      const isLast = index === all.length - 1;
      return `${name} ${x},${index === 0 ? y : '0'} ${size}${isLast ? rest : ''}`;
    });
  });
}
