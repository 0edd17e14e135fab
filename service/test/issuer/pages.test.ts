// Further: the bank’s pages in a browser; a step-up through them: `test/e2e/step-up-endings.spec.ts`.
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {FrameLocator} from 'playwright';
import {openShop} from '../microform/browser.js';
import {BankStage, right} from './stage.js';
import {sharePasskey} from './virtual-authenticator.js';

describe('the pages of the issuer in a browser', () => {
  const stage = new BankStage();

  describe('device data collection', () => {
    it("posts its session to the shop's page, from its own origin", async () => {
      const {deviceDataCollectionUrl, accessToken, referenceId} = await stage.setup(right);
      await stage.post(deviceDataCollectionUrl, accessToken);
      await stage.page.waitForFunction(() => (window as unknown as {heard: unknown[]}).heard.length > 0);
      assert.deepEqual(await stage.page.evaluate(() => (window as unknown as {heard: unknown[]}).heard), [
        {
          origin: stage.deps.urls.issuer,
          data: JSON.stringify({MessageType: 'profile.completed', SessionId: referenceId, Status: true}),
        },
      ]);
      assert.deepEqual(stage.complaints, []);
      assert.deepEqual(await stage.context.cookies(), []);
    });

    it('is not shown to another shop', async () => {
      const {deviceDataCollectionUrl, accessToken} = await stage.setup(right, 'https://another-shop.example');
      const complaint = stage.page.waitForEvent('console', (message) =>
        message.text().includes('frame-ancestors'),
      );
      await stage.post(deviceDataCollectionUrl, accessToken);
      await complaint;
    });
  });

  describe('the step-up', () => {
    it('after the right code posts TransactionId and MD, returns to the shop, and leaves the history unchanged', async () => {
      const {frame, transactionId} = await stage.open();
      const length = await stage.page.evaluate(() => history.length);
      await stage.type(frame, '1234');
      await stage.back(frame);
      assert.deepEqual(
        stage.returned.map((form) => ({...form})),
        [{TransactionId: transactionId, MD: 'md-1'}],
      );
      assert.equal(await stage.result(transactionId), 'succeeded');
      assert.equal(await stage.page.evaluate(() => history.length), length);
      assert.deepEqual(stage.complaints, []);
      assert.deepEqual(await stage.context.cookies(), []);
    });

    it('explains a wrong code and focuses the field', async () => {
      const {frame, transactionId} = await stage.open();
      await frame.getByRole('button', {name: 'Confirm'}).click();
      await frame.getByText('Enter the code that we sent you.').waitFor();
      await stage.type(frame, '0000');
      await frame.getByText('This code is wrong. 2 tries left.').waitFor();
      const input = frame.getByLabel('One-time code');
      assert.equal(await input.getAttribute('aria-invalid'), 'true');
      assert.equal(await input.evaluate((element) => document.activeElement === element), true);
      await stage.type(frame, '0000');
      await frame.getByText('1 try left.').waitFor();
      await stage.type(frame, '0000');
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'failed');
      assert.equal(stage.returned.length, 1);
    });

    it('can be cancelled', async () => {
      const {frame, transactionId} = await stage.open();
      await frame.getByRole('button', {name: 'Cancel'}).click();
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'cancelled');
    });

    // shows: wcag 2.1.2
    it('is cancelled by Escape inside its frame, in the field as well', async () => {
      const {frame, transactionId} = await stage.open();
      await frame.getByLabel('One-time code').press('Escape');
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'cancelled');
    });

    it('sends the code again and announces it in a live region', async () => {
      const {frame} = await stage.open();
      await frame.getByRole('button', {name: 'Resend code'}).click();
      await frame.getByRole('status').getByText('A new code is on its way.').waitFor();
    });

    // shows: wcag 2.1.1 3.3.8
    it('works with the keyboard alone', async () => {
      const {frame, transactionId} = await stage.open();
      await frame.getByLabel('One-time code').focus();
      await stage.page.keyboard.type('1234');
      await stage.page.keyboard.press('Enter');
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'succeeded');
    });

    it('sends the code once for several clicks', async () => {
      const {frame, transactionId} = await stage.open();
      await frame.getByLabel('One-time code').fill('1234');
      await frame.getByRole('button', {name: 'Confirm'}).dblclick();
      await stage.back(frame);
      assert.equal(stage.returned.length, 1);
      assert.equal(await stage.result(transactionId), 'succeeded');
    });

    it('survives a refresh inside its frame', async () => {
      const {frame, transactionId} = await stage.open();
      await stage.type(frame, '0000');
      await frame.getByText('2 tries left.').waitFor();
      await stage.page.evaluate(() => document.forms[0]!.submit());
      await frame.getByText('2 tries left.').waitFor({state: 'detached'});
      await stage.type(frame, '0000');
      await frame.getByText('1 try left.').waitFor();
      await stage.type(frame, '1234');
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'succeeded');
    });

    it('reports that the bank cannot be reached, and works once it can', async () => {
      const {frame, transactionId} = await stage.open();
      await stage.page.route('**/answer', (route) => route.abort());
      await stage.type(frame, '1234');
      await frame.getByText('The bank could not be reached. Please try again.').waitFor();
      await stage.page.unroute('**/answer');
      await stage.type(frame, '1234');
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'succeeded');
    });

    it('works at the top level, where the shop sends the whole page', async () => {
      const {transactionId, stepUp} = await stage.enroll();
      await stage.post(stepUp.url, stepUp.accessToken, {target: '_top'});
      // Escape does not cancel here, where it stops the loading of a page.
      await stage.page.getByLabel('One-time code').press('Escape');
      await stage.page.getByLabel('One-time code').fill('1234');
      await stage.page.getByRole('button', {name: 'Confirm'}).click();
      await stage.page.waitForURL(`${stage.shop.origin}/done`);
      assert.equal(await stage.result(transactionId), 'succeeded');
    });

    /** The page that a press of the opening button opens beside the shop's. */
    const opened = async (frame: FrameLocator, name: string) => {
      const [beside] = await Promise.all([
        stage.context.waitForEvent('page'),
        frame.getByRole('button', {name}).click(),
      ]);
      await beside.getByRole('heading').waitFor();
      return beside;
    };

    it('goes on by itself when it was approved in the bank’s app, and the app closes', async () => {
      stage.deps.settings.stepUp = 'app';
      const {frame, transactionId} = await stage.open();
      await frame.getByText('Waiting for the app…').waitFor();
      const app = await opened(frame, 'Open the app');
      const closed = app.waitForEvent('close');
      await app.getByRole('button', {name: 'Approve'}).click();
      await Promise.all([stage.back(frame), closed]);
      assert.equal(await stage.result(transactionId), 'succeeded');
      assert.deepEqual(stage.complaints, []);
    });

    it('asks in a window of its own, or for a code in its own place after all', async () => {
      stage.deps.settings.stepUp = 'window';
      const first = await stage.open();
      const beside = await opened(first.frame, 'Open the window');
      const closed = beside.waitForEvent('close');
      await beside.getByLabel('One-time code').fill('1234');
      // The window closes by itself, and may do so before this press is answered.
      await beside.keyboard.press('Enter').catch(() => closed);
      await Promise.all([stage.back(first.frame), closed]);
      assert.equal(await stage.result(first.transactionId), 'succeeded');
      const second = await stage.open();
      await second.frame.getByRole('button', {name: 'Use a code'}).click();
      await second.frame.getByText('We sent a code to your phone').waitFor();
      assert.equal(await second.frame.getByRole('button', {name: 'Open the window'}).isVisible(), false);
      await stage.type(second.frame, '1234');
      await stage.back(second.frame);
      assert.equal(await stage.result(second.transactionId), 'succeeded');
    });

    it('says when it stops to look for an answer, and looks again by a button', async () => {
      stage.deps.settings.stepUp = 'app';
      const {frame, transactionId} = await stage.open();
      stage.deps.clock.advance(180_000);
      await frame.getByText('No answer yet.').waitFor();
      await stage.page.route('**/answer', (route) => route.abort());
      await frame.getByRole('button', {name: 'Check again'}).click();
      await frame.getByText('The bank could not be reached.').waitFor();
      await stage.page.unroute('**/answer');
      await frame.getByRole('button', {name: 'Cancel'}).click();
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'cancelled');
    });

    it('asks for a passkey in its frame; one is made in a page of its own', async () => {
      stage.deps.settings.stepUp = 'passkey';
      const {frame, transactionId} = await stage.open();
      await frame.getByRole('button', {name: 'Use passkey'}).click();
      await frame.getByText('No passkey for this card yet.').waitFor();
      const maker = await opened(frame, 'Create a passkey');
      const closed = maker.waitForEvent('close');
      const create = () => maker.getByRole('button', {name: 'Create a passkey'}).click();
      await sharePasskey(maker, stage.page, create);
      await closed;
      await frame.getByRole('button', {name: 'Use passkey'}).click();
      await stage.back(frame);
      assert.equal(await stage.result(transactionId), 'succeeded');
      assert.deepEqual(stage.complaints, []);
    });

    it('is not shown to another shop', async () => {
      const {stepUp} = await stage.enroll();
      const other = await openShop();
      const complaint = stage.page.waitForEvent('console', (message) =>
        message.text().includes('frame-ancestors'),
      );
      other.pages.set('/', {
        html: `<!doctype html><title>x</title><iframe name="bank"></iframe><form method="post" action="${stepUp.url}" target="bank"><input name="JWT" value="${stepUp.accessToken}"></form><script>document.forms[0].submit()</script>`,
      });
      await stage.page.goto(`${other.origin}/`);
      await complaint;
      await other.close();
    });
  });
});
