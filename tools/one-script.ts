// The ready script as one file. The bundler gives what several scripts share a file of its own, and an entry that only passes it
// on: a page that loads the entry would find the code one trip later.
import {readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {decode, encode} from '@jridgewell/sourcemap-codec';
import type {SourceMapSegment} from '@jridgewell/sourcemap-codec';

/** Characters of a file that make place for others. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Whether a built file is the one that goes into the ready script. */
export const isFirstStage = (file: string): boolean => /^card-vault\/element-[\w-]{8}\.js$/.test(file);

/**
 * Puts the code of the first stage into `card-vault.js`. The other scripts read what they share with it from a global place that
 * bears the code's hash, not by an import: a page may load the script with a query, or by an address that leads to another,
 * and an import would load and run it a second time. For the same reason a second run takes what the first has left there.
 *
 * @throws Error where the bundler has written something that this does not expect.
 */
export function joinFirstStage(folder: string): void {
  const parts = readdirSync(`${folder}/card-vault`).filter((name) => name.endsWith('.js'));
  const name = only(parts.filter((part) => isFirstStage(`card-vault/${part}`)));
  const place = `globalThis[Symbol.for("card-vault/${name.slice('element-'.length, -'.js'.length)}")]`;
  const first = `${folder}/card-vault/${name}`;
  const entry = `${folder}/card-vault.js`;
  moveInto(entry, first, place);
  const scripts = ['card-vault-list.js', 'card-vault-parts.js', ...parts.map((part) => `card-vault/${part}`)];
  for (const script of scripts)
    if (`${folder}/${script}` !== first) readShared(`${folder}/${script}`, name, place);
  for (const file of [first, `${first}.map`]) rmSync(file);
}

/** The entry becomes the first stage, with the names that it passed on. */
function moveInto(entry: string, first: string, place: string): void {
  const code = readFileSync(first, 'utf8');
  const passed = /^export\{([^}]*)\}from"[^"]*";?\s*$/m.exec(readFileSync(entry, 'utf8'))?.[1];
  const tail = /export\{([^}]*)\};?\n\/\/# sourceMappingURL=\S+\s*$/.exec(code);
  if (passed === undefined || !tail) throw new Error(`${entry} does not pass ${first} on as a whole.`);
  if (/(^|[;}])import[{"'*]/.test(code)) throw new Error(`${first} imports something.`);
  const shared = pairsOf(tail[1]!).map(([local, name]) => (local === name ? name : `${name}:${local}`));
  const names = pairsOf(passed).map(([from, name], at) => ({from, name, local: `t${at}`}));
  const taken = names.map(({from, local}) => `${from}:${local}`).join();
  const given = names.map(({name, local}) => `${local} as ${name}`).join();
  const edits = [
    {from: 0, to: 0, text: `const t=${place}??=(()=>{`},
    ...[...code.matchAll(/\bimport\([`"']\.\//g)].map(({index, 0: {length}}) => ({
      ...{from: index + length, to: index + length},
      text: 'card-vault/',
    })),
    {
      ...{from: tail.index, to: code.indexOf('\n', tail.index)},
      text: `return{${shared.join()}}})(),{${taken}}=t;export{${given}};`,
    },
  ];
  write(entry, first, edits);
}

/** An import of the first stage becomes a look at what it has left. An entry makes sure that it has run. */
function readShared(script: string, name: string, place: string): void {
  const code = readFileSync(script, 'utf8');
  const found = [
    ...code.matchAll(new RegExp(`import\\{([^}]*)\\}from"(\\./|\\./card-vault/)${name}";?`, 'g')),
  ];
  if (found.length === 0 && code.includes(name)) throw new Error(`${script} imports ${name} otherwise.`);
  if (found.length === 0) return;
  const {index, 0: statement, 1: names, 2: folder} = only(found);
  const local = pairsOf(names!).map(([from, own]) => (from === own ? own : `${from}:${own}`));
  const run = folder === './' ? '' : 'import"./card-vault.js";';
  const text = `${run}const{${local.join()}}=${place};`;
  write(script, script, [{from: index, to: index + statement.length, text}]);
}

/** Both sides of each `a as b`; of a name alone the name twice. */
const pairsOf = (list: string): [string, string][] =>
  list.split(',').map((one) => {
    const [from = '', name = from] = one.trim().split(' as ');
    return [from, name];
  });

function only<T>(found: readonly T[]): T {
  if (found.length !== 1) throw new Error(`There are ${found.length} of what there has to be one of.`);
  return found[0]!;
}

/** Writes an edited file, and its source map with every column where it is now. No edit takes or brings the end of a line. */
function write(target: string, source: string, edits: readonly Edit[]): void {
  const code = readFileSync(source, 'utf8');
  let [written, at] = ['', 0];
  for (const {from, to, text} of edits) {
    written += code.slice(at, from) + text;
    at = to;
  }
  const map = JSON.parse(readFileSync(`${source}.map`, 'utf8')) as {
    file: string;
    mappings: string;
    sources: string[];
  };
  const lines = code.split('\n');
  let start = 0;
  map.mappings = encode(
    decode(map.mappings).map((line, index) => {
      const end = start + lines[index]!.length;
      const own = edits
        .filter(({from}) => from >= start && from <= end)
        .map(({from, to, text}) => ({from: from - start, to: to - start, text}));
      start = end + 1;
      return line.flatMap((segment) => moved(segment, own));
    }),
  );
  map.file = target.slice(target.lastIndexOf('/') + 1);
  // One folder up.
  if (target !== source) map.sources = map.sources.map((path) => path.replace(/^\.\.\//, ''));
  writeFileSync(target, (written + code.slice(at)).replace(/(sourceMappingURL=)\S+/, `$1${map.file}.map`));
  writeFileSync(`${target}.map`, JSON.stringify(map));
}

/** A column of a source map after the edits of its line; nothing for what was taken away. */
function moved([column, ...rest]: SourceMapSegment, edits: readonly Edit[]): SourceMapSegment[] {
  const before = edits.filter(({from}) => from <= column);
  if (before.some(({to}) => to > column)) return [];
  const by = before.reduce((sum, {from, to, text}) => sum + text.length - (to - from), 0);
  return [[column + by, ...rest] as SourceMapSegment];
}
