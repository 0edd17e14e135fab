import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo, Server} from 'node:net';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {createCaller} from '../src/edges/webhooks/call.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

void describe('a try to send an event', () => {
  let server: Server;
  before(async () => {
    server = createServer((request, response) => request.resume().on('end', () => response.end()));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  after(() => server.close());

  /** Makes a call, and returns a weak reference to a list that its connection holds. */
  async function call(shutdown: AbortSignal): Promise<WeakRef<object>> {
    const addresses = [{address: '127.0.0.1', family: 4}];
    const send = createCaller({
      rules: {loopback: true},
      timeoutMs: () => 60_000,
      resolve: () => Promise.resolve(addresses),
    });
    const {port} = server.address() as AddressInfo;
    const message = {url: `http://hook.localhost:${port}/`, headers: {}, body: Buffer.from('{}')};
    assert.equal((await send(message, shutdown)).failure, null);
    return new WeakRef(addresses);
  }

  it('leaves nothing in memory, although the process and its time limit go on', async () => {
    const shutdown = new AbortController();
    const held = await Promise.all(Array.from({length: 5}, () => call(shutdown.signal)));
    for (let turn = 0; turn < 20 && held.some((one) => one.deref()); turn++) {
      await nextTurn();
      collectGarbage();
    }
    assert.deepEqual(
      held.map((one) => one.deref()),
      held.map(() => undefined),
    );
    assert.equal(shutdown.signal.aborted, false);
  });

  it('ends with the process', async () => {
    const shutdown = new AbortController();
    shutdown.abort();
    const send = createCaller({
      rules: {loopback: true},
      timeoutMs: () => 60_000,
      resolve: () => new Promise(() => undefined),
    });
    const message = {url: 'http://hook.localhost:1/', headers: {}, body: Buffer.from('{}')};
    assert.equal((await send(message, shutdown.signal)).failure, 'aborted');
  });
});
