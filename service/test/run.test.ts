import assert from 'node:assert/strict';
import {on} from 'node:events';
import {after, describe, it} from 'node:test';
import {readCommand} from '../src/cli/arguments.js';
import {TestProcess} from './support/process.js';

const free = ['--json', '--port', '0', '--fields-port', '0', '--issuer-port', '0', '--database', 'memory:'];

/** A shop: it says what it was given, and stays. It is the child of a shell, as a script of npm is. */
const shop = `node -e "
  const {CARD_VAULT_SERVICE: api, CARD_VAULT_SECRET_KEY: key, CARD_VAULT_PUBLIC_KEY: open} = process.env;
  fetch(api + '/docs').then(({status}) => console.log(JSON.stringify({api, key, open, status})));
  setInterval(() => undefined, 60000);
"; echo after`.replace(/\n\s*/g, ' ');

describe('card-vault-service --run', () => {
  const started: TestProcess[] = [];
  const start = (...commands: string[]) => {
    const run = commands.flatMap((command) => ['--run', command]);
    const process = new TestProcess('service/bin/card-vault-service.js', [...free, ...run]);
    started.push(process);
    return process;
  };
  // A process that is killed at once would leave its shop behind.
  after(() => {
    for (const {child} of started) child.kill('SIGTERM');
  });

  it('starts a shop that knows the service and its keys, and ends it with what the shop has started', async () => {
    const service = start(shop);
    const {api, public_key, secret_key} = JSON.parse(await service.firstLine()) as Record<string, string>;
    const isSaid = (): boolean => service.stdout.split('\n').length >= 3;
    if (!isSaid())
      for await (const _ of on(service.child.stdout!, 'data', {close: ['close']})) if (isSaid()) break;
    const given = JSON.parse(service.stdout.split('\n')[1]!) as Record<string, unknown>;
    assert.deepEqual(given, {api, key: secret_key, open: public_key, status: 200});
    // The end is told when the last process has closed the output.
    assert.equal(await service.kill('SIGTERM'), 0);
    assert.ok(!service.stdout.includes('after'));
  });

  it('ends with the first that ends, and the others with it', async () => {
    const service = start(shop, 'exit 3');
    assert.equal(await service.end(), 3);
  });

  it('is refused where there is no shop in development', () => {
    for (const other of ['--production', '--role=worker'])
      assert.throws(
        () => readCommand(['--run', 'npm start', other], {}),
        /--run is for a shop in development/,
      );
    assert.throws(() => readCommand(['--run', ''], {}), /--run is empty/);
  });
});
