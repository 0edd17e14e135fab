// Further: the published types in each framework; the elements: `test/house/elements.test.ts`.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';
import ts from 'typescript';
import {elementsOf} from '../../tools/build/elements/typings.js';
import type {Manifest} from '../../tools/build/elements/manifest.js';
import {complaints} from './support/compile.js';

const elements = elementsOf(JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest);
const jsx = {also: ['dist/elements.d.ts', 'dist/jsx.d.ts']};
const react18 = '../react/react-18/node_modules/@types/react';

/** Right uses compile; a wrong one that does as well makes its `@ts-expect-error` an error. */
describe('the types of the elements', () => {
  it('in a page, and in a template of Angular', () => {
    assert.deepEqual(complaints('dom.ts'), []);
  });

  it('in JSX of React 19, and its components', () => {
    assert.deepEqual(complaints('react-19.tsx', jsx), []);
  });

  it('in JSX of React 18, and its components', () => {
    const paths = {react: [`${react18}/index.d.ts`], 'react/jsx-runtime': [`${react18}/jsx-runtime.d.ts`]};
    assert.deepEqual(complaints('react-18.tsx', {...jsx, paths}), []);
  });

  it('in templates of Vue, in template refs, and its components', () => {
    assert.deepEqual(complaints('vue.ts', {also: ['dist/vue-global.d.ts']}), []);
  });

  it('in templates of Svelte', () => {
    assert.deepEqual(complaints('svelte.ts', {also: ['dist/svelte.d.ts']}), []);
  });

  // shows: peers 81
  it('every tag and every event, wherever it is listened to', () => {
    const lines = elements.flatMap(({tagName, events = []}) => [
      `document.createElement('${tagName}') satisfies CardVaultElements['${tagName}']['element'];`,
      ...events.flatMap(({name: event}) =>
        ['window', 'document', `document.createElement('${tagName}')`].map(
          (target) =>
            `${target}.addEventListener('${event}', (event) => event satisfies CardVaultElements['${tagName}']['events']['${event}']);`,
        ),
      ),
    ]);
    const imports = [
      "import 'card-vault/define-list';",
      "import 'card-vault/define-parts';",
      "import type {CardVaultElements} from 'card-vault/elements';",
    ];
    const text = [...imports, ...lines].join('\n');
    assert.deepEqual(complaints('every.ts', {text}), []);
  });

  it('fail where a use is wrong', () => {
    const wrong = (text: string) => complaints('wrong.ts', {text}).length;
    assert.equal(
      wrong("import 'card-vault/define';\ndocument.createElement('card-vault').stepUp = 'popup';"),
      1,
    );
    assert.equal(wrong('// @ts-expect-error Nothing is wrong here.\nexport {};'), 1);
  });
});

/** Declarations of the kit and all that they name, as the build writes them, by absolute path. */
function declarationsOf(entries: readonly string[]): Map<string, string> {
  const {options} = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
    ts.sys,
    '.',
  );
  const settings = {...options, noEmit: false, emitDeclarationOnly: true, outDir: 'dist/declared'};
  const declared = new Map<string, string>();
  ts.createProgram(entries, settings).emit(undefined, (path, text) => declared.set(resolve(path), text));
  return declared;
}

describe('the types of the kit', () => {
  it('hold in a project of Node that knows nothing of a page, with those of the elements that they name', () => {
    const entries = ['server/index', 'server/node', 'protocol/index'];
    const declared = declarationsOf(entries.map((entry) => `src/${entry}.ts`));
    const settings: ts.CompilerOptions = {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      types: ['node'],
      strict: true,
      noEmit: true,
    };
    const host = ts.createCompilerHost(settings);
    host.readFile = (path) => declared.get(resolve(path)) ?? ts.sys.readFile(path);
    host.fileExists = (path) => declared.has(resolve(path)) || ts.sys.fileExists(path);
    // Without it, the compiler asks for each file: the folder of these is not there.
    host.directoryExists = undefined;
    const roots = entries.map((entry) => `dist/declared/${entry}.d.ts`);
    const program = ts.createProgram(roots, settings, host);
    const own = program.getSourceFiles().filter(({fileName}) => declared.has(resolve(fileName)));
    assert.ok(own.some(({fileName}) => fileName.endsWith('element/options.d.ts')));
    assert.deepEqual(
      own.flatMap((source) =>
        program
          .getSemanticDiagnostics(source)
          .map(({messageText}) => `${source.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
      ),
      [],
    );
  });
});
