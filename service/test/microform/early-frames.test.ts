// Further: frames before their context; a journey through them: `test/e2e/early-fields.spec.ts`.
import assert from 'node:assert/strict';
import {beforeEach, describe, it} from 'node:test';
import {Fields, shopPage} from './fields-harness.js';
import {FieldsStage} from './stage.js';
import {claimsOf, elsewhere} from './support.js';

describe('frames of fields that are loaded before their capture context (decision 0053)', () => {
  const stage = new FieldsStage();
  let {microform, shop, page, complaints} = stage;
  let serial = 0;
  beforeEach(() => {
    ({microform, shop, page, complaints} = stage);
  });

  const issue = async (merchant = 'merchant_1', codeLengths?: readonly number[]) =>
    (
      await microform.issueCaptureContext({
        ...{merchant, publicKey: 'sec_test', tracker: `track_${++serial}`, targetOrigins: [shop.origin]},
        ...(codeLengths && {codeLengths}),
      })
    ).jwt;
  const earlyFrameOf = (jwt: string) => claimsOf(jwt).ctx[0].data.earlyFrame;

  /** Loads the frames of both fields as a page does that knows their address from an earlier context. */
  const loadFrames = (address: string, isLoaded: boolean) =>
    page.evaluate(
      async ({address, isLoaded}) => {
        const frames = ['number', 'securityCode'].map((name) => {
          const frame = document.createElement('iframe');
          frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
          frame.src = `${address}#${name}`;
          const loaded = new Promise<void>((resolve) => {
            frame.onload = () => {
              frame.dataset['loaded'] = '';
              resolve();
            };
          });
          document.querySelector(`#${name}`)!.append(frame);
          return loaded;
        });
        if (isLoaded) await Promise.all(frames);
      },
      {address, isLoaded},
    );

  for (const [when, isLoaded] of [
    ['that have loaded', true],
    ['that are still on their way', false],
  ] as const)
    it(`are taken over by the library: ones ${when}`, async () => {
      const address = earlyFrameOf(await issue())!;
      const jwt = await issue();
      assert.equal(earlyFrameOf(jwt), address, 'the same for every context of the merchant and the page');
      shop.pages.set('/', shopPage(jwt));
      await page.goto(`${shop.origin}/`);
      await loadFrames(address, isLoaded);
      const fields = new Fields(page, jwt);
      await fields.create({});
      await fields.loaded();
      assert.equal(await page.locator('iframe').count(), 2);
      await fields.number.pressSequentially('378282246310005');
      await fields.code.pressSequentially('1234');
      const {token, error} = await fields.token();
      assert.equal(error, undefined);
      const card = await microform.redeemTransientToken({tracker: `track_${serial}`, jwt: token!});
      assert.deepEqual([card.number, card.securityCode], ['378282246310005', '1234']);
      assert.deepEqual(complaints, []);
    });

  it('of another address are left alone, and the library makes its own', async () => {
    const jwt = await issue();
    shop.pages.set('/', shopPage(jwt));
    await page.goto(`${shop.origin}/`);
    await loadFrames(`${earlyFrameOf(jwt)}&origin=${encodeURIComponent(shop.origin)}`, true);
    const fields = new Fields(page, jwt);
    await fields.create({});
    await fields.loaded();
    assert.equal(await page.locator('#number iframe').count(), 2);
  });

  /** What a frame of this address answers to a page that gives it the context by itself. */
  async function answerOf(address: string, jwt: string): Promise<string> {
    shop.pages.set('/', shopPage(await issue()));
    await page.goto(`${shop.origin}/`);
    return page.evaluate(
      async ({address, jwt}) => {
        const frame = document.createElement('iframe');
        frame.src = `${address}#number`;
        document.body.append(frame);
        await new Promise((loaded) => frame.addEventListener('load', loaded, {once: true}));
        const {port1, port2} = new MessageChannel();
        return new Promise<string>((resolve) => {
          port1.onmessage = ({data}: MessageEvent<{type: string; error?: {reason: string}}>) =>
            resolve(data.error?.reason ?? data.type);
          const connect = {cardVault: 'microform', type: 'connect', channel: '', microformId: 'm'};
          frame.contentWindow!.postMessage(connect, new URL(address).origin, [port2]);
          port1.postMessage({type: 'start', jwt, options: {}});
        });
      },
      {address, jwt},
    );
  }

  it('take a context that names their own address, and no other', async () => {
    const jwt = await issue();
    const address = earlyFrameOf(jwt)!;
    assert.equal(await answerOf(address, jwt), 'ready');
    const refused = 'IFRAME_JWT_VALIDATION_FAILED';
    assert.equal(await answerOf(address, await issue('merchant_2')), refused, 'of another merchant');
    assert.equal(await answerOf(address, await issue('merchant_1', [3])), refused, 'for a code alone');
    const [header = '', payload = '', signature] = jwt.split('.');
    assert.equal(await answerOf(address, `${header}.${payload}.${signature!.slice(0, -6)}AAAAAA`), refused);
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({...claims, jti: 'x'})).toString('base64url');
    assert.equal(await answerOf(address, `${header}.${forged}.${signature}`), refused);
  });

  it('are served for origins of their merchant, and may stand in these alone', async () => {
    const jwt = await issue();
    const {pathname, searchParams} = new URL(earlyFrameOf(jwt)!);
    assert.deepEqual(
      [...searchParams],
      [
        ['merchant', 'merchant_1'],
        ['origin', shop.origin],
      ],
    );
    const ask = async (query: Readonly<Record<string, string | readonly string[]>>) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        for (const one of [value].flat()) search.append(name, one);
      const {status, headers} = await microform.routes.request(`${pathname}?${search}`);
      const policy = headers.get('content-security-policy') ?? '';
      return [status, /frame-ancestors ([^;]*)/.exec(policy)?.[1]];
    };
    const {origin} = shop;
    assert.deepEqual(await ask({merchant: 'merchant_1', origin}), [200, origin]);
    const none = [404, "'none'"];
    assert.deepEqual(await ask({merchant: elsewhere, origin}), none, 'a merchant that does not own it');
    assert.deepEqual(await ask({merchant: 'merchant_1'}), none, 'no origin');
    assert.deepEqual(await ask({merchant: 'merchant_1', origin: Array(10).fill(origin)}), none, 'too many');
    assert.deepEqual(await ask({}), none);
  });

  it('have no address in a context for a security code alone', async () => {
    assert.equal(earlyFrameOf(await issue('merchant_1', [3])), undefined);
  });
});
