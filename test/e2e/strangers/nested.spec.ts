// Further: a shop in frames of other sites; a shop alone: `test/e2e/policy.spec.ts`.
import {expect} from '@playwright/test';
import {ending, test} from '../support/shop.js';

const body = (tag: () => string, kind: string) =>
  kind === 'vault.markup()'
    ? tag()
    : '<card-vault session-url="/card-vault/session"></card-vault><script type="module" src="/assets/card-vault.js"></script>';

for (const kind of ['vault.markup()', 'the plain tag'])
  for (const around of ['directly', 'with a page of the shop’s own between'])
    test(`a shop in a frame of another site reads at once whose frame it is, by ${kind}, ${around}`, async ({
      page,
      shop,
    }) => {
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      const pay = shop.put({isOpen: true, body: (tag) => body(tag, kind)});
      const between = shop.put({isOpen: true, body: () => `<iframe src="${pay}" height="700"></iframe>`});
      const mall = shop.put({
        isOpen: true,
        body: () => `<iframe src="${around === 'directly' ? pay : between}" height="800"></iframe>`,
      });
      // Another site than localhost.
      const {port, pathname} = new URL(mall);
      await page.goto(`http://127.0.0.1:${port}${pathname}`);
      const end = await ending(page);
      expect(end).toMatchObject({outcome: 'error', code: 'framed-elsewhere', audience: 'merchant'});
      expect(end.message).toContain(`in a frame of http://127.0.0.1:${port}, where the card fields refuse`);
      await expect.poll(() => said.join('\n')).toContain(`in a frame of http://127.0.0.1:${port}`);
      const form = page.frameLocator('iframe');
      const inner = around === 'directly' ? form : form.frameLocator('iframe');
      await expect(inner.getByText('Open it in a tab of its own.').first()).toBeVisible();
    });
