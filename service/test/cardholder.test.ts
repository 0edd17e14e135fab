import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {authorize, type AuthorizationDependencies} from '../src/domain/trackers/authorize.js';
import {cardholderOf} from '../src/domain/trackers/cardholder.js';
import type {Tracker} from '../src/domain/trackers/tracker.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';

describe('the name of a cardholder, for the bank and the network (wire 1.6.1)', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.service.close());

  const nameOf80 = `${'Anna Maria Luisa '.repeat(4)}de Medici y X`.slice(0, 80);
  for (const [name, latin] of [
    ['Ann Example', 'Ann Example'],
    ['Zoë D’Arcy-Müller', "Zoe D'Arcy-Muller"],
    ['Иван Петров', 'Ivan Petrov'],
    ['王小明', 'WangXiaoMing'],
    ['김', 'Gim'],
    ['عمر خالد', 'mr khld'],
    ['می\u200cنا', 'myn'],
    ['U', undefined],
    [nameOf80, 'Anna Maria Luisa Anna Maria Luisa Anna Maria'],
    ['X'.repeat(80), 'X'.repeat(45)],
  ] as const)
    it(`${name} is sent as it was typed, and in basic Latin as ${latin ?? 'nothing'}`, async () => {
      assert.deepEqual(await cardholderOf(name), {name, ...(latin && {latin})});
    });

  async function enroll(name: unknown) {
    const tracker = await service.tracker({is_account_verification: true});
    await service.setUp(tracker);
    service.issuer.answerFor(tracker, 'frictionless');
    const reply = await service.act(tracker, {
      cardholder_name: name,
      authentication_setup: {
        success_url: `${shop}/return`,
        failure_url: `${shop}/return`,
        device_fingerprint_session_id: randomUUID(),
      },
    });
    return {tracker, reply};
  }

  it('reaches the bank, without what no reader sees, and the merchant’s server reads it', async () => {
    const {tracker, reply} = await enroll('\u200fعمر\nخالد\u200e ');
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(service.issuer.enrollments.at(-1)!.cardholder, {name: 'عمر خالد', latin: 'mr khld'});
    assert.equal((await service.payment(tracker))['attempts']![0]!['cardholder_name'], 'عمر خالد' as unknown);
    const token = await service.token({tracker, origin: shop});
    const page = await service.call(`/reporter/api/v1/payments/${tracker}`, {token, origin: shop});
    assert.equal(page.json['data']!['attempts']![0]!['cardholder_name'], null as unknown);
  });

  it('an accent that was typed as a letter and a mark is one letter', async () => {
    await enroll('Zoe\u0308');
    assert.equal(service.issuer.enrollments.at(-1)!.cardholder!.name, 'Zo\u00eb');
  });

  for (const none of [undefined, null])
    it(`${JSON.stringify(none)} is no name`, async () => {
      assert.equal((await enroll(none)).reply.status, 200);
      assert.equal(service.issuer.enrollments.at(-1)!.cardholder, undefined);
    });

  for (const wrong of ['', ' ', 'Zoë 🎉', '🎉', '---', '٤٠٠٠ ٠٠٠٠ ٠٠٠٠ ٢٧٠١', 'A'.repeat(257), 7])
    it(`${String(wrong).slice(0, 20)} is refused, and no bank is asked`, async () => {
      const before = service.issuer.enrollments.length;
      const {reply} = await enroll(wrong);
      assert.equal(reply.status, 400);
      assert.equal(string(reply.json['code']), 'request.invalid');
      assert.match(reply.text, /payload.*cardholder_name/s);
      assert.equal(service.issuer.enrollments.length, before);
    });

  it('reaches the network with the authorization', async () => {
    const heard: unknown[] = [];
    const deps = {
      network: {
        authorize: (request: {readonly cardholder?: unknown}) => {
          heard.push(request.cardholder);
          return Promise.resolve({id: 'auth_1', approved: false});
        },
      },
      codes: {read: () => undefined, forget: () => undefined},
      cards: {reveal: () => Promise.resolve({number: '4000000000002701'})},
    } as unknown as AuthorizationDependencies;
    const tracker = {
      ...{token: 'track_1', mode: 'instrument', shop_order: null, code_wanted: false, actions: []},
      shopper: {billing: null, cardholder_name: 'Зоя', ip_address: null, user_agent: null, at: ''},
    } as unknown as Tracker;
    const options = {
      ...{capture: false, cardOnFile: false, method: null, declineUnusable: false},
      owedReversalStored: true,
    };
    await authorize(deps, tracker, options);
    assert.deepEqual(heard, [{name: 'Зоя', latin: 'Zoya'}]);
  });
});
