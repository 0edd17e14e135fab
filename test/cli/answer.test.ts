import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {answer} from '../../src/cli/answer.js';

const surroundings = {
  fetch: () => Promise.reject(new Error('nothing is fetched')),
  now: () => 0,
  webhookSecret: undefined,
};

describe('npx card-vault', () => {
  it('says where the service moved to, with the flags that were given', async () => {
    const {exitCode, text} = await answer(['service', '--port', '0'], surroundings);
    assert.equal(exitCode, 2);
    assert.match(text, /npm install --save-dev card-vault-service/);
    assert.match(text, /npx card-vault-service --port 0$/);
  });

  it('prints its help without a command', async () => {
    for (const args of [[], ['--help'], ['service', '--help']]) {
      const {exitCode, text} = await answer(args, surroundings);
      assert.equal(exitCode, 0);
      assert.match(text, /^Usage: card-vault /);
    }
  });

  it('says that a header cannot be sent, and repeats no login', async () => {
    const {exitCode, text} = await answer(
      ['check', 'http://localhost:1/', '--header', 'Cookie: shopper=Ünïcode№'],
      surroundings,
    );
    assert.equal(exitCode, 2);
    assert.match(text, /the value of --header 'Cookie: …' has characters that no header can hold/);
    assert.doesNotMatch(text, /shopper=/);
  });

  it('refuses a command it does not know by name', async () => {
    assert.deepEqual(await answer(['serve'], surroundings), {
      exitCode: 2,
      text: 'card-vault: there is no command "serve". See --help.',
    });
  });
});
