// React is published as CommonJS only. A test page loads it as it is, file by file, and the test server hands it to the
// modules under test (tools/test/engines/provided-react.mjs); so one suite can run against any React that lies in a folder.

type Exports = Record<string, unknown>;
const known = new Map<string, {exports: Exports}>();
const requires = /\brequire\((['"])([^'"]+)\1\)/g;

/** Loads a CommonJS file and everything that it requires. `packages` gives the folder of each package by name. */
export async function loadCommonJs(
  file: string,
  packages: Readonly<Record<string, string>>,
): Promise<Exports> {
  const before = known.get(file);
  if (before) return before.exports;
  const module: {exports: Exports} = {exports: {}};
  known.set(file, module);
  const answer = await fetch(`${file}?commonjs`);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const code = await answer.text();
  const required: Record<string, Exports> = {};
  for (const [, , name] of code.matchAll(requires)) {
    if (name === undefined || name.includes('production')) continue;
    required[name] = await loadCommonJs(locate(name, file, packages), packages);
  }
  const run = new Function('module', 'exports', 'require', 'process', code) as (
    module: {exports: Exports},
    exports: Exports,
    require: (name: string) => Exports | undefined,
    process: object,
  ) => void;
  run(module, module.exports, (name) => required[name], {env: {NODE_ENV: 'development'}});
  return module.exports;
}

function locate(name: string, from: string, packages: Readonly<Record<string, string>>): string {
  if (name.startsWith('.')) return new URL(name, new URL(from, location.href)).pathname;
  const [packageName = '', ...path] = name.split('/');
  const folder = packages[packageName];
  if (!folder) throw new Error(`${from} requires ${name}, and nobody said where that is`);
  return `${folder}/${path.join('/') || 'index'}.js`;
}

/**
 * From now on, a module that imports the one at `address` gets these exports: the test server serves a module there
 * that hands them on. Must come before its first import.
 */
export function provideModule(address: string, exports: Exports): void {
  Object.assign(globalThis, {[`provided:${address}`]: exports});
}
