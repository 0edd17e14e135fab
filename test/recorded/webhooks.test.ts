import assert from 'node:assert/strict';
import {createHmac} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {bodyOf, site, type Site} from '../server/support/browser.js';
import {eventTypes, startRecorded, type Recorded} from './index.js';

describe('events of the recorded service (wire 9.2)', () => {
  let recorded: Recorded;
  let shop: Site;
  const arrived: {headers: Record<string, unknown>; body: string}[] = [];

  before(async () => {
    recorded = await startRecorded();
    shop = await site('127.0.0.1', (request, response) => {
      void bodyOf(request).then((body) => {
        arrived.push({headers: request.headers, body});
        response.writeHead(202).end();
      });
    });
  });
  after(async () => {
    await shop.close();
    await recorded.stop();
  });

  const hmac = (text: string) => createHmac('sha512', recorded.webhookSecret).update(text).digest('hex');
  const data = {tracker: 'track_1', amount: 500};

  it('signs the whole body, or data alone, with a plain hexadecimal secret and in one header', async () => {
    assert.match(recorded.webhookSecret, /^[0-9a-f]{64}$/);
    const url = `${shop.origin}/hook`;
    assert.equal(await recorded.deliver({url, type: 'payment.succeeded', data}), 202);
    await recorded.deliver({url, type: 'payment.succeeded', data, signs: 'data'});
    const [whole, part] = arrived;
    assert.equal(whole?.headers['x-sfpy-signature'], hmac(whole!.body));
    assert.equal(part?.headers['x-sfpy-signature'], hmac(JSON.stringify(data)));
    for (const {headers} of arrived)
      assert.deepEqual(
        Object.keys(headers).filter((name) => /webhook|signature|sfpy/.test(name)),
        ['x-sfpy-signature'],
      );
  });

  it('spells its events as public samples do', async () => {
    arrived.length = 0;
    for (const type of eventTypes) await recorded.deliver({url: shop.origin, type, data});
    assert.deepEqual(
      arrived.map(({body}) => (JSON.parse(body) as {type: string}).type),
      [...eventTypes],
    );
    assert.ok(
      eventTypes.includes('subscription.payment.succeeded') && eventTypes.includes('subscription.canceled'),
    );
  });
});
