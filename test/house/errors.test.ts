import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {warningCodes} from '../../src/element/developer.js';
import {cardVaultErrorCodes} from '../../src/protocol/index.js';
import {bankGuide, elementGuide, endingGuide, kitGuide} from '../../tools/docs/error-guide.js';
import {bankSentences, errorsDocument} from '../../tools/docs/errors-document.js';
import {anchorOf} from '../../tools/docs/site/markdown.js';

/** Codes that the sources of the kit write down; those of its webhooks are made of reasons and have a document of their own. */
function codesOfKit(): readonly string[] {
  const files = readdirSync('src/server', {recursive: true, encoding: 'utf8'}).filter((name) =>
    name.endsWith('.ts'),
  );
  const texts = files.map((name) => readFileSync(join('src/server', name), 'utf8'));
  const codes = texts.flatMap((text) => [
    ...text.matchAll(/(?:new Refusal\(\s*\d+,|\bcode:|\w'?: \[\s*(?:\d+,)?)\s*'(\w+\.\w+)'/g),
    ...text.matchAll(/new Refusal\(\s*\d+,\s*'(\w+\.\w+)'/g),
  ]);
  return [...new Set(codes.map(([, code]) => code!))].filter((code) => !code.startsWith('webhook.'));
}

describe('site/errors.md', () => {
  it('is what the codes say (npm run docs writes it)', () => {
    assert.equal(readFileSync('site/errors.md', 'utf8'), errorsDocument());
  });

  it('has every ending and code of element and kit, under a heading that console and pages link to', () => {
    const headings = [...errorsDocument().matchAll(/^### `(.+)`$/gm)].map(([, code]) => code);
    assert.deepEqual(headings, [
      ...Object.keys(endingGuide),
      ...cardVaultErrorCodes,
      ...warningCodes,
      ...Object.keys(kitGuide),
    ]);
    assert.deepEqual(Object.keys(elementGuide).sort(), [...cardVaultErrorCodes].sort());
    const anchors = headings.map((heading) => anchorOf(heading!));
    assert.deepEqual([...new Set(anchors)], anchors);
  });

  it('says of every sentence that names the bank when it is shown', () => {
    assert.deepEqual(Object.keys(bankGuide).sort(), bankSentences.map(([key]) => key).sort());
  });

  it('has every code of the kit, and no other', () => {
    const codes = codesOfKit();
    assert.ok(codes.length > 15, `${codes.length} codes found`);
    assert.deepEqual(Object.keys(kitGuide).sort(), [...codes].sort());
  });
});
