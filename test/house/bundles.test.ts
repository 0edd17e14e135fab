import assert from 'node:assert/strict';
import {decode} from '@jridgewell/sourcemap-codec';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {before, describe, it} from 'node:test';
import {gzipSync} from 'node:zlib';
import {bundleOf} from './support/bundle.js';

/** A built module and everything it can reach, loaded on demand or not. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  const isThere = existsSync(file);
  assert.ok(isThere || !file.endsWith('.js'), `${file} is missing`);
  // What reads like an import in a sentence is none.
  if (!isThere) return seen;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, path] of code.matchAll(/(?:from\s*|import\s*\(?\s*)["'`](\.[^"'`]+)["'`]/g))
    reach(join(dirname(file), path!), seen);
  return seen;
}

const reachOfScripts = () =>
  reach('dist/card-vault-parts.js', reach('dist/card-vault-list.js', reach('dist/card-vault.js')));
const textOf = (entry: string) => [...reach(entry)].map((file) => readFileSync(file, 'utf8')).join('\n');

describe('what each bundle may contain', () => {
  before(() => assert.ok(existsSync('dist/card-vault.js'), 'run npm run build first'));

  for (const entry of [
    'index',
    'define',
    'list',
    'define-list',
    'parts',
    'define-parts',
    'react',
    'vue',
    'card-vault',
    'card-vault-list',
    'card-vault-parts',
  ]) {
    it(`${entry}.js holds no word of the secret key or of the server`, () => {
      const code = textOf(`dist/${entry}.js`);
      for (const word of [
        /X-SFPY-MERCHANT-SECRET/i,
        /secretKey/,
        /merchant_api_key/,
        /node:/,
        /card-vault\/server/,
      ]) {
        assert.doesNotMatch(code, word);
      }
    });
  }

  it('the scripts that draw the form and bring its fields up ask to be compiled as a whole; their maps fit', () => {
    const [fields] = readdirSync('dist/card-vault').filter((name) => /^fields-[\w-]{8}\.js$/.test(name));
    const known = {
      'card-vault.js': ['`card-vault-ready`', 'events.ts'],
      [`card-vault/${fields}`]: ['`card-vault-live`', 'microform-mount.ts'],
    };
    for (const [file, [text, source]] of Object.entries(known)) {
      const lines = readFileSync(`dist/${file}`, 'utf8').split('\n');
      assert.equal(lines[0], '//# allFunctionsCalledOnLoad', file);
      const row = lines.findIndex((line) => line.includes(text!));
      const column = lines[row]!.indexOf(text!);
      const map = JSON.parse(readFileSync(`dist/${file}.map`, 'utf8')) as {
        mappings: string;
        sources: string[];
      };
      const segment = decode(map.mappings)[row]!.findLast(([from]) => from <= column);
      assert.equal(map.sources[segment![1]!]!.split('/').at(-1), source, file);
    }
  });

  const serverSide = ['server', 'server-node', 'protocol', 'cli'].map((entry) => `dist/${entry}.js`);
  for (const entry of [...serverSide, 'service/dist/index.js', 'service/dist/cli.js']) {
    it(`${entry} holds no element`, () => {
      const code = textOf(entry);
      // A script that the kit writes into pages waits for an element, and makes none.
      for (const word of [
        /HTMLElement/,
        /customElements(?!\.(?:whenDefined|get)\()/,
        /\bLitElement\b/,
        /from\s*["']lit/,
      ])
        assert.doesNotMatch(code, word);
    });
  }

  it('server.js needs nothing but the platform', () => {
    assert.doesNotMatch(textOf('dist/server.js'), /(?:from|import)\s*["'](?!\.)/);
  });

  it('the ready scripts reach nothing outside themselves', () => {
    for (const file of reachOfScripts())
      assert.doesNotMatch(readFileSync(file, 'utf8'), /(?:from|import)\s*["'](?!\.)[@a-z]/, file);
  });

  for (const name of ['CardVaultError', 'CardVaultSavedEvent']) {
    it(`a shop's bundle that imports ${name} from card-vault holds no element`, async () => {
      const code = await bundleOf(`import {${name}} from 'card-vault'; globalThis.kept = ${name};`);
      assert.match(code, /globalThis\.kept/);
      const size = gzipSync(code).length;
      assert.ok(size < 3_000, `${size} bytes gzip`);
    });
  }

  it('a bundle that imports card-vault/define registers the elements', async () => {
    assert.match(await bundleOf(`import 'card-vault/define';`), /customElements\.define/);
  });

  it('Lit’s development build warns of no hook of the elements, and the ready scripts say nothing of that', () => {
    const script = `const said = [];
      console.warn = (...words) => said.push(words.join(' '));
      const elements = {...(await import('card-vault')), ...(await import('card-vault/list'))};
      for (const one of [elements.CardVaultElement, elements.CardVaultListElement]) one.observedAttributes;
      console.log(JSON.stringify(said));`;
    const args = ['--conditions=development', '--input-type=module', '--eval', script];
    const said = JSON.parse(execFileSync(process.execPath, args, {encoding: 'utf8'})) as readonly string[];
    // It is the development build.
    assert.match(said[0] ?? '', /lit\.dev\/msg\/dev-mode/);
    assert.equal(said.length, 1, said.join('\n'));
    for (const file of reachOfScripts())
      assert.doesNotMatch(readFileSync(file, 'utf8'), /litIssuedWarnings/, file);
  });

  it('integrity.json names the ready scripts and every part of them', () => {
    const hashes = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as Record<string, string>;
    const scripts = [...reachOfScripts()].map((file) => relative('dist', file));
    assert.deepEqual(Object.keys(hashes).sort(), scripts.sort());
    for (const [path, hash] of Object.entries(hashes)) {
      const digest = createHash('sha384')
        .update(readFileSync(join('dist', path)))
        .digest('base64');
      assert.equal(hash, `sha384-${digest}`, path);
    }
  });

  for (const folder of ['dist', 'service/dist']) {
    it(`${folder}/THIRD-PARTY.txt names what is bundled`, () => {
      const notices = readFileSync(join(folder, 'THIRD-PARTY.txt'), 'utf8');
      for (const name of ['lit', 'lit-html', 'lit-element', '@lit/reactive-element'])
        assert.match(notices, new RegExp(`^${name} [\\d.]+ \\(BSD-3-Clause\\)$`, 'm'));
      if (folder === 'dist') assert.match(notices, /^@lit\/react [\d.]+ .*\nIn: chunks\/$/m);
    });
  }

  it('react.js needs react, and Lit by the element', () => {
    const component = readdirSync('dist/chunks').filter((name) => /^page-component-.*\.js$/.test(name));
    for (const entry of ['react.js', 'react-list.js']) {
      const code = [entry, ...component.map((name) => `chunks/${name}`)]
        .map((path) => readFileSync(join('dist', path), 'utf8'))
        .join('\n');
      const packages = [...code.matchAll(/from\s*["']([^."'][^"']*)["']/g)];
      assert.deepEqual([...new Set(packages.map(([, name]) => name))], ['react'], entry);
    }
  });
});
