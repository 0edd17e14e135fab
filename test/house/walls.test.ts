import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {dirname, relative, resolve} from 'node:path';
import {describe, it} from 'node:test';
import {filesBelow, importsOf, rooms} from './support/source.js';

/** Which room of `src` may import which others. A room may always import itself. */
const mayImport: Record<string, readonly string[]> = {
  protocol: [],
  texts: [],
  addresses: ['protocol'],
  flow: ['protocol'],
  adapter: ['flow', 'protocol'],
  gateways: ['flow', 'protocol'],
  early: ['gateways', 'protocol'],
  element: ['addresses', 'flow', 'adapter', 'early', 'gateways', 'protocol', 'texts'],
  react: ['element'],
  vue: ['element'],
  trace: ['element', 'flow', 'gateways', 'protocol'],
  inspector: ['trace', 'element', 'flow', 'protocol', 'testing'],
  // The kit writes the tag of the element: it knows the table of its options, and nothing else of the page.
  server: ['addresses', 'protocol', 'texts', 'element/options.js'],
  // A component test keeps the trace of its element; the recorder knows nothing of tests.
  testing: ['protocol', 'flow', 'trace'],
  cli: ['protocol', 'server'],
};

/** Packages a room may import; none where it is not listed. */
const mayUse: Record<string, readonly string[]> = {
  element: ['lit', '@lit/context'],
  react: ['react', '@lit/react'],
  vue: ['vue'],
  trace: ['valibot'],
};

const nodeAllowed = (file: string) => file.startsWith('src/cli/') || file === 'src/server/node.ts';

/** Words that have no place in a room, whatever imports them. */
const forbidden: readonly {rooms: readonly string[]; words: RegExp; why: string}[] = [
  {
    rooms: ['protocol', 'flow'],
    words: /\b(document|window|HTMLElement|fetch(?!\|)|setTimeout|setInterval|localStorage|sessionStorage)\b/,
    why: 'has no DOM, no fetch and no timers',
  },
  {rooms: ['adapter', 'gateways'], words: /from 'lit'|\bLitElement\b/, why: 'knows no Lit'},
  {
    rooms: ['element'],
    words: /\.postMessage\(|\bfetch\(/,
    why: 'speaks to other windows and servers through gateways and the adapter',
  },
  {
    rooms: ['server'],
    words: /\b(HTMLElement|customElements|process\.|Buffer\.)/,
    why: 'runs on any Fetch runtime',
  },
  {
    rooms: ['react', 'vue'],
    words: /\b(setTimeout|setInterval|useState|useReducer)\b/,
    why: 'holds no state and no timers',
  },
];

describe('the walls between the rooms', () => {
  it('every folder under src is a room of the design', () => {
    assert.deepEqual(rooms().sort(), Object.keys(mayImport).sort());
  });

  for (const room of Object.keys(mayImport)) {
    it(`${room} imports only what it may`, () => {
      for (const file of filesBelow(`src/${room}`)) {
        for (const specifier of importsOf(file)) {
          if (specifier.startsWith('.')) {
            const path = relative('src', resolve(dirname(file), specifier));
            const target = path.split('/')[0] ?? '';
            assert.ok(
              target === room || mayImport[room]?.some((one) => one === target || one === path),
              `${file} may not import ${specifier}`,
            );
          } else if (specifier.startsWith('node:')) {
            assert.ok(nodeAllowed(file), `${file} may not import ${specifier}`);
          } else {
            const parts = specifier.split('/');
            const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!;
            assert.ok(mayUse[room]?.includes(name), `${file} may not use the package ${name}`);
          }
        }
      }
    });

    it(`${room} says in at most 40 lines what it is for`, () => {
      const readme = `src/${room}/README.md`;
      assert.ok(existsSync(readme), `${readme} is missing`);
      assert.ok(
        readFileSync(readme, 'utf8').trimEnd().split('\n').length <= 40,
        `${readme} is longer than 40 lines`,
      );
    });
  }

  for (const {rooms: named, words, why} of forbidden) {
    for (const room of named) {
      it(`${room} ${why}`, () => {
        for (const file of filesBelow(`src/${room}`)) {
          // Types of the platform may be named; a comment may speak of them.
          const code = readFileSync(file, 'utf8')
            .replace(/\/\*[\s\S]*?\*\//g, '')
            .replace(/(^|\s)\/\/.*$/gm, '');
          // Scripts that the kit writes into pages are texts here.
          if (file.startsWith('src/server/pages/') || file === 'src/server/markup/early-script.ts') continue;
          const found = words.exec(code);
          assert.equal(found, null, `${file} uses "${found?.[0]}"`);
        }
      });
    }
  }

  it('the service takes only the protocol and the texts from src, as source, and its own dependencies', () => {
    const {dependencies} = JSON.parse(readFileSync('service/package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const file of filesBelow('service/src')) {
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith('node:')) continue;
        if (specifier.startsWith('.')) {
          const target = relative('.', resolve(dirname(file), specifier));
          const isInside = /^(service\/src|src\/(protocol|texts))\//.test(target);
          assert.ok(isInside, `${file} may not import ${specifier}`);
          continue;
        }
        const [first = '', second = ''] = specifier.split('/');
        const name = first.startsWith('@') ? `${first}/${second}` : first;
        // Bundled into the dashboard's page script.
        const isDashboard = name === 'lit' && file.startsWith('service/src/edges/dashboard/browser/');
        assert.ok(isDashboard || name in dependencies, `${file} may not use the package ${name}`);
      }
    }
  });

  it('the double of the recorded service takes nothing from what it is the second opinion of', () => {
    const files = filesBelow('test/recorded').filter((file) => !/\.test\.ts$|\/support\//.test(file));
    assert.ok(files.includes('test/recorded/index.ts'));
    for (const file of files) {
      for (const specifier of importsOf(file)) {
        const isOwn = specifier.startsWith('.') && !specifier.startsWith('..');
        assert.ok(isOwn || specifier.startsWith('node:'), `${file} may not import ${specifier}`);
      }
    }
  });
});
