import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, policyViolations, ready, test} from './support/shop.js';
import {heldBack, partsOf, plainHead, type PaintPage, typeInto} from './support/paint-shop.js';
import {smokeIf} from './support/smoke.js';

// The tag alone: its card fields come up in a form that is only drawn, before what makes it work is there (decision 0053).

const plain = (attributes = '', around = (tag: string) => tag): PaintPage => ({
  head: plainHead,
  body: () =>
    around(
      `<form action="/cards" method="post"><card-vault session-url="/card-vault/session" name="payment_method" ${attributes}></card-vault>` +
        `<button>Save card</button></form>`,
    ),
});
const withoutForm = (html: string) => html.replace(/<\/?form[^>]*>|<button>.*?<\/button>/g, '');
const engine = '**/card-vault/engine-*.js';

const frames = (page: Page) => page.locator('card-vault [slot] iframe');
const expiry = (page: Page) => page.locator('card-vault').getByLabel('Expiry date');
const inputOf = (page: Page, field: 'number' | 'security-code') =>
  page.frameLocator(`card-vault [slot=${field}] iframe`).locator('input').first();
const live = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('card-vault-live').length > 0);

/** A page whose form stays only drawn until it is let go: what it needs has no answer, and the second after which it works does not pass. */
async function onlyDrawn(
  page: Page,
  url: string,
  held = '**/card-vault/session',
): Promise<() => Promise<void>> {
  await page.clock.install();
  const release = await heldBack(page, held);
  await page.goto(url);
  await page.locator('card-vault [part=form][aria-hidden=true]').waitFor();
  return async () => {
    await page.clock.resume();
    release();
    await ready(page);
  };
}

for (const layout of ['stacked', 'inline', 'compact'])
  // shows: time 20
  test(`the fields are live before the engine, stay where they are, and save the card: ${layout}${smokeIf(layout === 'stacked')}`, async ({
    page,
    shop,
  }) => {
    const release = await heldBack(page, engine);
    const {sessions} = shop;
    await page.goto(shop.put(plain(`required layout="${layout}"`)), {waitUntil: 'commit'});
    await live(page);
    const number = inputOf(page, 'number');
    await number.pressSequentially('4000 0000 0000 2701');
    await expect(number).toBeFocused();
    const before = await number.boundingBox();
    release();
    await ready(page);
    await expect(number).toHaveValue('4000 0000 0000 2701');
    await expect(number).toBeFocused();
    const after = await number.boundingBox();
    // The form that works stands at a whole pixel, and the brand takes some of the width.
    expect(after).toMatchObject({x: before?.x, height: before?.height});
    expect(Math.abs(after!.y - before!.y)).toBeLessThan(1);
    await expect(page.locator('card-vault [part=brand-mark]')).toHaveAttribute('data-brand', 'visa');
    await expect(frames(page)).toHaveCount(2);
    expect(shop.sessions).toBe(sessions + 1);
    await expiry(page).fill('0131');
    await typeInto(inputOf(page, 'security-code'), '123');
    const posted = shop.posted.length;
    await page.getByRole('button', {name: 'Save card'}).click();
    await page.getByText('Sent', {exact: true}).waitFor();
    expect(shop.posted.slice(posted)).toEqual([expect.stringMatching(/^payment_method=pm_/)]);
    expect(policyViolations(page)).toEqual([]);
  });

test('the fields look like the form as soon as they are live, before the engine', async ({page, shop}) => {
  await heldBack(page, engine);
  const looks =
    '<style nonce="NONCE">card-vault { --card-vault-text: rgb(0, 60, 120); --card-vault-field-font: monospace; }</style>';
  await page.goto(shop.put({...plain(), head: plainHead + looks}), {waitUntil: 'commit'});
  await live(page);
  for (const field of ['number', 'security-code'] as const) {
    const input = inputOf(page, field);
    await expect(input).toHaveCSS('color', 'rgb(0, 60, 120)');
    await expect(input).toHaveCSS('font-family', 'monospace');
    await expect(input).toHaveCSS('font-size', '16px');
  }
});

for (const [name, attributes, width, around] of [
  ['in a form', 'cardholder-name', 390, undefined],
  ['in a narrow form', '', 280, undefined],
  ['with its own button', '', 390, withoutForm],
] as const)
  // shows: time 21
  test(`what is drawn first stands where the form stands: ${name}`, async ({page, shop}) => {
    await page.setViewportSize({width, height: 844});
    const letGo = await onlyDrawn(page, shop.put(plain(attributes, around)));
    const form = page.locator('card-vault [part=form]');
    const first = await partsOf(page);
    expect(Object.keys(first).length).toBeGreaterThan(6);
    await letGo();
    await expect(form).not.toHaveAttribute('aria-hidden');
    expect(await partsOf(page)).toMatchObject(first);
  });

const words = '**/card-vault/ar-*.js';
const label = (page: Page) => page.locator('card-vault [part~=label-number]');
/** The colour of the label's letters; transparent while its words are missing. */
const paint = (page: Page) =>
  label(page).evaluate((text) => getComputedStyle(text).getPropertyValue('-webkit-text-fill-color'));
const unseen = 'rgba(0, 0, 0, 0)';

test('a page in Arabic never shows English, and its fields are live before the engine', async ({
  page,
  shop,
}) => {
  const [say, work] = [await heldBack(page, words), await heldBack(page, engine)];
  const {sessions} = shop;
  await page.goto(shop.put({...plain('required'), lang: 'ar'}), {waitUntil: 'commit'});
  await expect(label(page)).toHaveText('Card number');
  expect(await paint(page)).toBe(unseen);
  // The frames load beside the words, and come into sight with them.
  await expect(frames(page)).toHaveCount(2);
  await expect(page.locator('card-vault [slot][data-live]')).toHaveCount(0);
  const room = await partsOf(page);
  say();
  await live(page);
  await expect(label(page)).toHaveText('رقم البطاقة');
  expect(await paint(page)).not.toBe(unseen);
  await expect(inputOf(page, 'number')).toHaveAttribute('aria-label', 'رقم البطاقة');
  await typeInto(inputOf(page, 'number'), '4000 0000 0000 2701');
  const {'box-number': number, 'box-expiry': expires} = room;
  expect(await partsOf(page)).toMatchObject({'box-number': number, 'box-expiry': expires});
  work();
  await ready(page);
  await expect(inputOf(page, 'number')).toHaveValue('4000 0000 0000 2701');
  await expect(frames(page)).toHaveCount(2);
  expect(shop.sessions).toBe(sessions + 1);
});

test('a page whose words do not come is in English after three seconds, and works', async ({page, shop}) => {
  await page.route(words, (route) => route.abort());
  await page.goto(shop.put({...plain('required'), lang: 'ar'}), {waitUntil: 'commit'});
  await ready(page);
  await expect(label(page)).toHaveText('Card number');
  await expect.poll(() => paint(page)).not.toBe(unseen);
});

test('the form works after a second, though its session has no answer yet', async ({page, shop}) => {
  const release = await heldBack(page, '**/card-vault/session');
  await page.goto(shop.put(plain('required')));
  await expiry(page).fill('0131');
  await expect(expiry(page)).toHaveValue('01 / 31');
  release();
  await ready(page);
  await expect(expiry(page)).toHaveValue('01 / 31');
  await expect(frames(page)).toHaveCount(2);
});

// shows: time 22
test('a press on the expiry date that is only drawn goes to it when it works', async ({page, shop}) => {
  const letGo = await onlyDrawn(page, shop.put(plain()));
  await page.locator('card-vault [part~=box-expiry]').click();
  await letGo();
  await expect(expiry(page)).toBeFocused();
});

for (const field of ['expiry', 'number'] as const)
  test(`a press while the script of the fields is on its way is kept: ${field}`, async ({page, shop}) => {
    const letGo = await onlyDrawn(page, shop.put(plain()), '**/card-vault/fields-*.js');
    await page.locator(`card-vault [part~=box-${field}]`).click();
    await letGo();
    await expect(field === 'expiry' ? expiry(page) : inputOf(page, field)).toBeFocused();
  });

const waiting = '<input slot="waiting" required tabindex="-1" aria-label="One moment">';
for (const [name, around] of [
  ['alone', undefined],
  [
    'also where the page keeps its form itself',
    (form: string) => form.replace('></card-v', `>${waiting}</card-v`),
  ],
] as const)
  test(`a form that needs the card is not sent while its form is only drawn: ${name}`, async ({
    page,
    shop,
  }) => {
    const letGo = await onlyDrawn(page, shop.put(plain('required', around)));
    const posted = shop.posted.length;
    await page.getByRole('button', {name: 'Save card'}).click();
    await letGo();
    // The press was heard: an error leads there, and so does the end of loading where the press came before it.
    await expect(inputOf(page, 'number')).toBeFocused();
    expect(shop.posted).toHaveLength(posted);
  });

test('a card that is optional, once it is typed, holds the form until the element can save it', async ({
  page,
  shop,
}) => {
  const release = await heldBack(page, engine);
  await page.goto(shop.put(plain()));
  await live(page);
  await typeInto(inputOf(page, 'number'), '4000');
  const posted = shop.posted.length;
  await page.getByRole('button', {name: 'Save card'}).click();
  release();
  await ready(page);
  expect(shop.posted).toHaveLength(posted);
  await expect(inputOf(page, 'number')).toHaveValue('4000');
});

test('a tag that is moved meanwhile has one pair of fields, one that is removed has none', async ({
  page,
  shop,
}) => {
  const release = await heldBack(page, '**/flex-microform.*');
  await page.goto(shop.put(plain()));
  await page.locator('card-vault [part=form][aria-hidden]').waitFor();
  await page.evaluate(() => document.body.append(document.querySelector('form')!));
  release();
  await ready(page);
  await expect(frames(page)).toHaveCount(2);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  await page.evaluate(() => {
    const tag = document.querySelector('card-vault')!;
    Object.assign(window, {tag});
    tag.remove();
  });
  expect(
    await page.evaluate(() => (window as unknown as {tag: Element}).tag.querySelectorAll('iframe').length),
  ).toBe(0);
});

test('what was typed into fields that are gone holds no form whose card is optional', async ({
  page,
  shop,
}) => {
  await heldBack(page, engine);
  await page.goto(shop.put(plain()));
  await live(page);
  await typeInto(inputOf(page, 'number'), '4000');
  const posted = shop.posted.length;
  await page.locator('card-vault').evaluate((tag) => {
    const form = tag.parentElement!;
    tag.remove();
    form.prepend(tag);
  });
  await page.getByRole('button', {name: 'Save card'}).click();
  await page.getByText('Sent', {exact: true}).waitFor();
  expect(shop.posted.slice(posted)).toEqual(['']);
});

test('a tag that is disabled before its engine is there shows no fields until it is enabled', async ({
  page,
  shop,
}) => {
  const release = await heldBack(page, engine);
  await page.goto(shop.put(plain()));
  await live(page);
  const tag = page.locator('card-vault');
  await tag.evaluate((element) => element.toggleAttribute('disabled', true));
  release();
  await expect(frames(page)).toHaveCount(0);
  await tag.evaluate((element) => element.toggleAttribute('disabled', false));
  await ready(page);
  await expect(frames(page)).toHaveCount(2);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
});

test('an answer that comes when the form works already leaves fields that can be brought up again', async ({
  page,
  shop,
}) => {
  const answer = await heldBack(page, '**/card-vault/session');
  await page.goto(shop.put(plain('', withoutForm)));
  await expect(expiry(page)).toBeVisible();
  await page.waitForFunction(() => document.querySelectorAll('card-vault [slot=number]').length > 0);
  answer();
  await ready(page);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page)).outcome).toBe('saved');
  await page.locator('card-vault [part~=outcome-button]').click();
  await ready(page, 2);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
});

test('a reset while the fields come up leaves one pair of them, which works', async ({page, shop}) => {
  const release = await heldBack(page, '**/microform/bundle/*/iframe.html*');
  await page.goto(shop.put(plain()));
  await expect(expiry(page)).toBeVisible();
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').filter(({name}) => /engine/.test(name)).length > 0,
  );
  await page
    .locator('card-vault')
    .evaluate((tag) => tag.setAttribute('session-url', '/card-vault/session?b'));
  release();
  await ready(page);
  await expect(frames(page)).toHaveCount(2);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  await expect(page.locator('card-vault [part=brand-mark]')).toHaveAttribute('data-brand', 'visa');
});

test('a tag that is hidden opens no session before it is shown', async ({page, shop}) => {
  const {sessions} = shop;
  await page.goto(shop.put(plain('hidden')));
  await page.waitForFunction(() => customElements.get('card-vault'));
  await page.waitForLoadState('networkidle');
  expect(shop.sessions).toBe(sessions);
  await page.evaluate(() => document.querySelector<HTMLElement>('card-vault')!.removeAttribute('hidden'));
  await ready(page);
  expect(shop.sessions).toBe(sessions + 1);
});

test('other languages and other forms come up as before', async ({page, shop}) => {
  for (const [attributes, lang] of [
    ['', 'ur'],
    ['billing-fields="full"', 'en'],
    ['consent="required"', 'en'],
  ] as const) {
    const {sessions} = shop;
    await page.goto(shop.put({...plain(attributes), lang}));
    await ready(page);
    await expect(frames(page)).toHaveCount(2);
    expect(shop.sessions).toBe(sessions + 1);
  }
});

for (const [name, head, attributes, code] of [
  [
    'a policy that allows no frames',
    `<meta http-equiv="Content-Security-Policy" content="frame-src 'self'">`,
    '',
    'fields-blocked',
  ],
  ['a page that is pinned to another merchant', '', 'merchant="pk_other"', 'capture-context-invalid'],
] as const)
  test(`is said by the element: ${name}${smokeIf(name === 'a policy that allows no frames')}`, async ({
    page,
    shop,
  }) => {
    await page.goto(shop.put({...plain(attributes), head: head + plainHead}));
    expect(await ending(page)).toMatchObject({outcome: 'error', code});
    await expect(frames(page)).toHaveCount(0);
  });

test('is said by the element: a library, or a server of the shop, that does not answer', async ({
  page,
  shop,
}) => {
  await page.route('**/flex-microform.*', (route) => route.abort());
  await page.goto(shop.put(plain()));
  expect(await ending(page)).toMatchObject({outcome: 'error', code: 'fields-blocked'});
  await page.unroute('**/flex-microform.*');
  await page.route('**/card-vault/session', (route) => route.abort());
  await page.goto(shop.put(plain()));
  expect(await ending(page, 2)).toMatchObject({outcome: 'error', code: 'shop-server-unreachable'});
});

// shows: time 19
test('a script that is named with a query runs once, with the parts that it loads', async ({page, shop}) => {
  const head = plainHead.replace('card-vault.js', 'card-vault.js?v=3');
  const list = '<script type="module" src="/assets/card-vault-list.js?v=3" nonce="NONCE"></script>';
  await page.goto(shop.put({...plain(), head: head + list}));
  await ready(page);
  await page.evaluate(() => customElements.whenDefined('card-vault-list'));
  const classes = await page.evaluate(async () => {
    const load = (address: string) => import(address) as Promise<{CardVaultElement: unknown}>;
    const addresses = ['/assets/card-vault.js', '/assets/card-vault.js?v=3'];
    const [plain, queried] = await Promise.all(addresses.map(load));
    const own = customElements.get('card-vault');
    return [plain!.CardVaultElement === own, queried!.CardVaultElement === own];
  });
  expect(classes).toEqual([true, true]);
  await fillCard(page, {number: '4000 0000 0000 2701'});
  const posted = shop.posted.length;
  await page.getByRole('button', {name: 'Save card'}).click();
  await page.getByText('Sent', {exact: true}).waitFor();
  expect(shop.posted.slice(posted)).toEqual([expect.stringMatching(/^payment_method=pm_/)]);
});

test('is said by the element: a session without a tracker, whose fields are gone then, and come anew', async ({
  page,
  shop,
}) => {
  await page.route('**/card-vault/session', async (route) => {
    const response = await route.fetch();
    const {tracker: _, ...json} = (await response.json()) as Record<string, unknown>;
    await route.fulfill({response, json});
  });
  await page.goto(shop.put(plain()));
  expect(await ending(page)).toMatchObject({outcome: 'error', code: 'answer-unreadable'});
  await expect(frames(page)).toHaveCount(0);
  await page.unroute('**/card-vault/session');
  await page.locator('card-vault').getByRole('button', {name: 'Try again'}).click();
  await ready(page);
  await expect(frames(page)).toHaveCount(2);
});
