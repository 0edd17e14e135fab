import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {webhookRequest} from '../../src/testing/index.js';
import {isInstalled} from '../../tools/test/runtimes.mjs';
import {codeBlocksOf} from '../house/support/markdown.js';

/** Stands in for the shop's code that the page leaves out, and for a web server's routing to PHP. */
const around = `<?php
function getallheaders() { return json_decode(getenv('HEADERS'), true); }
function handle(string $type, array $data) { echo "$type {$data['subscription']} "; }
$db = new class {
    function beginTransaction() {}
    function commit() {}
    function prepare($sql) { return new class { function execute($row) {} function rowCount() { return 1; } }; }
};
register_shutdown_function(function () { echo http_response_code() ?: 200; });
`;
const url = 'http://shop.test/events';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const plainSecret = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

if (isInstalled('PHP'))
  describe('the receiver of events in PHP (site/contract.md)', () => {
    let folder: string;
    let file: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'card-vault-php-'));
      file = join(folder, 'events.php');
      const block = codeBlocksOf('site/contract.md').find(({text}) => text.includes('function eventIn('));
      const code = block!.text.replace('<?php', '').replace('php://input', 'php://stdin');
      writeFileSync(file, around + code);
    });
    after(() => rmSync(folder, {recursive: true}));

    /** What the receiver does with a request, and the status of its answer. */
    async function answerTo(request: Request, own: string | undefined): Promise<string> {
      const {CARD_VAULT_WEBHOOK_SECRET: _, ...env} = process.env;
      const HEADERS = JSON.stringify(Object.fromEntries(request.headers));
      const {stdout, status} = spawnSync('php', ['-d', 'display_errors=stderr', file], {
        encoding: 'utf8',
        input: await request.text(),
        env: {...env, HEADERS, ...(own !== undefined && {CARD_VAULT_WEBHOOK_SECRET: own})},
      });
      assert.equal(status, 0);
      return stdout;
    }
    const sample = (options: Parameters<typeof webhookRequest>[2]) =>
      webhookRequest(url, {type: 'subscription.cancelled', data: {subscription: 'sub_1'}}, options);

    it('takes what is signed by its secret, of either kind', async () => {
      assert.equal(await answerTo(await sample({secret}), secret), 'subscription.cancelled sub_1 200');
      const plain = await sample({secret: plainSecret, scheme: 'sfpy'});
      assert.equal(await answerTo(plain, plainSecret), 'subscription.cancelled sub_1 200');
    });

    it('refuses another secret, a try of ten minutes ago and a body that was changed', async () => {
      const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
      assert.equal(await answerTo(await sample({secret: other}), secret), '401');
      const old = await sample({secret, at: new Date(Date.now() - 600_000)});
      assert.equal(await answerTo(old, secret), '401');
      const {headers} = await sample({secret});
      assert.equal(await answerTo(new Request(url, {method: 'POST', headers, body: '{}'}), secret), '401');
    });

    it('without a whole secret asks for the event again, rather than lose it or take everybody’s', async () => {
      for (const broken of [undefined, '', 'whsec_', 'whsec_not base64!', `whsec_${btoa('short')}`])
        assert.equal(await answerTo(await sample({secret}), broken), '503', broken);
    });
  });
