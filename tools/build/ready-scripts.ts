// Builds the scripts for pages without a bundler. `card-vault.js` holds the whole first stage, so that a page finds it
// in one trip. Later scripts do not import it: a page may name it with a query, or by an address that leads to another,
// and an import would load it a second time. They read what they share with it from a global place.
//
// The bundler writes all of it, in three steps. It splits the code as usual, which tells what the first stage is. It
// builds the later scripts: for them, a module of the first stage is one that reads the place. It builds the first
// stage, which fills the place.
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {build, type Plugin, type Rolldown} from 'vite';
import {readyScriptConfig, scriptName} from '../../vite.config.js';

const sourceOf = (name: string) =>
  fileURLToPath(new URL(`../../src/element/exports/${name}.ts`, import.meta.url));
const formEntry = sourceOf('standalone');
const otherEntries = {
  'card-vault-list': sourceOf('standalone-list'),
  'card-vault-parts': sourceOf('standalone-parts'),
};

/** A module of the first stage. */
interface FirstModule {
  readonly id: string;
  readonly exports: readonly string[];
  /** The modules that it exports as a whole, as it names them. */
  readonly stars: readonly string[];
}

interface Plan {
  /** Names the place, and the file of the first stage for pages that load another entry alone. */
  readonly hash: string;
  readonly first: readonly FirstModule[];
  /** What others import of it, by its own names. */
  readonly shared: ReadonlySet<string>;
  /** What `card-vault.js` exports. */
  readonly names: readonly string[];
  /** The script that a module goes into, by a number. A module that only exports others is in none. */
  readonly scripts: ReadonlyMap<string, string>;
  /** The modules whose scripts export by the names of the source, by the scripts' names. */
  readonly entries: Readonly<Record<string, string>>;
}

/** Builds the ready scripts into `dist`. */
export async function buildReadyScripts(): Promise<void> {
  const plan = await makePlan();
  const place = placeOf(plan);
  const files = await buildLater(plan, place);
  await buildFirst(plan, place, files, 'card-vault');
  await buildFirst(plan, place, files, `card-vault/element-${plan.hash}`);
}

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');

async function makePlan(): Promise<Plan> {
  let plan: Plan | undefined;
  const look: Plugin = {
    name: 'plan',
    generateBundle(_options, bundle) {
      plan = planOf(this, chunksOf(bundle));
    },
  };
  const input = {'card-vault': formEntry, ...otherEntries};
  await build(readyScriptConfig(input, [look], {minifyInternalExports: false}, false));
  return plan!;
}

function planOf(context: Rolldown.PluginContext, chunks: readonly Rolldown.OutputChunk[]): Plan {
  const ofFirst = chunks.find(({moduleIds}) => moduleIds.includes(sourceOf('define')))!;
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const {code} of chunks) hash.update(code);
  return {
    hash: hash.digest('base64url').slice(0, 8),
    first: ofFirst.moduleIds.map((id) => {
      const {code, exports} = context.getModuleInfo(id)!;
      const {body} = context.parse(code!);
      const stars = body.flatMap((node) => (node.type === 'ExportAllDeclaration' ? [node.source.value] : []));
      return {id, exports: exports.filter((name) => name !== '*').sort(), stars};
    }),
    shared: new Set(ofFirst.exports),
    names: chunks.find(({facadeModuleId}) => facadeModuleId === formEntry)!.exports,
    scripts: new Map(chunks.flatMap(({moduleIds}, at) => moduleIds.map((id) => [id, String(at)]))),
    entries: entriesOf(context, chunks, new Set(ofFirst.moduleIds)),
  };
}

/**
 * The modules that the first stage asks for by an `import()`, and those that any other does, where more scripts import
 * from theirs: an entry keeps the names of its exports, and needs no helper of the bundler.
 */
function entriesOf(
  context: Rolldown.PluginContext,
  chunks: readonly Rolldown.OutputChunk[],
  first: ReadonlySet<string>,
): Record<string, string> {
  const imported = new Set(chunks.flatMap(({imports}) => imports));
  const entries: Record<string, string> = {};
  for (const {fileName, moduleIds, name} of chunks)
    for (const id of moduleIds) {
      const askedBy = context.getModuleInfo(id)?.dynamicImporters ?? [];
      if (!askedBy.some((asking) => imported.has(fileName) || first.has(asking))) continue;
      const script = scriptName(name, id);
      if (script in entries) context.error(`${id} and ${entries[script]} are in one script.`);
      entries[script] = id;
    }
  return entries;
}

/** Builds all but the first stage. Answers with the files of the entries, by their modules. */
async function buildLater(plan: Plan, place: Place): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const look: Plugin = {
    name: 'later-scripts',
    generateBundle(_options, bundle) {
      for (const {facadeModuleId, fileName} of chunksOf(bundle))
        if (facadeModuleId) files.set(facadeModuleId, fileName);
    },
  };
  // What an entry imports reads the place as it runs.
  const banner = ({name}: {readonly name: string}) =>
    name in otherEntries ? `import './card-vault/element-${plan.hash}.js';` : '';
  const input = {...otherEntries, ...plan.entries};
  await build(readyScriptConfig(input, [readers(plan, place), look], {banner}));
  return files;
}

const firstStage = '\0first-stage';

/**
 * Builds the first stage as one file, which asks for the later scripts by their built names. The copy that a page runs
 * first fills the place; another runs nothing, and exports what is there.
 */
async function buildFirst(
  {first, names}: Plan,
  place: Place,
  files: ReadonlyMap<string, string>,
  name: string,
): Promise<void> {
  const isEntry = !name.includes('/');
  const known = new Set(first.map(({id}) => id));
  const filling: Plugin = {
    name: 'first-stage',
    enforce: 'pre',
    resolveId: (id) => (id === firstStage ? id : null),
    load: (id) => (id === firstStage ? filled(first, names, place) : null),
    async resolveDynamicImport(specifier, importer) {
      const target = await this.resolve(specifier as string, importer);
      const file = files.get(target!.id);
      if (!file) this.error(`${target!.id} has no script of its own.`);
      return {id: `./${isEntry ? file : file.replace('card-vault/', '')}`, external: true};
    },
    generateBundle(_options, bundle) {
      for (const {modules} of chunksOf(bundle))
        for (const [id, {renderedLength}] of Object.entries(modules))
          if (renderedLength > 0 && id !== firstStage && !known.has(id))
            this.error(`${id} is in the first stage, and may be in a later script, too.`);
    },
  };
  const output = {
    codeSplitting: false,
    intro: `if (!${place.global}) {`,
    outro: '}',
    ...(isEntry && {postFooter: `export const{${names.join()}}=${place.global};`}),
  };
  await build(readyScriptConfig({[name]: firstStage}, [filling], output));
}

/** What the first stage leaves to later scripts: an object, in a property of `globalThis`. */
interface Place {
  /** The place, as an expression. */
  readonly global: string;
  /** The short name of an export in the place. */
  readonly short: (id: string, name: string) => string;
  /** The short names that are read, once the later scripts are built. */
  readonly used: Set<string>;
}

function placeOf({first, hash, shared}: Plan): Place {
  const all = first.flatMap(({id, exports}) => exports.map((name) => ({name, key: `${id} ${name}`})));
  // The shortest names are for what is surely read.
  const byUse = [true, false].flatMap((isRead) => all.filter(({name}) => shared.has(name) === isRead));
  const shorts = new Map(byUse.map(({key}, at) => [key, shortName(at)]));
  return {
    global: `globalThis[Symbol.for(\`card-vault/${hash}\`)]`,
    short: (id, name) => shorts.get(`${id} ${name}`)!,
    used: new Set(),
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `a` to `Z`, then two letters. */
const shortName = (at: number): string =>
  (at < letters.length ? '' : shortName(Math.floor(at / letters.length) - 1)) + letters[at % letters.length]!;

/** Runs the first stage, then fills the place. */
function filled(
  first: readonly FirstModule[],
  names: readonly string[],
  {global, short, used}: Place,
): string {
  const shared = first.flatMap(({id, exports}) =>
    exports.map((name) => ({id, name, as: short(id, name)})).filter(({as}) => used.has(as)),
  );
  return [
    `import {${names.join()}} from ${JSON.stringify(formEntry)};`,
    ...shared.map(({id, name, as}) => `import {${name} as _${as}} from ${JSON.stringify(id)};`),
    `${global} = {${[...names, ...shared.map(({as}) => `${as}: _${as}`)].join()}};`,
  ].join('\n');
}

/** Reads the place for the exports of a module; those that no module imports are left out. */
const readerOf = ({id, exports, stars}: FirstModule, script: string, {short}: Place): string =>
  [
    `import {place} from ${JSON.stringify(`\0place:${script}`)};`,
    ...exports.map(
      (name, at) =>
        `const v${at} = /* @__PURE__ */ (() => place.${short(id, name)})(); export {v${at} as ${name}};`,
    ),
    ...stars.map((star) => `export * from ${JSON.stringify(star)};`),
  ].join('\n');

const reader = /^\0reader:(\d+):(\d+)$/;
const copy = /^(.*)\?in=(\d+)$/;

/**
 * Makes scripts read the place for what they import of the first stage. The readers of a script, and its copies of
 * modules that only export others, are its own: what several scripts import would be one more script.
 */
function readers({first, scripts}: Plan, place: Place): Plugin {
  const numbers = new Map(first.map(({id}, number) => [id, number]));
  return {
    name: 'readers',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source.startsWith('\0place:')) return source;
      if (importer === undefined) return null;
      const [, number, ofReader] = reader.exec(importer) ?? [];
      const [, copied, ofCopy] = copy.exec(importer) ?? [];
      const script = ofReader ?? ofCopy ?? scripts.get(importer);
      if (script === undefined) return null;
      const from = number ? first[Number(number)]!.id : (copied ?? importer);
      const target = await this.resolve(source, from, {skipSelf: true});
      if (!target || scripts.get(target.id) === undefined)
        return (
          target && {id: `${target.id}?in=${script}`, moduleSideEffects: target.moduleSideEffects ?? null}
        );
      const found = numbers.get(target.id);
      return found === undefined ? target : `\0reader:${found}:${script}`;
    },
    load(id) {
      const [, number, script] = reader.exec(id) ?? [];
      const code = script && readerOf(first[Number(number)]!, script, place);
      if (code) return {code, moduleSideEffects: false};
      return id.startsWith('\0place:') ? `export const place = ${place.global};` : null;
    },
    generateBundle(_options, bundle) {
      for (const {modules} of chunksOf(bundle))
        for (const [id, {renderedExports}] of Object.entries(modules)) {
          const module = first[Number(reader.exec(id)?.[1])];
          if (module) for (const name of renderedExports) place.used.add(place.short(module.id, name));
        }
    },
  };
}
