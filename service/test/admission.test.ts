import assert from 'node:assert/strict';
import {EventEmitter} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import {setImmediate as turn} from 'node:timers/promises';
import {Admission} from '../src/platform/http/admission.js';
import {silentLogger} from '../src/platform/http/log.js';

/** Counts what is written of one response. */
class Response extends EventEmitter {
  status = 0;
  headers: readonly string[] = [];
  body = '';
  destroyed = false;

  writeHead(status: number, headers: readonly string[]): this {
    this.status = status;
    this.headers = headers;
    return this;
  }

  end(body: string): void {
    assert.equal(this.body, '', 'answered twice');
    this.body = body;
  }
}

/** An overloaded port: one request is under way, and no other is admitted. */
function openBusy() {
  const shed: number[] = [];
  const admission = new Admission({
    ...{limit: 1, headers: {'cache-control': 'no-store'}, logger: silentLogger},
    onShed: () => shed.push(1),
  });
  const admitted: IncomingMessage[] = [];
  const handle = admission.before((request) => {
    admitted.push(request);
    return new Promise(() => undefined);
  });
  const ask = (headers: Record<string, string> = {}) => {
    const response = new Response();
    const request = {url: '/any', headers, complete: true};
    handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    return response;
  };
  ask();
  assert.equal(admitted.length, 1);
  return {ask, shed};
}

const answered = (all: readonly Response[]) => all.filter(({body}) => body !== '').length;

describe('refusals of an overloaded port', () => {
  it('leave time in each turn of the event loop for what is admitted, and all come', async () => {
    const {ask, shed} = openBusy();
    const refused = Array.from({length: 10_000}, () => ask());
    assert.equal(answered(refused), 0);
    const inTurns: number[] = [];
    for (let before = 0; before < refused.length;) {
      await turn();
      const now = answered(refused);
      inTurns.push(now - before);
      before = now;
    }
    // A twentieth of those that wait, and never less than 200.
    assert.deepEqual(inTurns.slice(0, 3), [500, 475, 452]);
    assert.equal(Math.min(...inTurns.slice(0, -1)), 200);
    assert.equal(shed.length, refused.length);
    const [{status, headers, body}] = refused as [Response];
    assert.equal(status, 503);
    assert.match(headers.join('\n'), /^cache-control\nno-store\n[\s\S]*\nx-request-id\nreq_[\da-f-]{36}$/);
    assert.match(body, /"service\.overloaded"/);
  });

  it('have the id that the request came with', async () => {
    const {ask} = openBusy();
    const [named, forged] = [ask({'x-request-id': 'edge_1042-abc'}), ask({'x-request-id': 'a"b":"c'})];
    await turn();
    assert.equal(named.headers.at(-1), 'edge_1042-abc');
    assert.match(forged.headers.at(-1)!, /^req_/);
  });

  it('are not written where the connection is gone', async () => {
    const {ask} = openBusy();
    const [gone, there] = [ask(), ask()];
    gone.destroyed = true;
    await turn();
    assert.deepEqual([gone.status, there.status], [0, 503]);
  });
});
