import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {before, describe, it} from 'node:test';

/** A built module and everything it can reach, loaded on demand or not. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, path] of code.matchAll(/(?:from\s*|import\s*\(?\s*)["'`](\.[^"'`]+)["'`]/g))
    reach(join(dirname(file), path!), seen);
  return seen;
}

const textOf = (entry: string) => [...reach(entry)].map((file) => readFileSync(file, 'utf8')).join('\n');

describe('what each bundle may contain', () => {
  before(() => assert.ok(existsSync('dist/card-vault.js'), 'run npm run build first'));

  for (const entry of ['index', 'define', 'react', 'vue', 'card-vault']) {
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

  const serverSide = ['server', 'server-node', 'protocol', 'cli'].map((entry) => `dist/${entry}.js`);
  for (const entry of [...serverSide, 'service/dist/index.js', 'service/dist/cli.js']) {
    it(`${entry} holds no element`, () => {
      const code = textOf(entry);
      for (const word of [/HTMLElement/, /customElements/, /\bLitElement\b/, /from\s*["']lit/])
        assert.doesNotMatch(code, word);
    });
  }

  it('server.js needs nothing but the platform', () => {
    assert.doesNotMatch(textOf('dist/server.js'), /(?:from|import)\s*["'](?!\.)/);
  });

  it('the ready script reaches nothing outside itself', () => {
    for (const file of reach('dist/card-vault.js')) {
      assert.doesNotMatch(readFileSync(file, 'utf8'), /(?:from|import)\s*["'](?!\.)[@a-z]/, file);
    }
  });
});
