import {expect, type Page} from '@playwright/test';
import type {MarkupOptions} from 'card-vault/server';
import {ending, policyViolations, ready, test} from './support/shop.js';
import {heldBack, plainHead, type PaintShop, type TagWriter, typeInto} from './support/paint-shop.js';
import {smokeIf} from './support/smoke.js';

// Pages of `vault.markup` bring the card fields up before the element's script is there (decision 0053).

const around = (tag: string): string =>
  `<form action="/cards" method="post">${tag}<button>Save card</button></form>`;
const written = (options: MarkupOptions = {}, change = (html: string) => html) => ({
  body: (tag: TagWriter) => change(around(tag({required: true, name: 'payment_method', ...options}))),
});

const frames = (page: Page) => page.locator('card-vault [slot] iframe');
const inputOf = (page: Page, field: 'number' | 'security-code') =>
  page.frameLocator(`card-vault [slot=${field}] iframe`).locator('input').first();
const live = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('card-vault-live').length > 0);

/** The server knows the library of the fields from a session that it has opened. */
async function openOnce(page: Page, shop: PaintShop): Promise<void> {
  await page.goto(shop.put(written()));
  await ready(page);
}

for (const layout of ['stacked', 'compact'] as const)
  // shows: time 15
  test(`the fields are live before the script, and what was typed stays, with the focus: ${layout}${smokeIf(layout === 'stacked')}`, async ({
    page,
    shop,
  }) => {
    await openOnce(page, shop);
    const release = await heldBack(page, '**/assets/card-vault.js');
    const {sessions} = shop;
    await page.goto(shop.put(written({layout})), {waitUntil: 'commit'});
    await live(page);
    const number = inputOf(page, 'number');
    await number.click();
    await number.pressSequentially('4000 0000 0000 2701');
    const before = await number.boundingBox();
    release();
    await ready(page, 2);
    await expect(number).toHaveValue('4000 0000 0000 2701');
    await expect(number).toBeFocused();
    const after = await number.boundingBox();
    // The form stands at a whole pixel, and the brand takes some of the width.
    expect(after).toMatchObject({x: before?.x, height: before?.height});
    expect(Math.abs(after!.y - before!.y)).toBeLessThan(1);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('iframe');
    await expect(page.locator('card-vault [part~=box-focused]')).toHaveCount(1);
    await expect(page.locator('card-vault [part=brand-mark]')).toHaveAttribute('data-brand', 'visa');
    await expect(frames(page)).toHaveCount(2);
    expect(shop.sessions).toBe(sessions + 1);
    await page.locator('card-vault').getByLabel('Expiry date').fill('0131');
    await typeInto(inputOf(page, 'security-code'), '123');
    const posted = shop.posted.length;
    await page.getByRole('button', {name: 'Save card'}).click();
    await page.getByText('Sent', {exact: true}).waitFor();
    expect(shop.posted.slice(posted)).toEqual([expect.stringMatching(/^payment_method=pm_/)]);
    expect(policyViolations(page)).toEqual([]);
  });

test('reset empties fields that the element has not taken over yet', async ({page, shop}) => {
  await openOnce(page, shop);
  const release = await heldBack(page, '**/card-vault/engine-*.js');
  await page.goto(shop.put(written()), {waitUntil: 'commit'});
  await live(page);
  const number = inputOf(page, 'number');
  await typeInto(number, '4000000000002701');
  await page.locator('card-vault [part~=box-expiry] input').waitFor();
  await page.evaluate(() => document.querySelector<HTMLElement & {reset(): void}>('card-vault')!.reset());
  await expect(number).toHaveValue('');
  release();
  await ready(page, 2);
  await expect(number).toHaveValue('');
  await expect(page.locator('card-vault [part=brand-mark]')).not.toHaveAttribute('data-brand', 'visa');
  await expect(frames(page)).toHaveCount(2);
});

/** Attributes of a frame but for its address, its name, the page's own note, and its style, which `page-css` tests. */
const attributesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((frame) => {
    const skipped = ['src', 'title', 'role', 'style', 'data-loaded', 'data-microform'];
    const all = [...frame.attributes].filter(({name}) => !skipped.includes(name));
    return Object.fromEntries(all.map(({name, value}) => [name, value]));
  });

test('the documents of the fields are loaded while the session is asked for, as the library would load them', async ({
  page,
  shop,
}) => {
  await openOnce(page, shop);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/iframe.html')) documents.push(request.url());
  });
  const answer = await heldBack(page, '**/card-vault/session');
  await page.goto(shop.put(written()), {waitUntil: 'commit'});
  await expect(frames(page)).toHaveCount(2);
  await expect.poll(() => documents.length).toBe(2);
  answer();
  await ready(page, 2);
  expect(documents).toHaveLength(2);
  expect(documents.every((url) => new URL(url).searchParams.has('merchant'))).toBe(true);
  // A frame of the library's own, beside them.
  const jwt = await page.evaluate(async () => {
    const {capture_context: context} = (await (
      await fetch('/card-vault/session', {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: '{}',
      })
    ).json()) as {capture_context: string};
    return context;
  });
  await page.evaluate((context) => {
    const place = document.body.appendChild(document.createElement('div'));
    place.id = 'own';
    interface Library {
      microform(type: string): {
        createField(type: string): {load(place: Element): void; on(event: string, done: () => void): void};
      };
    }
    const {Flex} = window as unknown as {Flex: new (context: string) => Library};
    const field = new Flex(context).microform('card').createField('number');
    return new Promise<void>((done) => {
      field.on('load', done);
      field.load(place);
    });
  }, jwt);
  const own = await attributesOf(page, '#own iframe');
  expect(own['sandbox']).toBe('allow-scripts allow-same-origin allow-forms');
  expect(await attributesOf(page, 'card-vault [slot=number] iframe')).toEqual(own);
  await page.goto(
    shop.put({head: plainHead, body: () => '<card-vault session-url="/card-vault/session"></card-vault>'}),
  );
  await ready(page, 3);
  expect(await attributesOf(page, 'card-vault [slot=number] iframe')).toEqual(own);
});

test('what is typed before the library of the fields is there stays, and is saved @smoke', async ({
  page,
  shop,
}) => {
  await openOnce(page, shop);
  const release = await heldBack(page, '**/flex-microform.min.js');
  await page.goto(shop.put(written({required: false})), {waitUntil: 'commit'});
  await live(page);
  const ink = await page.locator('card-vault').evaluate((tag) => getComputedStyle(tag).color);
  expect(ink).not.toBe('rgb(0, 0, 0)');
  const inkOfField = () => inputOf(page, 'number').evaluate((input) => getComputedStyle(input).color);
  await expect.poll(inkOfField, 'looks like the form').toBe(ink);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  await typeInto(inputOf(page, 'security-code'), '123');
  // A card that is typed holds the form, as one that is required does.
  await page.getByRole('button', {name: 'Save card'}).click();
  await expect(page.getByText('Sent', {exact: true})).toHaveCount(0);
  release();
  await ready(page, 2);
  await expect(page.locator('card-vault [part=brand-mark]')).toHaveAttribute('data-brand', 'visa');
  await page.locator('card-vault').getByLabel('Expiry date').fill('0131');
  const posted = shop.posted.length;
  await page.getByRole('button', {name: 'Save card'}).click();
  await page.getByText('Sent', {exact: true}).waitFor();
  expect(shop.posted.slice(posted)).toEqual([expect.stringMatching(/^payment_method=pm_/)]);
});

/** A page whose fields are live while their library does not come. */
async function openWithoutLibrary(page: Page, shop: PaintShop): Promise<() => void> {
  const release = await heldBack(page, '**/flex-microform.min.js');
  await page.goto(shop.put(written({required: false})), {waitUntil: 'commit'});
  await live(page);
  return release;
}
const taken = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector<HTMLElement & {begunSession?: object}>('card-vault')!.begunSession === undefined,
  );

test('a card that is optional holds the form while the library is late, also when the element has begun', async ({
  page,
  shop,
}) => {
  await openOnce(page, shop);
  const release = await openWithoutLibrary(page, shop);
  await taken(page);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  const {posted} = shop;
  await page.getByRole('button', {name: 'Save card'}).click();
  release();
  await ready(page, 2);
  await expect(inputOf(page, 'number')).toHaveValue('4000 0000 0000 2701');
  expect(posted).toHaveLength(shop.posted.length);
  await expect(page.getByText('Sent', {exact: true})).toHaveCount(0);
});

test('a reset while the library is late empties the fields at once, and what is typed after it stays', async ({
  page,
  shop,
}) => {
  await openOnce(page, shop);
  const script = await heldBack(page, '**/assets/card-vault.js');
  const release = await openWithoutLibrary(page, shop);
  await typeInto(inputOf(page, 'number'), '4111111111111111');
  await expect(page.locator('card-vault .box[data-focused]')).toHaveCount(1);
  await page.evaluate(() => document.querySelector('form')!.reset());
  await expect(inputOf(page, 'number')).toHaveValue('');
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  release();
  script();
  await ready(page, 2);
  await expect(inputOf(page, 'number')).toHaveValue('4000 0000 0000 2701');
});

test('a tag that is disabled while the library is late keeps no fields', async ({page, shop}) => {
  await openOnce(page, shop);
  // With the engine there, a run has taken the fields over, and goes on while its tag is disabled.
  const engine = await heldBack(page, '**/assets/card-vault/engine-*.js');
  const release = await openWithoutLibrary(page, shop);
  await page.waitForFunction(() => customElements.get('card-vault'));
  const tag = page.locator('card-vault');
  await tag.evaluate((element) => element.toggleAttribute('disabled', true));
  engine();
  await expect(frames(page)).toHaveCount(0);
  await tag.evaluate((element) => element.toggleAttribute('disabled', false));
  await expect(frames(page)).toHaveCount(2);
  await frames(page).evaluateAll((all) => all.forEach((frame) => frame.setAttribute('data-second', '')));
  release();
  await ready(page, 2);
  // The script behind the tag waited for the library too, for the fields that it has given up.
  await expect(page.locator('card-vault iframe[data-second]')).toHaveCount(2);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
});

test('a form that is reset before the script is there empties its fields', async ({page, shop}) => {
  await openOnce(page, shop);
  const release = await heldBack(page, '**/assets/card-vault.js');
  await page.goto(shop.put(written()), {waitUntil: 'commit'});
  await live(page);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  await page.evaluate(() => document.querySelector('form')!.reset());
  await expect(inputOf(page, 'number')).toHaveValue('');
  release();
  await ready(page, 2);
  await expect(inputOf(page, 'number')).toHaveValue('');
  await expect(page.locator('card-vault [part=brand-mark]')).not.toHaveAttribute('data-brand', 'visa');
});

test('a press on the expiry date before the script is remembered, and the digits before it stay', async ({
  page,
  shop,
}) => {
  await openOnce(page, shop);
  const release = await heldBack(page, '**/assets/card-vault.js');
  await page.goto(shop.put(written()), {waitUntil: 'commit'});
  await live(page);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  await page.locator('card-vault [part~=box-expiry]').click();
  release();
  await ready(page, 2);
  await expect(page.locator('card-vault').getByLabel('Expiry date')).toBeFocused();
  await expect(inputOf(page, 'number')).toHaveValue('4000 0000 0000 2701');
});

test('a card that is optional, once it is typed, holds the form until the element can save it', async ({
  page,
  shop,
}) => {
  await openOnce(page, shop);
  const release = await heldBack(page, '**/assets/card-vault.js');
  await page.goto(shop.put(written({required: false})), {waitUntil: 'commit'});
  await live(page);
  await inputOf(page, 'number').pressSequentially('4000');
  const posted = shop.posted.length;
  await page.getByRole('button', {name: 'Save card'}).click();
  release();
  await ready(page, 2);
  expect(shop.posted).toHaveLength(posted);
  await expect(inputOf(page, 'number')).toHaveValue('4000');
});

test('what is typed stays in sight while the rest of the script is on its way', async ({page, shop}) => {
  await openOnce(page, shop);
  const release = await heldBack(page, '**/card-vault/engine-*.js');
  await page.goto(shop.put(written()), {waitUntil: 'commit'});
  await live(page);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  const frame = page.locator('card-vault [part~=frame]').first();
  await frame.waitFor();
  expect(await frame.evaluate((room) => getComputedStyle(room).opacity)).toBe('1');
  release();
  await ready(page, 2);
  await expect(inputOf(page, 'number')).toHaveValue('4000 0000 0000 2701');
});

/** What the page leaves to the element, which then brings up one pair of fields itself. */
const left: Readonly<Record<string, ReturnType<typeof written>>> = {
  'a library of another address': written({}, (html) =>
    html.replaceAll(/(data-library=")[^"]+/g, '$1https://fields.invalid/library.js'),
  ),
  'a library of another hash': written({}, (html) =>
    html.replaceAll(/(data-integrity=")[^"]+/g, '$1sha256-AAAA'),
  ),
  'fields that the page places': written({content: '<card-vault-field name="number"></card-vault-field>'}),
};
for (const [name, content] of Object.entries(left))
  // shows: time 16
  test(`the element brings the fields up itself: ${name}`, async ({page, shop}) => {
    await openOnce(page, shop);
    const release = await heldBack(page, '**/assets/card-vault.js');
    const asked = page.waitForResponse('**/card-vault/session');
    await page.goto(shop.put(content), {waitUntil: 'commit'});
    await (await asked).finished();
    await expect(frames(page)).toHaveCount(0);
    release();
    await ready(page, 2);
    await expect(frames(page)).toHaveCount(2);
  });

test('a page whose address of sessions is changed meanwhile keeps none of the first fields', async ({
  page,
  shop,
}) => {
  await openOnce(page, shop);
  const release = await heldBack(page, '**/assets/card-vault.js');
  await page.goto(shop.put(written()), {waitUntil: 'commit'});
  await live(page);
  await typeInto(inputOf(page, 'number'), '4000000000002701');
  await page
    .locator('card-vault')
    .evaluate((tag) => tag.setAttribute('session-url', '/card-vault/session?b'));
  release();
  await ready(page, 2);
  await expect(frames(page)).toHaveCount(2);
  await expect(inputOf(page, 'number')).toHaveValue('');
});

/** What goes wrong is said by the element, as without the early fields. */
const wrong: Readonly<Record<string, {content: ReturnType<typeof written> & {head?: string}; code: string}>> =
  {
    'a policy that allows no frames': {
      content: {...written(), head: `<meta http-equiv="Content-Security-Policy" content="frame-src 'self'">`},
      code: 'fields-blocked',
    },
    'a page that is pinned to another merchant': {
      content: written({merchant: 'pk_other'}),
      code: 'capture-context-invalid',
    },
  };
for (const [name, {content, code}] of Object.entries(wrong))
  test(`is said by the element: ${name}`, async ({page, shop}) => {
    await openOnce(page, shop);
    await page.goto(shop.put(content));
    expect(await ending(page)).toMatchObject({outcome: 'error', code});
    await expect(frames(page)).toHaveCount(0);
  });

test('is said by the element: a library that does not load', async ({page, shop}) => {
  await openOnce(page, shop);
  await page.route('**/flex-microform.*', (route) => route.abort());
  await page.goto(shop.put(written()));
  expect(await ending(page)).toMatchObject({outcome: 'error', code: 'fields-blocked'});
});
