import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startRecorded, type BehaviourChange, type Recorded} from './index.js';
import {openShop, type Shop} from './support/browser.js';
import {at, claimsOf, newSession, setUpCard} from './support/shop.js';

type Collector = NonNullable<BehaviourChange['collector']>;
const plain: Collector = {
  spelling: 'SessionId',
  prefix: false,
  extraKeys: false,
  status: true,
  answers: 'soon',
};

describe('device data collection (wire 9.4)', () => {
  let recorded: Recorded;
  let shop: Shop;

  before(async () => {
    recorded = await startRecorded();
    shop = await openShop();
  });
  after(async () => {
    await shop.close();
    await recorded.stop();
  });

  const newSetup = async () => {
    const action = await setUpCard(recorded, await newSession(recorded), '4000000000002701');
    const {access_token, device_data_collection_url} = at(action, 'payer_authentication_setup');
    return {jwt: String(access_token), url: String(device_data_collection_url)};
  };

  /** Posts the setup's form into a frame of a page: the collector's message, and the session id that it is about. */
  async function collect(change: Collector): Promise<{message: unknown; sessionId: string}> {
    recorded.setBehaviour({collector: {...plain, ...change}});
    const {jwt, url} = await newSetup();
    const page = await shop.open(`<form method="post" target="data" action="${url}">
      <input name="JWT" value="${jwt}"></form><iframe name="data"></iframe>`);
    const isLate = change.answers === 'late';
    if (isLate) await page.clock.install();
    const heard = page.evaluate(
      (origin) =>
        new Promise((done) => {
          addEventListener('message', (event) => event.origin === origin && done(event.data));
          document.forms[0]!.submit();
        }),
      recorded.collectorOrigin,
    );
    if (isLate) {
      await page.frameLocator('iframe').locator('body[data-message]').waitFor({state: 'attached'});
      await page.clock.fastForward(12_001);
    }
    const message: unknown = await heard;
    await page.close();
    return {message, sessionId: String(claimsOf(jwt)['ReferenceId'])};
  }

  const spellings: readonly (readonly [name: string, change: Collector, read: (id: string) => object])[] = [
    ['the plain message', {}, (id) => ({SessionId: id, Status: true})],
    ['the old spelling', {spelling: 'Session Id'}, (id) => ({'Session Id': id, Status: true})],
    ['a prefix', {prefix: true}, (id) => ({SessionId: `0_${id}`, Status: true})],
    [
      'further keys',
      {extraKeys: true},
      (id) => ({SessionId: id, Status: true, ReferenceId: id, Timings: {total: 12}}),
    ],
    ['a status that is false', {status: false}, (id) => ({SessionId: id, Status: false})],
    ['the message late', {answers: 'late'}, (id) => ({SessionId: id, Status: true})],
  ];
  for (const [name, change, read] of spellings)
    it(`tells ${name}, as a text`, async () => {
      const {message, sessionId} = await collect(change);
      assert.equal(typeof message, 'string');
      assert.deepEqual(JSON.parse(String(message)), {MessageType: 'profile.completed', ...read(sessionId)});
    });

  const post = (url: string, jwt: string) =>
    fetch(direct(url), {method: 'POST', body: new URLSearchParams({JWT: jwt})});

  it('can stay silent: its page then has no script', async () => {
    const {jwt, url} = await newSetup();
    recorded.setBehaviour({collector: plain});
    assert.match(await (await post(url, jwt)).text(), /<script>.*postMessage/);
    recorded.setBehaviour({collector: {answers: 'never'}});
    const silent = await post(url, jwt);
    assert.equal(silent.status, 200);
    assert.doesNotMatch(await silent.text(), /<script/);
  });

  it('tells nothing to a JWT that no setup gave', async () => {
    recorded.setBehaviour({collector: plain});
    const answer = await post((await newSetup()).url, 'a.b.c');
    assert.equal(answer.status, 400);
    assert.doesNotMatch(await answer.text(), /<script/);
  });

  it('takes a form by POST and nothing else', async () => {
    assert.equal((await fetch(direct((await newSetup()).url))).status, 405);
  });
});

/** Only a browser finds every name below `localhost`. */
const direct = (origin: string) => origin.replace(/\/\/[^:]+/, '//127.0.0.1');
