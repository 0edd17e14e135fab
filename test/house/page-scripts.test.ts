import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {starterScript} from '../../src/server/markup/starter.js';
import {shellScript} from '../../src/server/pages/shell-script.js';

/** What ESLint holds for the rooms of the page, in the scripts that are sent as text. */
const forbidden = [
  /\bfor \((?:const|let|var) \S+ in /,
  /\brandomUUID\b/,
  /\bcrypto\.subtle\b/,
  /\bnavigator\.(?:locks|clipboard|serviceWorker|storage)\b/,
];

void describe('the scripts that the kit writes into pages', () => {
  for (const [name, text] of Object.entries({starterScript, shellScript}))
    void it(`${name} needs no secure context, and no untouched prototypes`, () => {
      for (const pattern of forbidden) assert.doesNotMatch(text, pattern);
    });
});
