import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createCardVaultServer} from '../../src/server/index.js';
import {openShop} from './support/shop.js';

void describe('vault.inventory()', () => {
  const {vault} = openShop();

  it('names a reason and a safeguard for every script', () => {
    const {scripts} = vault.inventory();
    assert.equal(scripts.length, 5);
    for (const {script, reason, loadedBy, integrity} of scripts)
      for (const text of [script, reason, loadedBy, integrity]) assert.ok(text.length > 5, script);
    assert.equal(scripts[0]!.script, '/card-vault.js');
  });

  it('lists each part with its hash, where the shop passes integrity.json', () => {
    const integrity = {
      'card-vault.js': 'sha384-entry',
      'card-vault/engine-1.js': 'sha384-engine',
      'card-vault/ur-2.js': 'sha384-ur',
    };
    const {scripts} = vault.inventory({script: '/assets/card-vault.js', integrity});
    assert.match(scripts[0]!.integrity, /sha384-entry/);
    const parts = scripts.filter(({script}) => script.startsWith('/assets/card-vault/'));
    assert.deepEqual(
      parts.map(({script, integrity: how}) => [script, /sha384-\w+/.exec(how)?.[0]]),
      [
        ['/assets/card-vault/engine-1.js', 'sha384-engine'],
        ['/assets/card-vault/ur-2.js', 'sha384-ur'],
      ],
    );
  });

  it('takes the shop’s other scripts along, and writes a page without markup of theirs', () => {
    const other = {script: '<b>chat.js</b>', reason: 'Chat', loadedBy: 'the page', integrity: 'none'};
    const {scripts, html} = vault.inventory({others: [other], fieldsOrigin: 'https://fields.example'});
    assert.equal(scripts.at(-1), other);
    assert.ok(html.includes('&lt;b&gt;chat.js') && !html.includes('<b>'));
    assert.ok(html.includes('https://fields.example'));
    assert.equal(html.match(/<tr>/g)!.length, scripts.length + 1);
  });

  it('needs no secrets, and holds none', () => {
    const built = createCardVaultServer({
      serviceUrl: '',
      secretKey: '',
      publicKey: '',
      currency: 'USD',
      customer: () => null,
    });
    assert.ok(built.inventory().html.includes('/card-vault/frame'));
    assert.ok(!JSON.stringify(vault.inventory()).includes('sk_'));
  });
});
