// Further: the shell as recorded, in a browser; journeys at the recorded service: `test/e2e/matrix.spec.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, FrameLocator, Page} from 'playwright';
import {launch, site, type Site} from '../server/support/browser.js';
import {openShop} from '../server/support/shop.js';
import {startRecorded, type Behaviour, type Recorded} from './index.js';
import {enrollCard, enrollmentOf, newSession} from './support/shop.js';

interface Challenge {
  readonly page: Page;
  readonly bank: FrameLocator;
  readonly tracker: string;
  /** Errors of the console, and kinds of dialogs. */
  readonly noticed: string[];
}

/** Puts the shell into the page and has it begin a step-up; what it reports goes to the console. */
const begin = ([url, jwt]: readonly [string, string]) => {
  const frame = document.createElement('iframe');
  frame.src = '/card-vault/frame';
  frame.onload = () => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = ({data}: MessageEvent<{readonly type: string}>) => {
      if (data.type === 'ready') port1.postMessage({type: 'step-up', url, jwt, target: 'frame'});
      if (data.type === 'returned') document.body.dataset['returned'] = '';
      if (data.type === 'refused') console.error('The shell refuses it.');
    };
    frame.contentWindow?.postMessage({cardVault: 'shell', type: 'connect'}, location.origin, [port2]);
  };
  document.body.append(frame);
};

describe("a bank's page in the shell frame (decision 0002)", () => {
  const kit = openShop({serviceUrl: 'http://127.0.0.1:4100'});
  let recorded: Recorded;
  let shop: Site;
  let browser: Browser;

  before(async () => {
    recorded = await startRecorded();
    shop = await site('localhost', (request, response) => {
      if (request.url === '/favicon.ico') return void response.writeHead(204).end();
      if (request.url !== '/card-vault/frame') {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        return void response.end('<!doctype html><title>Shop</title><body>Back at the shop</body>');
      }
      void kit.ask('GET', '/frame').then(async (answer) => {
        answer.headers.forEach((value, name) => response.setHeader(name, value));
        response.end(await answer.text());
      });
    });
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    await shop.close();
    await recorded.stop();
  });

  async function challenge(kind: Behaviour['issuer']['page']): Promise<Challenge> {
    recorded.setBehaviour({issuer: {page: kind}});
    const session = await newSession(recorded);
    const urls = {success_url: `${shop.origin}/good`, failure_url: `${shop.origin}/bad`};
    const enrollment = enrollmentOf(await enrollCard(recorded, session, '4000000000002503', urls));
    const context = await browser.newContext();
    // A busy machine comes late, which is no failure.
    context.setDefaultTimeout(120_000);
    await context.addInitScript({content: 'globalThis.__name ??= (fn) => fn'});
    const page = await context.newPage();
    const noticed: string[] = [];
    page.on('console', (message) => message.type() === 'error' && noticed.push(message.text()));
    page.on('dialog', (dialog) => {
      noticed.push(dialog.type());
      void dialog.accept();
    });
    await page.goto(shop.origin);
    await page.evaluate(begin, [
      String(enrollment['step_up_url']),
      String(enrollment['access_token']),
    ] as const);
    const bank = page.frameLocator('iframe').frameLocator('iframe');
    await bank.getByText('Your bank').first().waitFor();
    return {page, bank, tracker: session.tracker, noticed};
  }

  async function comesBack({page, noticed}: Challenge, ...expected: string[]): Promise<void> {
    await page.locator('body[data-returned]').waitFor();
    assert.deepEqual(noticed, expected);
    await page.context().close();
  }

  it('learns the origin of the shop and nothing of its page', async () => {
    const under = await challenge('code');
    const [asked] = recorded.requests.filter(({path}) => path === '/V2/Cruise/StepUp').slice(-1);
    assert.equal(asked?.headers['origin'], shop.origin);
    assert.equal(asked.headers['referer'], `${shop.origin}/`);
    await under.bank.getByPlaceholder('Enter Code Here').fill('1234');
    await under.bank.getByRole('button', {name: 'SUBMIT'}).click();
    await comesBack(under);
  });

  it('may ask by dialogs of the browser', async () => {
    const under = await challenge('dialog');
    await under.bank.getByRole('button', {name: 'Approve'}).click();
    await comesBack(under, 'alert', 'confirm');
  });

  it('may open its window, which is one like any other and cannot send the page away', async () => {
    const under = await challenge('window');
    const opening = under.page.waitForEvent('popup');
    await under.bank.getByRole('button', {name: "Open the bank's window"}).click();
    const opened = await opening;
    const asked = opened.waitForEvent('dialog').then((dialog) => dialog.accept());
    assert.equal(await opened.evaluate(() => confirm('Is this a whole window?')), true);
    await asked;
    const refused = await opened.evaluate(() => {
      try {
        (opener as Window).top!.location.href = location.href;
        return 'not refused';
      } catch (error) {
        return (error as Error).name;
      }
    });
    assert.equal(refused, 'SecurityError');
    await opened.getByPlaceholder('Enter Code Here').fill('1234');
    await opened.getByRole('button', {name: 'SUBMIT'}).click();
    await comesBack(under);
  });

  it("may open the bank's app, and waits for it where it was", async () => {
    const under = await challenge('app');
    const link = under.bank.getByRole('link', {name: "Open the bank's app"});
    await link.click();
    assert.equal(await link.count(), 1);
    recorded.approveInApp(under.tracker);
    await comesBack(under);
  });
});
