// Makes the ready script one file. The bundler puts code that several scripts share into a file of its own, and the entry would
// only name that file: a page would find the code one trip later.
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {decode, encode, type SourceMapSegment} from '@jridgewell/sourcemap-codec';

/** Replaces the characters `from` to `to` of a file. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Nearly every function of these files is called while they load. A browser that knows this line compiles all of them on another
 * thread, instead of one by one on the page's (https://v8.dev/blog/explicit-compile-hints). To others it is a comment.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Whether a built file is the one that goes into the ready script. */
export const isFirstStage = (file: string): boolean => /^card-vault\/element-[\w-]{8}\.js$/.test(file);

/**
 * Puts the code of the first stage into `card-vault.js`. The scripts that this loads later read what they share with it from a
 * global place that bears the code's hash, not by an import: a page may load `card-vault.js` with a query, or by an address that
 * leads to another, and an import would load it a second time. The other entries, which a page may load without `card-vault.js`, import
 * the first stage as before. Whichever of the two files comes second takes what the first has left in that place, and runs nothing.
 *
 * @throws Error where the bundler has written something that this does not expect.
 */
export function joinFirstStage(folder: string): void {
  const parts = readdirSync(`${folder}/card-vault`).filter((name) => name.endsWith('.js'));
  const name = only(parts.filter((part) => isFirstStage(`card-vault/${part}`)));
  const place = `globalThis[Symbol.for("card-vault/${name.slice('element-'.length, -'.js'.length)}")]`;
  const first = `${folder}/card-vault/${name}`;
  const entry = `${folder}/card-vault.js`;
  const passed = /^export\{([^}]*)\}from"[^"]*";?\s*$/m.exec(readFileSync(entry, 'utf8'))?.[1];
  const code = readFileSync(first, 'utf8');
  const tail = /export\{([^}]*)\};?\n\/\/# sourceMappingURL=\S+\s*$/.exec(code);
  if (passed === undefined || !tail) throw new Error(`${entry} does not pass ${first} on as a whole.`);
  if (/(^|[;}])import[{"'*]/.test(code)) throw new Error(`${first} imports something.`);
  const own = pairsOf(tail[1]!);
  const wrapped = (exported: readonly Pair[]): Edit[] => [
    {from: 0, to: 0, text: `const t=${place}??=(()=>{`},
    {
      ...{from: tail.index, to: code.indexOf('\n', tail.index)},
      text: `return{${own.map(([local, shared]) => `${shared}:${local}`).join()}}})()${handOn(exported)}`,
    },
  ];
  const [opening, ending] = wrapped(pairsOf(passed));
  // It stands one folder up.
  const addresses = [...code.matchAll(/\bimport\([`"']\.\//g)].map(({index, 0: {length}}) => ({
    ...{from: index + length, to: index + length},
    text: 'card-vault/',
  }));
  write(entry, first, [opening!, ...addresses, ending!], compileHint);
  write(first, first, wrapped(own.map(([, shared]) => [shared, shared])));
  for (const part of parts) if (part !== name) readShared(`${folder}/card-vault/${part}`, name, place);
  // What they import beside it reads the place, too.
  for (const other of ['card-vault-list.js', 'card-vault-parts.js'])
    write(`${folder}/${other}`, `${folder}/${other}`, [
      {from: 0, to: 0, text: `import"./card-vault/${name}";`},
    ]);
}

/** Exports some of what stands in the place, by other names. */
function handOn(exported: readonly Pair[]): string {
  const taken = exported.map(([shared], at) => `${shared}:t${at}`).join();
  return `,{${taken}}=t;export{${exported.map(([, name], at) => `t${at} as ${name}`).join()}};`;
}

/** Makes a script read the global place instead of importing the first stage. */
function readShared(script: string, name: string, place: string): void {
  const code = readFileSync(script, 'utf8');
  const found = [...code.matchAll(new RegExp(`import\\{([^}]*)\\}from"\\./${name}";?`, 'g'))];
  if (found.length !== code.split(name).length - 1) throw new Error(`${script} imports ${name} otherwise.`);
  if (found.length === 0) return;
  const {index, 0: statement, 1: names} = only(found);
  const local = pairsOf(names!).map(([shared, own]) => `${shared}:${own}`);
  const text = `const{${local.join()}}=${place};`;
  const isFirstLoaded = /\/fields-[\w-]{8}\.js$/.test(script);
  write(
    script,
    script,
    [{from: index, to: index + statement.length, text}],
    isFirstLoaded ? compileHint : '',
  );
}

type Pair = readonly [string, string];

/** The two names of each `a as b`; a name alone counts as both. */
const pairsOf = (list: string): Pair[] =>
  list.split(',').map((one) => {
    const [from = '', name = from] = one.trim().split(' as ');
    return [from, name];
  });

function only<T>(found: readonly T[]): T {
  if (found.length !== 1) throw new Error(`There are ${found.length} of what there has to be one of.`);
  return found[0]!;
}

/** Writes a file with its edits, and moves the columns of its source map along. An edit must not cross lines; `line` comes first. */
function write(target: string, source: string, edits: readonly Edit[], line = ''): void {
  const code = readFileSync(source, 'utf8');
  let [written, at] = [line, 0];
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
  if (line) map.mappings = `;${map.mappings}`;
  map.file = target.slice(target.lastIndexOf('/') + 1);
  // One folder up.
  if (target !== source) map.sources = map.sources.map((path) => path.replace(/^\.\.\//, ''));
  writeFileSync(target, (written + code.slice(at)).replace(/(sourceMappingURL=)\S+/, `$1${map.file}.map`));
  writeFileSync(`${target}.map`, JSON.stringify(map));
}

/** Where a segment of a source map is after the edits of its line; nothing if an edit has removed it. */
function moved([column, ...rest]: SourceMapSegment, edits: readonly Edit[]): SourceMapSegment[] {
  const before = edits.filter(({from}) => from <= column);
  if (before.some(({to}) => to > column)) return [];
  const by = before.reduce((sum, {from, to, text}) => sum + text.length - (to - from), 0);
  return [[column + by, ...rest] as SourceMapSegment];
}
