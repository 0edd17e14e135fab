// Further: a page without TLS; other refusals: `test/e2e/first-paint.spec.ts`.
import {expect} from '@playwright/test';
import {ending, test} from '../support/shop.js';

for (const kind of ['with the script of vault.markup()', 'with the plain tag'])
  test(`a page that is no secure context is told so at once, ${kind}`, async ({page, shop}) => {
    const thrown: string[] = [];
    const said: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    page.on('console', (message) => said.push(message.text()));
    const plain =
      '<card-vault session-url="/card-vault/session"></card-vault>' +
      '<script type="module" src="/assets/card-vault.js" nonce="NONCE"></script>';
    const address = new URL(shop.put({body: (tag) => (kind.includes('plain') ? plain : tag())}));
    // The shop on a machine of the local network, as a developer opens it on a phone.
    await page.route('http://192.168.0.7/**', async (route) => {
      const {pathname, search} = new URL(route.request().url());
      await route.fulfill({response: await route.fetch({url: address.origin + pathname + search})});
    });
    await page.goto(`http://192.168.0.7${address.pathname}`);
    expect(await ending(page)).toMatchObject({
      outcome: 'error',
      code: 'configuration-missing',
      audience: 'merchant',
      message: 'This page is not a secure context: open it by https, or at localhost.',
    });
    await expect(page.getByText('We can’t take cards right now.').first()).toBeVisible();
    await expect.poll(() => said.join('\n')).toContain('configuration-missing: This page is not a secure');
    expect(thrown).toEqual([]);
  });
