import type {FieldError, Kind} from '../errors.js';
import {hasNoCardNumber} from './free-text.js';

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],]/g;

/** An object or a list of the text, while it is read. */
interface Level {
  /** Names of the object so far; undefined for a list. */
  readonly names?: Set<string>;
  /** Of the value that is read: its name, or its place in the list. */
  at: string;
  index: number;
  /** Whether the next string is a name. */
  beforeName: boolean;
}

/** Sign, digits and exponent of a number, the same for every way to write it. */
function valueOf(number: string): string {
  const [, sign, whole, part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole ?? ''}${part}`.replace(/^0+/, '');
  const kept = digits.replace(/(?<!0)0+$/, '');
  return kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - part.length + digits.length - kept.length}`;
}

/** Whether JavaScript holds the number that the text says, and no other one. */
const isExact = (number: string) =>
  Number.isFinite(Number(number)) && valueOf(number) === valueOf(String(Number(number)));

/**
 * What of a JSON text its value would not say: numbers that JavaScript rounds, and names that an object gives
 * twice, of which only the last would be read.
 *
 * @param text Valid JSON.
 */
export function lostInReading(text: string): readonly FieldError[] {
  const lost: FieldError[] = [];
  const levels: Level[] = [];
  const refuse = (expected: string, got: Kind) => {
    const keys = levels.map(({at}) => at);
    // A name may be a card number, which no answer repeats.
    const named = keys.slice(0, keys.findIndex((key) => !hasNoCardNumber(key)) >>> 0);
    const pointer = named.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    lost.push({pointer, expected, got});
  };
  for (const [part] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (part === '{') levels.push({names: new Set(), at: '', index: 0, beforeName: true});
    else if (part === '[') levels.push({at: '0', index: 0, beforeName: false});
    else if (part === '}' || part === ']') levels.pop();
    else if (part === ',') {
      if (level?.names) level.beforeName = true;
      else if (level) level.at = String(++level.index);
    } else if (part.startsWith('"')) {
      if (!level?.names || !level.beforeName) continue;
      level.at = JSON.parse(part) as string;
      level.beforeName = false;
      if (level.names.has(level.at)) refuse('named once', 'two values');
      level.names.add(level.at);
    } else if (!isExact(part)) refuse('a number of at most 15 digits', 'a longer number');
  }
  return lost;
}
