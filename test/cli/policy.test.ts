import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {answer} from '../../src/cli/answer.js';
import {contentSecurityPolicy} from '../../src/server/index.js';

const surroundings = {
  fetch: () => Promise.reject(new Error('nothing is fetched')),
  now: () => 0,
  webhookSecret: undefined,
};

describe('npx card-vault policy', () => {
  let folder: string;
  let file: string;
  const run = (...args: string[]) => answer(['policy', ...args], surroundings);
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'card-vault-policy-'));
    file = join(folder, 'integrity.json');
    writeFileSync(file, JSON.stringify({'card-vault.js': 'sha384-own', 'card-vault/bank.js': 'sha384-part'}));
  });
  after(() => rmSync(folder, {recursive: true}));

  it('prints the header of the kit, every hash and every script', async () => {
    const {exitCode, text} = await run('https://api.getsafepay.com', '--integrity', file);
    assert.equal(exitCode, 0, text);
    const nonce = 'A'.repeat(24);
    const hosts = {serviceUrl: 'https://api.getsafepay.com', fieldsOrigin: 'https://flex.cybersource.com'};
    for (const directive of contentSecurityPolicy({nonce, ...hosts}).split('; '))
      assert.ok(text.includes(directive.replaceAll(nonce, '<a fresh nonce for each response>')), directive);
    for (const words of [
      'sha384-own',
      'sha384-part',
      '/card-vault/bank.js',
      'PCI DSS 6.4.3',
      '/card-vault/frame',
    ])
      assert.ok(text.includes(words), words);
  });

  it('prints JSON for scripts and a page to keep, for the paths of this shop', async () => {
    const own = ['http://localhost:4100', '--fields', 'http://127.0.0.1:4101', '--integrity', file];
    const {text} = await run(...own, '--json', '--script', '/assets/card-vault.js', '--base-path', '/cards');
    const printed = JSON.parse(text) as {scripts: {script: string}[]; integrity: object};
    assert.equal(printed.scripts[0]!.script, '/assets/card-vault.js');
    assert.ok(printed.scripts.some(({script}) => script.startsWith('/cards/frame')));
    assert.match((await run(...own, '--html')).text, /^<!doctype html>/);
  });

  for (const [args, says] of [
    [[], /the address of the service is missing/],
    [['pay.example'], /the address of the service must be an http or https address/],
    [['https://pay.example'], /--fields is missing/],
    [
      ['https://pay.example', '--fields', 'https://f.example', '--integrity', '/none'],
      /is no integrity.json/,
    ],
    [['https://pay.example', '--nonce', 'x'], /an option is unknown/],
  ] as const)
    it(`${args.join(' ') || 'nothing'} is refused in a sentence`, async () => {
      const {exitCode, text} = await run(...args);
      assert.equal(exitCode, 2);
      assert.match(text, says);
      assert.match(text, /card-vault policy --help/);
    });
});
