import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {earlyScript} from '../../src/server/markup/early-script.js';
import {earlyFile, writtenEarly} from '../../tools/build/early.js';
import {shellScript} from '../../src/server/pages/shell-script.js';

/** What ESLint holds for the rooms of the page, in the scripts that are sent as text. */
const forbidden = [
  /\bfor ?\((?:const|let|var) \S+ in /,
  /\brandomUUID\b/,
  /\bcrypto\.subtle\b/,
  /\bnavigator\.(?:locks|clipboard|serviceWorker|storage)\b/,
];

void describe('the scripts that the kit writes into pages', () => {
  for (const [name, text] of Object.entries({earlyScript, shellScript}))
    void it(`${name} needs no secure context, and no untouched prototypes`, () => {
      for (const pattern of forbidden) assert.doesNotMatch(text, pattern);
    });

  void it('have the one behind the tag from typed source, which is compiled to the text that is sent', async () => {
    assert.equal(readFileSync(earlyFile, 'utf8'), await writtenEarly(), `${earlyFile}: run npm run docs`);
  });
});
