import {expect, type Page} from '@playwright/test';
import type {MarkupOptions} from 'card-vault/server';
import {fillCard} from 'card-vault/testing';
import {ending, policyViolations, ready, test} from './support/shop.js';
import {
  heldBack,
  painted,
  partsOf,
  plainHead,
  shiftsUntilLive,
  watchLayout,
  type TagWriter,
} from './support/paint-shop.js';
import {smokeIf} from './support/smoke.js';

// What moves is looked at.
test.use({contextOptions: {}});

const widths = {
  phone: {width: 390, height: 844},
  slim: {width: 360, height: 900},
  narrow: {width: 270, height: 700},
  desktop: {width: 1200, height: 900},
};

type Size = keyof typeof widths;

interface Form {
  readonly sizes: readonly Size[];
  /** Missing: the plain tag is not tried. */
  readonly attributes?: string;
  readonly options: MarkupOptions;
  /** Without a form around the tag. */
  readonly alone?: true;
  readonly lang?: string;
  readonly head?: string;
}
const forms: Readonly<Record<string, Form>> = {
  'a form with a button': {
    attributes: 'required',
    sizes: ['phone', 'narrow', 'desktop'],
    options: {required: true},
  },
  'no form around it': {attributes: '', sizes: ['phone'], options: {saveButton: true}, alone: true},
  'the name and the postal code': {
    attributes: 'cardholder-name billing-fields="postal"',
    sizes: ['narrow'],
    options: {cardholderName: true, billingFields: 'postal'},
  },
  'the whole address': {
    attributes: 'billing-fields="full"',
    sizes: ['narrow', 'slim', 'phone'],
    options: {billingFields: 'full'},
  },
  'the address of Singapore, which has no city': {
    sizes: ['narrow', 'slim', 'phone'],
    options: {billingFields: 'full', country: 'SG', cardholderName: true},
  },
  'the address of Japan, whose order is another': {
    sizes: ['narrow', 'slim', 'phone'],
    options: {billingFields: 'full', country: 'JP', lang: 'ja'},
  },
  'the address of Germany, named by the language': {
    sizes: ['slim'],
    options: {billingFields: 'full', lang: 'de-DE', labelPlacement: 'inside'},
  },
  'the ZIP code alone': {sizes: ['phone'], options: {billingFields: 'postal', country: 'US'}},
  'no postal code, where the country has none': {
    sizes: ['phone'],
    options: {billingFields: 'postal', country: 'AE'},
  },
  'the inline layout': {attributes: 'layout="inline"', sizes: ['desktop'], options: {layout: 'inline'}},
  'the compact layout': {
    attributes: 'layout="compact" cardholder-name',
    sizes: ['phone'],
    options: {layout: 'compact', cardholderName: true},
  },
  'a consent in words of the page': {
    attributes: 'consent="required"',
    sizes: ['phone'],
    options: {
      consent: 'required',
      content: `<span slot="consent">I agree that the shop keeps this card and charges it for each box that I order.
        <a href="/terms">Terms</a></span>`,
    },
  },
  'a consent in words of the element, letters so wide that errors take two lines': {
    sizes: ['phone'],
    options: {consent: 'optional', shopName: 'Shoe Shop'},
    head: '<style nonce="NONCE">card-vault{font-family:monospace}</style>',
  },
  'a page in Urdu': {attributes: '', sizes: ['phone'], options: {lang: 'ur'}, lang: 'ur'},
};

const around = (tag: string, alone?: true): string =>
  alone ? tag : `<form action="/cards" method="post">${tag}<button id="send">Save card</button></form>`;

for (const [name, {sizes, attributes, options, alone, lang = 'en', head}] of Object.entries(forms))
  for (const size of sizes) {
    const viewport = widths[size];
    if (attributes !== undefined)
      // shows: peers 56, time 1
      test(`nothing moves until the fields are live: plain tag, ${name}, ${size}${smokeIf(size === 'phone' && name === 'a form with a button')}`, async ({
        page,
        shop,
      }) => {
        await page.setViewportSize(viewport);
        await watchLayout(page);
        const release = await heldBack(page, '**/assets/card-vault.js');
        const {content = ''} = options;
        const tag = `<card-vault session-url="/card-vault/session" ${attributes}>${content}</card-vault>`;
        await page.goto(shop.put({lang, head: plainHead, body: () => around(tag, alone)}), {
          waitUntil: 'commit',
        });
        await painted(page);
        const {element} = await partsOf(page);
        release();
        expect(await shiftsUntilLive(page)).toEqual([]);
        expect((await partsOf(page))['element']).toBe(element);
      });

    // shows: time 2 4
    test(`nothing moves until the fields are live: vault.markup, ${name}, ${size}${smokeIf(size === 'phone' && name === 'a form with a button')}`, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize(viewport);
      await watchLayout(page);
      const release = await heldBack(page, '**/assets/card-vault.js');
      const url = shop.put({lang, head, body: (tag) => around(tag(options), alone)});
      await page.goto(url, {waitUntil: 'commit'});
      await painted(page);
      const skeleton = await partsOf(page);
      const labels = await labelsOf(page);
      expect(Object.keys(skeleton)).toContain('box-security-code');
      release();
      expect(await shiftsUntilLive(page)).toEqual([]);
      const live = await partsOf(page);
      expect(skeleton).toEqual(live);
      expect(await labelsOf(page)).toEqual(labels);
      expect(policyViolations(page)).toEqual([]);
    });
  }

/** What the fields are called, in their order. */
const labelsOf = (page: Page): Promise<string[]> =>
  page
    .locator('card-vault [part~="label"]')
    .evaluateAll((all) => all.map(({textContent}) => textContent.trim()));

/** As a framework leaves it that sets the HTML of the page again: without the shadow root. */
const setAgain = (page: Page): Promise<void> =>
  page.locator('card-vault').evaluate((tag) => tag.replaceWith(tag.cloneNode(true)));

// shows: time 3
test('nothing moves until the fields are live: vault.markup beside the style sheet, its HTML set again', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(widths.phone);
  await watchLayout(page);
  const release = await heldBack(page, '**/assets/card-vault.js');
  const head = '<link rel="stylesheet" href="/assets/first-paint.css">';
  const content = '<p slot="notice">Your card details go straight to our bank.</p>';
  const options = {required: true, consent: 'required', shopName: 'Shoe Shop', content} as const;
  await page.goto(shop.put({head, body: (tag) => around(tag(options))}), {waitUntil: 'commit'});
  await painted(page);
  const skeleton = await partsOf(page);
  await setAgain(page);
  expect((await partsOf(page))['element']).toBe(skeleton['element']);
  release();
  expect(await shiftsUntilLive(page)).toEqual([]);
  expect(await partsOf(page)).toEqual(skeleton);
});

test('the address stays as the server has drawn it while its inputs load', async ({page, shop}) => {
  await page.setViewportSize(widths.phone);
  const release = await heldBack(page, '**/billing-*.js');
  const options = {billingFields: 'full', country: 'JP', lang: 'ja'} as const;
  await page.goto(shop.put({body: (tag) => around(tag(options))}), {waitUntil: 'commit'});
  await painted(page);
  const skeleton = await partsOf(page);
  await page.locator('card-vault [part~="input-expiry"]').waitFor();
  expect(await partsOf(page)).toEqual(skeleton);
  release();
  await page.locator('card-vault [part~="input-city"], card-vault [part~="input-street1"]').waitFor();
  expect(await partsOf(page)).toEqual(skeleton);
});

const plainTag = `<card-vault session-url="/card-vault/session" name="payment_method" required>
  <p slot="waiting">The card form is still loading.</p>
  <noscript><p>Turn on JavaScript to enter a card.</p></noscript>
  <input slot="waiting" required tabindex="-1" aria-label="The card form is still loading" /></card-vault>`;

/** The two ways to write the tag, and a form that the browser does not check itself. */
const pages = {
  'the plain tag': {head: plainHead, body: () => around(plainTag)},
  'vault.markup': {body: (tag: TagWriter) => around(tag({required: true, name: 'payment_method'}))},
  'vault.markup in a form with novalidate': {
    body: (tag: TagWriter) =>
      around(tag({required: true, name: 'payment_method'})).replace('<form', '<form novalidate'),
  },
};
const sentence = (page: Page) =>
  page
    .locator('card-vault')
    .getByText(/The card form is still loading/)
    .first();

for (const [name, content] of Object.entries(pages)) {
  // shows: time 5
  test(`a press before the script is there says so and sends nothing: ${name}${smokeIf(name === 'vault.markup')}`, async ({
    page,
    shop,
  }) => {
    const release = await heldBack(page, '**/assets/card-vault.js');
    await page.goto(shop.put(content), {waitUntil: 'commit'});
    await painted(page);
    const posted = shop.posted.length;
    // So that the press shows the sentence, and not the end of the six seconds.
    await page.locator('card-vault').evaluate((element) => {
      const all = [...document.getAnimations(), ...(element.shadowRoot?.getAnimations() ?? [])];
      for (const animation of all) animation.cancel();
    });
    await expect(sentence(page)).toBeHidden();
    await page.locator('#send').click();
    await expect(sentence(page)).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(
      'still loading',
    );
    release();
    await ready(page);
    await expect(sentence(page)).toBeHidden();
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.locator('#send').click();
    await page.getByText('Sent', {exact: true}).waitFor();
    expect(shop.posted.slice(posted)).toEqual([expect.stringMatching(/^payment_method=pm_/)]);
    expect(policyViolations(page)).toEqual([]);
  });
}

for (const name of ['the plain tag', 'vault.markup'] as const) {
  // shows: time 6
  test(`where the script is blocked, a sentence says what to do: ${name}${smokeIf(name === 'the plain tag')}`, async ({
    page,
    shop,
  }) => {
    await page.route('**/assets/card-vault.js', (route) => route.abort());
    await page.goto(shop.put(pages[name]));
    await painted(page);
    await expect(sentence(page)).toBeHidden();
    await page.locator('card-vault').evaluate((element) => {
      const all = [...document.getAnimations(), ...(element.shadowRoot?.getAnimations() ?? [])];
      for (const animation of all) animation.finish();
    });
    await expect(sentence(page)).toBeVisible();
    const posted = shop.posted.length;
    await page.locator('#send').click();
    await painted(page);
    expect(shop.posted).toHaveLength(posted);
  });

  // shows: time 7
  test(`where scripts are off, a sentence says so: ${name}${smokeIf(name === 'the plain tag')}`, async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({javaScriptEnabled: false});
    const page = await context.newPage();
    await page.goto(shop.put(pages[name]));
    await expect(page.getByText(/JavaScript/)).toBeVisible();
    await page.locator('#send').click();
    expect(new URL(page.url()).pathname).toMatch(/^\/page-/);
    await context.close();
  });
}

// shows: time 13
test('the session is asked for while the script loads, and once @smoke', async ({page, shop}) => {
  const release = await heldBack(page, '**/assets/card-vault.js');
  const before = shop.sessions;
  const asked = page.waitForResponse('**/card-vault/session');
  await page.goto(shop.put(pages['vault.markup']), {waitUntil: 'commit'});
  const answer = await asked;
  expect(shop.sessions).toBe(before + 1);
  release();
  await ready(page);
  expect(shop.sessions).toBe(before + 1);
  const {tracker, time_based_token: token} = (await answer.json()) as Record<string, string>;
  const html = await (await page.request.get(page.url())).text();
  for (const secret of [tracker!, token!]) expect(html).not.toContain(secret);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.locator('#send').click();
  expect((await ending(page)).tracker).toBe(tracker);
});

test('the library that the session names is fetched before the script is there, and once', async ({
  page,
  shop,
}) => {
  const release = await heldBack(page, '**/assets/card-vault.js');
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/flex-microform.')) fetched.push(request.resourceType());
  });
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  const library = page.waitForResponse('**/flex-microform.*');
  await page.goto(shop.put(pages['vault.markup']), {waitUntil: 'commit'});
  await library;
  release();
  await ready(page);
  expect(fetched).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test('an address set before the element is there is asked instead', async ({page, shop}) => {
  const release = await heldBack(page, '**/assets/card-vault.js');
  const begun = page.waitForResponse('**/card-vault/session');
  await page.goto(shop.put(pages['vault.markup']), {waitUntil: 'commit'});
  await begun;
  const before = shop.sessions;
  const url = '/card-vault/session?other';
  await page.locator('card-vault').evaluate((tag, address) => tag.setAttribute('session-url', address), url);
  const asked = page.waitForRequest(`**${url}`);
  release();
  await asked;
  await ready(page);
  expect(shop.sessions).toBe(before + 1);
});

/**
 * How many requests follow each other until the fields' library is asked for, itself included: each counts from what asked for
 * it, a script from all of its imports too, and the library from the session's answer, which names it.
 */
async function tripsToLibrary(page: Page, url: string, fields: string) {
  const chain: string[] = [];
  const asked = new Map<string, number>();
  const runs = new Map<string, number>();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const library = new Promise<number>((found) => {
    cdp.on('Network.requestWillBeSent', ({request, initiator, type}) => {
      const from = initiator.stack?.callFrames[0]?.url ?? initiator.url ?? '';
      const isImport = type === 'Script' && initiator.type === 'script' && initiator.stack === undefined;
      const trip = 1 + ((isImport ? asked : runs).get(from) ?? 0);
      for (const trips of [asked, runs]) if (!trips.has(request.url)) trips.set(request.url, trip);
      if (isImport) runs.set(from, Math.max(runs.get(from) ?? 0, trip));
      chain.push(`${trip} ${type} ${request.url}, asked for by ${initiator.type} of ${from}`);
      if (request.url.startsWith(fields) && type === 'Script') found(trip);
    });
  });
  await page.goto(url, {waitUntil: 'commit'});
  const trip = await library;
  await cdp.detach();
  return {trips: Math.max(trip, 1 + asked.get(new URL('/card-vault/session', url).href)!), chain};
}

/** A bare page names the library in its HTML: it is the second trip, and the frames are the third. */
const ofBarePage = 2;
for (const [name, more] of [
  ['vault.markup', 1],
  ['the plain tag', 2],
] as const)
  // shows: time 17 18
  test(`serial trips until the fields, beyond those of a bare page: ${name}, ${more} @smoke`, async ({
    page,
    shop,
    demo,
  }) => {
    const {trips, chain} = await tripsToLibrary(page, shop.put(pages[name]), demo.service.urls.fields);
    expect(trips, chain.join('\n')).toBe(ofBarePage + more);
  });
