// Further: a kill while webhooks are sent; deliveries: `service/test/webhooks.test.ts`.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {developmentKeys} from '../src/options.js';
import {TestProcess} from './support/process.js';
import {Receiver, answer, silence} from './support/receiver.js';

type Json = {readonly [key: string]: Json};

/** A service in a process and a folder of its own, which the test kills. */
describe('webhooks over a kill -9', () => {
  let folder: string;
  let receiver: Receiver;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-vault-webhooks-'));
    receiver = await Receiver.start(silence);
  });
  after(async () => {
    await receiver.close();
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
  });

  async function start(): Promise<{service: TestProcess; api: string}> {
    const args = ['--json', '--allow-raw', '--database', folder, '--webhook-url', receiver.url];
    const ports = ['--port', '0', '--fields-port', '0', '--issuer-port', '0'];
    const service = new TestProcess('service/dist/cli.js', [...args, ...ports]);
    const {api} = JSON.parse(await service.firstLine()) as {api: string};
    return {service, api};
  }

  async function post(api: string, path: string, body: object): Promise<Json> {
    const response = await fetch(new URL(path, api), {
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-sfpy-merchant-secret': developmentKeys.secretKey},
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return (JSON.parse(text) as {data: Json}).data;
  }

  /** Saves a card in raw mode, without a held amount. */
  async function save(api: string): Promise<void> {
    const customer = await post(api, '/user/customers/v1/', {first_name: 'Ada', last_name: 'Byron'});
    const {tracker} = await post(api, '/order/payments/v3/', {
      ...{merchant_api_key: developmentKeys.publicKey, user: customer['token'], intent: 'CYBERSOURCE'},
      ...{currency: 'USD', mode: 'instrument', entry_mode: 'raw', is_account_verification: true},
    });
    const path = `/order/payments/v3/${String(tracker!['token'])}`;
    const card = {
      card_number: '4000000000002701',
      expiration_month: '01',
      expiration_year: '2031',
      cvv: '123',
    };
    const authentication_setup = {
      success_url: 'http://localhost:5173/ok',
      failure_url: 'http://localhost:5173/no',
    };
    await post(api, path, {payload: {payment_method: {card}}});
    await post(api, path, {payload: {authentication_setup}});
    await post(api, path, {payload: {authorization: {do_capture: false}}});
  }

  it('an interrupted delivery is sent again under the same id, and none is lost (V4, V17)', async () => {
    const first = await start();
    await save(first.api);
    await receiver.count(1);
    // The receiver has the event but has not answered, so the service does not know the outcome.
    await first.service.kill('SIGKILL');
    receiver.behave(answer(200));
    const second = await start();
    await receiver.count(2);
    const [interrupted, repeated] = receiver.log;
    assert.equal(repeated!.id, interrupted!.id);
    assert.equal(repeated!.body, interrupted!.body);
    assert.equal(repeated!.type, 'payment_method.saved');
    await save(second.api);
    await receiver.count(3);
    assert.notEqual(receiver.log[2]!.id, interrupted!.id);
    assert.equal(await second.service.kill('SIGTERM'), 0);
    assert.equal(receiver.log.length, 3, 'what was accepted is not sent again');
  });
});
