// Further: panes that are hidden; a shown form: `test/e2e/plain-fields.spec.ts`.
import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ready, test} from '../support/shop.js';
import {plainHead} from '../support/paint-shop.js';

const card = '<card-vault session-url="/card-vault/session" name="method" required></card-vault>';

/** A pane of the shop's form around the card: how it is hidden, and how it is shown. */
const panes: Readonly<
  Record<string, readonly [open: string, close: string, show: (pane: HTMLElement) => void]>
> = {
  'display: none': ['<div id="pane" class="none">', '</div>', (pane) => (pane.className = '')],
  hidden: ['<div id="pane" hidden>', '</div>', (pane) => (pane.hidden = false)],
  'a closed <details>': [
    '<details id="pane"><summary>Card</summary>',
    '</details>',
    (pane) => ((pane as HTMLDetailsElement).open = true),
  ],
  'a closed <dialog>': ['<dialog id="pane">', '</dialog>', (pane) => (pane as HTMLDialogElement).show()],
  'content-visibility: hidden': [
    '<div id="pane" class="skipped">',
    '</div>',
    (pane) => (pane.className = ''),
  ],
};

const style = '<style nonce="NONCE">.none{display:none}.skipped{content-visibility:hidden}</style>';

const pay = (page: Page) => page.getByRole('button', {name: 'Pay'});

for (const [name, [open, close, show]] of Object.entries(panes))
  test(`nothing is required in a pane that is hidden by ${name}, and again when it is shown`, async ({
    page,
    shop,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const address = shop.put({
      head: plainHead + style,
      body: () =>
        `<form method="post" action="/order"><input name="way" value="cash">${open}${card}${close}<button>Pay</button></form>
        <p id="elsewhere">Elsewhere</p>`,
    });
    await page.goto(address);
    await page.waitForFunction(() => document.querySelector('card-vault')!.matches(':invalid'));
    const before = shop.posted.length;
    // The page stays, so that the console can be read and the pane be shown.
    await page.evaluate(() =>
      document.querySelector('form')!.addEventListener('submit', (event) => {
        event.preventDefault();
        document.querySelector('#elsewhere')!.textContent = 'Left';
      }),
    );
    await pay(page).click();
    await expect(page.locator('#elsewhere')).toHaveText('Left');
    await expect.poll(() => said.filter((text) => text.includes('#not-shown'))).toHaveLength(1);
    await page.locator('#pane').evaluate(show);
    await page.locator('#elsewhere').evaluate((line) => (line.textContent = 'Here'));
    await ready(page);
    await pay(page).click();
    await expect(page.getByText('Enter the card number', {exact: true}).first()).toBeVisible();
    await expect(page.locator('#elsewhere')).toHaveText('Here');
    expect(shop.posted).toHaveLength(before);
  });

test('a form that its page hides at the press waits for the card that was typed', async ({page, shop}) => {
  await page.goto(
    shop.put({
      head: plainHead,
      body: () =>
        `<form method="post" action="/order"><div id="pane">${card}</div><button>Pay</button></form>
        <script nonce="NONCE">document.querySelector('button').onclick = () => document.querySelector('#pane').hidden = true</script>`,
    }),
  );
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  const before = shop.posted.length;
  await pay(page).click();
  await expect.poll(() => shop.posted.slice(before)).toEqual([expect.stringMatching(/^method=pm_/)]);
});

test('a card that was entered whole in an earlier step of the form is saved from its hidden pane', async ({
  page,
  shop,
}) => {
  await page.goto(
    shop.put({
      head: plainHead,
      body: () =>
        `<form method="post" action="/order"><div id="pane">${card}</div><button>Pay</button></form>`,
    }),
  );
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.waitForFunction(() => document.querySelector('card-vault')!.matches(':valid'));
  await page.locator('#pane').evaluate((pane) => pane.setAttribute('hidden', ''));
  const before = shop.posted.length;
  await pay(page).click();
  await expect.poll(() => shop.posted.slice(before)).toEqual([expect.stringMatching(/^method=pm_/)]);
});

test('a list of saved cards in a hidden pane requires nothing', async ({page, shop}) => {
  await page.goto(
    shop.put({
      head: plainHead.replace('card-vault.js', 'card-vault-list.js'),
      body: () =>
        `<form method="post" action="/order"><input name="way" value="cash"><div hidden><card-vault-list session-url="/card-vault/session" name="method" required preselect="none"></card-vault-list></div><button>Pay</button></form>`,
    }),
  );
  await page.waitForFunction(() => document.querySelector('card-vault-list')!.matches(':invalid'));
  const before = shop.posted.length;
  await pay(page).click();
  await expect.poll(() => shop.posted.slice(before)).toEqual(['way=cash']);
});
