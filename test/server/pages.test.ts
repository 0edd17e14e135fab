// Further: shell and return page in a browser; a journey through them: `test/e2e/policy.spec.ts`.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import {runInNewContext} from 'node:vm';
import type {Browser, Page} from 'playwright';
import {contentSecurityPolicy} from '../../src/server/index.js';
import {toNodeHandler} from '../../src/server/node.js';
import {bodyOf, launch, site, type Site} from './support/browser.js';
import {shop as shopOrigin} from './support/fake-service.js';
import {openShop} from './support/shop.js';

type Report = Record<string, unknown>;
interface Harness {
  reports: Report[];
  connect(command?: unknown): Promise<void>;
  next(type: string): Promise<Report>;
}
declare global {
  interface Window {
    shell: Harness;
    violations: string[];
  }
}

/** What a page of the shop does with the shell, in the smallest form; the same for every test. */
const pageScript = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (e) => violations.push(e.effectiveDirective + ' ' + e.blockedURI));
  const frame = document.querySelector('iframe');
  const loaded = new Promise((done) => frame.addEventListener('load', done, {once: true}));
  frame.src = '/card-vault/frame';
  window.shell = {
    reports: [],
    async connect(command) {
      await loaded;
      const {port1, port2} = new MessageChannel();
      this.port = port1;
      port1.onmessage = ({data}) => { this.reports.push(data); dispatchEvent(new Event('report')); };
      frame.contentWindow.postMessage({cardVault: 'shell', type: 'connect'}, location.origin, [port2]);
      await this.next('ready');
      if (command) port1.postMessage(command);
    },
    async next(type) {
      for (;;) {
        const found = this.reports.find((report) => report.type === type);
        if (found) return found;
        await new Promise((done) => addEventListener('report', done, {once: true}));
      }
    },
  };`;

describe('shell and return page, in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let shop: Site;
  let bank: Site;
  let posted: {path: string; body: string}[] = [];
  /** Script of the bank's page; `HOME` is the shop's origin. */
  let bankScript = '';

  const shopAnswer =
    (handler: ReturnType<typeof toNodeHandler>) => (request: IncomingMessage, response: ServerResponse) => {
      void handler(request, response, () => {
        const nonce = 'bm9uY2Utbm9uY2Utbm9uY2U=';
        response.writeHead(200, {
          'Content-Type': 'text/html',
          'Content-Security-Policy': contentSecurityPolicy({
            nonce,
            serviceUrl: bank.origin,
            fieldsOrigin: 'http://127.0.0.1:9',
          }),
        });
        response.end(
          `<!doctype html><title>Shop</title><iframe></iframe><script nonce="${nonce}">${pageScript}</script>`,
        );
      });
    };

  before(async () => {
    browser = await launch();
    bank = await site('127.0.0.1', (request, response) => {
      void bodyOf(request).then((body) => {
        posted.push({path: request.url ?? '', body});
        if (request.url?.startsWith('/away')) {
          response.writeHead(303, {
            Location: `${shop.origin}/card-vault/return?outcome=success&to=/checkout%3Fstep%3D2`,
          });
          return response.end();
        }
        response.writeHead(200, {'Content-Type': 'text/html'});
        return response.end(
          `<!doctype html><title>Bank</title><p>Bank</p><script>const HOME='${shop.origin}';${bankScript}</script>`,
        );
      });
    });
    const {vault} = openShop({serviceUrl: 'http://localhost:4100'});
    shop = await site('localhost', shopAnswer(toNodeHandler(vault)));
  });
  after(async () => {
    await browser.close();
    await Promise.all([shop.close(), bank.close()]);
  });
  beforeEach(async () => {
    posted = [];
    bankScript = '';
    page = await browser.newPage();
    await page.goto(`${shop.origin}/checkout`);
  });
  afterEach(() => page.close());

  const order = (command: unknown) => page.evaluate((it) => window.shell.connect(it), command);
  const next = (type: string) => page.evaluate((it) => window.shell.next(it), type);
  const reports = () => page.evaluate(() => window.shell.reports);
  const deviceData = (path = '/collect') => ({
    type: 'device-data',
    url: bank.origin + path,
    jwt: 'the.jwt.text',
  });
  const stepUp = (target: 'frame' | 'top', path = '/step-up') => ({
    type: 'step-up',
    url: bank.origin + path,
    jwt: 'the.jwt.text',
    target,
  });

  const forms = {
    'the first form, a JSON text': `JSON.stringify({MessageType: 'profile.completed', SessionId: 'abc-1', Status: true})`,
    'the first form with the older key': `JSON.stringify({MessageType: 'profile.completed', 'Session Id': 'abc-1', Status: true})`,
    'the second form, an object': `{MessageType: 'x', Payload: {ActionCode: 'SUCCESS', SessionId: 'abc-1', DataSources: {}}}`,
  };
  for (const [name, message] of Object.entries(forms)) {
    it(`collects device data: ${name}`, async () => {
      bankScript = `parent.postMessage(${message}, HOME)`;
      await order(deviceData());
      assert.deepEqual(await next('completed'), {type: 'completed', sessionId: 'abc-1'});
      assert.deepEqual(posted, [{path: '/collect', body: 'JWT=the.jwt.text'}]);
      assert.deepEqual(await page.evaluate(() => window.violations), []);
      assert.equal(page.frames().length, 2, 'the inner frame is gone');
    });
  }

  it('tells a collection that failed, in both forms', async () => {
    bankScript = `parent.postMessage(JSON.stringify({MessageType: 'profile.completed', SessionId: 'a', Status: false}), HOME)`;
    await order(deviceData());
    await next('failed');
    bankScript = `parent.postMessage({MessageType: 'x', Payload: {ActionCode: 'ERROR'}}, HOME)`;
    await page.reload();
    await order(deviceData());
    await next('failed');
  });

  it('ignores messages of another origin, of another window and of another shape', async () => {
    const done = (id: string) =>
      `JSON.stringify({MessageType: 'profile.completed', SessionId: '${id}', Status: true})`;
    // First a nested frame of the right origin speaks, then the right window under another origin; the genuine one is last.
    bankScript = `
      const other = 'http://localhost:' + location.port;
      const steps = {
        '': () => {
          for (const message of ['{', {hello: 'extension'}, {cardVault: 'return', type: 'returned'}]) {
            parent.postMessage(message, HOME);
          }
          const nested = document.createElement('iframe');
          nested.src = '/nested?nested';
          nested.onload = () => { location.href = other + '/other?other'; };
          document.body.append(nested);
        },
        '?nested': () => parent.parent.postMessage(${done('forged-window')}, HOME),
        '?other': () => {
          parent.postMessage(${done('forged-origin')}, HOME);
          location.href = '${bank.origin}/genuine?genuine';
        },
        '?genuine': () => parent.postMessage(${done('genuine')}, HOME),
      };
      steps[location.search]();`;
    await order(deviceData());
    assert.deepEqual(await next('completed'), {type: 'completed', sessionId: 'genuine'});
    const types = new Set((await reports()).map(({type}) => type));
    assert.equal(types.has('failed') || types.has('returned'), false);
  });

  it('shows the step-up over its whole area and hears the return page, in a page that frames and posts to nobody', async () => {
    bankScript = '';
    await order(stepUp('frame'));
    await next('loaded');
    const inner = page.frames().find((frame) => frame.parentFrame()?.url().endsWith('/card-vault/frame'));
    const [shell, bankFrame] = await Promise.all([
      (await page.$('iframe'))?.boundingBox(),
      (await inner?.frameElement())?.boundingBox(),
    ]);
    assert.ok(
      Math.abs((shell?.width ?? 0) - (bankFrame?.width ?? 0)) <= 4,
      'as wide as the shell, less its border',
    );
    await inner?.evaluate(
      (home) => (location.href = `${home}/card-vault/return?outcome=success&to=/`),
      shop.origin,
    );
    await next('returned');
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.equal(page.url(), `${shop.origin}/checkout`, 'the page itself stays');
  });

  it('follows a step-up that comes straight back by redirects', async () => {
    await order(stepUp('frame', '/away'));
    await next('returned');
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  });

  it('keeps the bank from navigating the shop away', async () => {
    bankScript = `try { top.location = HOME + '/lost'; } catch {} parent.postMessage('x', HOME);`;
    await order(stepUp('frame'));
    await next('loaded');
    assert.equal(page.url(), `${shop.origin}/checkout`);
  });

  it('lets the whole page leave in redirect mode and brings it back to the page that asked', async () => {
    await order(stepUp('top', '/away'));
    await page.waitForURL(`${shop.origin}/checkout?step=2`);
    assert.deepEqual(posted, [{path: '/away', body: 'JWT=the.jwt.text'}]);
  });

  it('refuses addresses a form must not go to', async () => {
    const refusals: Record<string, string> = {
      'javascript:alert(1)': 'not-https',
      'http://bank.example/x': 'not-https',
      'data:text/html,x': 'not-https',
      'https://user:word@bank.example/': 'credentials-in-address',
      '/relative': 'no-address',
    };
    for (const [url, reason] of Object.entries(refusals)) {
      await page.reload();
      await order({...stepUp('frame'), url});
      assert.deepEqual(await next('refused'), {type: 'refused', reason});
    }
    assert.deepEqual(posted, []);
  });

  it('obeys the first port only, and nobody but the page that holds it', async () => {
    await order(undefined);
    await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => window.shell.reports.push({type: 'second-port'});
      frame?.contentWindow?.postMessage({cardVault: 'shell', type: 'connect'}, location.origin, [port2]);
    });
    await page.evaluate((it) => {
      const {port} = window.shell as unknown as {port: MessagePort};
      port.postMessage({type: 'nonsense'});
      port.postMessage(it);
    }, deviceData());
    await next('loaded');
    assert.equal((await reports()).filter(({type}) => type === 'second-port').length, 0);
  });

  it('is framed by nobody else', async () => {
    bankScript = '';
    const stranger = await browser.newPage();
    for (const path of ['/card-vault/frame', '/card-vault/return?to=/']) {
      await stranger.goto(`${bank.origin}/stranger`);
      const blocked = stranger.waitForEvent('requestfailed');
      await stranger.evaluate((src) => {
        const frame = document.createElement('iframe');
        frame.src = src;
        document.body.append(frame);
      }, shop.origin + path);
      assert.match((await blocked).failure()?.errorText ?? '', /BLOCKED|ABORTED/);
    }
    await stranger.close();
  });

  describe('the return page at the top', () => {
    const targets: Record<string, string> = {
      '/account/cards?x=1': '/account/cards?x=1',
      '//evil.example/': '/',
      'https://evil.example/': '/',
      '/\\evil.example': '/',
      'javascript:alert(1)': '/',
      '/card-vault/return?to=/': '/',
      'http://[': '/',
    };
    for (const [to, expected] of Object.entries(targets)) {
      it(`goes from to=${to} to ${expected}`, async () => {
        await page.goto(
          `${shop.origin}/card-vault/return?outcome=failure&error=failed&to=${encodeURIComponent(to)}`,
        );
        await page.waitForURL(shop.origin + expected);
      });
    }
  });
});

describe('the return page inside a frame', () => {
  const other = 'https://m.shop.example';

  /** Runs the page's own script with what a browser says about the windows around it; answers whom it posted to. */
  async function postedTo(ancestorOrigins: readonly string[] | undefined): Promise<string[]> {
    const text = await (await openShop({origins: [other]}).ask('GET', '/return', {as: ''})).text();
    const targets: string[] = [];
    const script = /<script>([^]*?)<\/script>/.exec(text)?.[1] ?? '';
    const location = {origin: shopOrigin, href: `${shopOrigin}/card-vault/return`, ancestorOrigins};
    const parent = {postMessage: (_message: unknown, target: string) => targets.push(target)};
    runInNewContext(script, {location, parent, window: {}});
    return targets;
  }

  it('posts to the one shop origin that the browser names as its holder', async () => {
    assert.deepEqual(await postedTo([shopOrigin]), [shopOrigin]);
    assert.deepEqual(await postedTo([other, shopOrigin]), [other]);
  });

  for (const [name, ancestors] of Object.entries({
    'keeps the list to itself': undefined,
    'hides every origin, as Firefox does for a frame without a referrer': ['null', 'null'],
    'names a page that is not the shop': ['https://elsewhere.example'],
  })) {
    it(`posts to the shop's origins, each by its exact name, when the browser ${name}`, async () => {
      assert.deepEqual(await postedTo(ancestors), [shopOrigin, other]);
    });
  }
});

describe('the two documents', () => {
  for (const path of ['/frame', '/return']) {
    it(`${path} carries a policy of its own that names exactly its one script and one style`, async () => {
      const response = await openShop().ask('GET', path, {as: ''});
      const text = await response.text();
      const policy = response.headers.get('content-security-policy') ?? '';
      const hashOf = (tag: string) => {
        const inside = [...text.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))];
        assert.equal(inside.length, 1);
        return `'sha256-${createHash('sha256')
          .update(inside[0]?.[1] ?? '')
          .digest('base64')}'`;
      };
      const nothing = ['connect', 'font', 'img', 'manifest', 'media', 'object', 'worker'];
      const first =
        path === '/frame'
          ? nothing.map((kind) => `${kind}-src 'none'; `).join('')
          : "default-src 'none'; frame-src 'none'; ";
      assert.ok(policy.startsWith(`${first}script-src `));
      assert.ok(policy.includes(`script-src ${hashOf('script')};`));
      assert.ok(policy.includes(`style-src ${hashOf('style')};`));
      assert.ok(
        policy.includes("frame-ancestors 'self'; base-uri 'none'; require-trusted-types-for 'script'"),
      );
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const referrer = path === '/frame' ? 'strict-origin' : 'no-referrer';
      assert.equal(response.headers.get('referrer-policy'), referrer);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.equal(response.headers.get('cross-origin-embedder-policy'), null);
      assert.doesNotMatch(text, / style=| on\w+=/);
    });
  }

  it('speak the language of the browser, and English where it has none of ours', async () => {
    const {ask} = openShop();
    const textOf = async (path: string, accepted?: string) =>
      (await ask('GET', path, {as: '', headers: accepted ? {'accept-language': accepted} : {}})).text();
    assert.match(await textOf('/return', 'xx, de-AT;q=0.9, en;q=0.1'), /<html lang="de" dir="ltr">/);
    assert.match(await textOf('/return', 'de'), /<p>Ihre Bank hat geantwortet\.<\/p>.*>Zurück zum Shop<\/a>/);
    assert.match(
      await textOf('/frame', 'ur'),
      /<html lang="ur" dir="rtl">.*<title>آپ کے بینک کا صفحہ<\/title>/s,
    );
    assert.match(await textOf('/return'), /<html lang="en" dir="ltr">.*Your bank has answered/s);
  });

  it('let the shell post to https only, and to this machine when the service is on it', async () => {
    const policyOf = async (serviceUrl: string) =>
      (await openShop({serviceUrl}).ask('GET', '/frame')).headers.get('content-security-policy') ?? '';
    assert.match(await policyOf('https://service.example'), /form-action 'self' https:;/);
    assert.match(await policyOf('http://localhost:4100'), /form-action 'self' https: http:\/\/localhost:\*/);
  });

  it('join a cross-origin isolated page when the shop says it is one', async () => {
    const response = await openShop({crossOriginIsolated: true}).ask('GET', '/frame');
    assert.equal(response.headers.get('cross-origin-embedder-policy'), 'require-corp');
  });

  it('answer a POST of the bank without looking where it comes from', async () => {
    const {ask} = openShop();
    const response = await ask('POST', '/return?outcome=success', {
      as: '',
      headers: {
        origin: 'https://bank.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    assert.equal(response.status, 200);
  });
});
