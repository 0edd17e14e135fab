import assert from 'node:assert/strict';
import {afterEach, describe, it, mock} from 'node:test';
import {createServiceClient, type Fetch} from '../../src/server/index.js';
import {FakeService, publicKey, secretKey, serviceUrl} from './support/fake-service.js';
import {openShop} from './support/shop.js';

/** A service that names this version with every answer; none without one. */
function speaking(version?: string): Fetch {
  const service = new FakeService();
  service.held('track_1');
  return async (url, init) => {
    const answer = await service.fetch(url, init);
    if (version !== undefined) answer.headers.set('Card-Vault-Protocol', version);
    return answer;
  };
}

describe('a service that speaks another version of the protocol', () => {
  afterEach(() => mock.restoreAll());

  /** What a client says on the console over three calls, one of them refused. */
  async function warnings(version?: string): Promise<readonly unknown[]> {
    const {mock: heard} = mock.method(console, 'warn', () => undefined);
    const client = createServiceClient({serviceUrl, secretKey, publicKey, fetch: speaking(version)});
    await client.trackers.fetch('track_1');
    await client.trackers.fetch('track_1');
    await assert.rejects(client.trackers.fetch('track_unknown'));
    return heard.calls.map(({arguments: [message]}) => message as unknown);
  }

  it('newer: the client says so once, and that the kit is to be upgraded', async () => {
    assert.deepEqual(await warnings('2'), [
      `card-vault/server: The payment service at ${serviceUrl} speaks protocol version 2, and this server kit version 1. Upgrade the package card-vault.`,
    ]);
  });

  it('older: it is the service that is to be upgraded', async () => {
    const [message, ...others] = await warnings('0');
    assert.match(
      String(message),
      /protocol version 0, .* kit version 1\. Upgrade the package card-vault-service\.$/,
    );
    assert.deepEqual(others, []);
  });

  it('unreadable: what it sent is not repeated', async () => {
    const [message, ...others] = await warnings('two');
    assert.match(String(message), /speaks a protocol version that cannot be read, .* version 1\./);
    assert.deepEqual(others, []);
  });

  it('the same or none: nothing is said', async () => {
    assert.deepEqual(await warnings('1'), []);
    assert.deepEqual(await warnings(), []);
  });

  it('each client says it for itself', async () => {
    assert.equal((await warnings('2')).length, 1);
    mock.restoreAll();
    assert.equal((await warnings('2')).length, 1);
  });

  it('a shop that hears of errors hears of it there, and the console stays quiet', async () => {
    const {mock: heard} = mock.method(console, 'warn', () => undefined);
    const {vault, errors} = openShop({fetch: speaking('2')});
    await vault.client.trackers.fetch('track_1');
    await vault.client.trackers.fetch('track_1');
    assert.equal(errors.length, 1);
    assert.match(String(errors[0]), /speaks protocol version 2, and this server kit version 1/);
    assert.equal(heard.calls.length, 0);
  });
});
