import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Demo} from '../../demo/server.js';
import {startPaintShop, type PaintPage, type PaintShop} from '../e2e/support/paint-shop.js';
import {replacedBy} from '../e2e/support/replaced-by.js';
import {clickOn, locate, until, waitFor, type Driver, type Engine} from './driver.js';
import {openShop} from './journeys.js';
import {cards, element} from './visit.js';

/** What a shop's page has around the form that no page of ours has. */
interface Stranger {
  readonly name: string;
  /** How a save ends there: `saved`, or the code of an error that comes before it. */
  readonly end: string;
  /** Gives the address to open. */
  put(shop: PaintShop): string;
  /** The frames around the form. */
  readonly frames?: readonly string[];
  /** Done in a page of the shop before that one is opened. */
  readonly first?: string;
}

const form =
  '<script>addEventListener("card-vault-saved", () => (window.end = "saved")); ' +
  'addEventListener("card-vault-error", ({detail}) => (window.end = detail.code));</script>' +
  '<card-vault session-url="/card-vault/session"></card-vault><script type="module" src="/assets/card-vault.js"></script>';

const pageWith = (shop: PaintShop, head: string, more: Partial<PaintPage> = {}): string =>
  shop.put({isOpen: true, head, body: () => form, ...more});

const framed = (address: string): string => `<iframe src="${address}" width="700" height="900"></iframe>`;

const strangers: readonly Stranger[] = [
  {
    name: 'a sheet of the page that moves, hides and resizes frames',
    end: 'saved',
    put: (shop) =>
      pageWith(
        shop,
        '<style>iframe{position:absolute;min-height:320px;max-width:40%;transform:scale(.5);margin:50px;border:4px solid}</style>',
      ),
  },
  {
    name: 'a reset sheet',
    end: 'saved',
    put: (shop) =>
      pageWith(
        shop,
        `<style>*,::before,::after{box-sizing:content-box;margin:0;padding:0;border:0 solid;font:inherit;vertical-align:baseline}
         img,svg,iframe{display:block;vertical-align:middle}</style>`,
      ),
  },
  {
    name: 'a base address for the links of the page',
    end: 'saved',
    put: (shop) => pageWith(shop, '<base href="/elsewhere/app/">'),
  },
  {
    name: 'names that every object and list of the page inherits',
    end: 'saved',
    put: (shop) =>
      pageWith(shop, '<script>Object.prototype.extra = 1; Array.prototype.extra = () => {};</script>'),
  },
  {
    name: 'a clock that is 50 minutes fast',
    end: 'saved',
    put: (shop) =>
      pageWith(
        shop,
        `<script>{
          const Real = Date;
          const now = () => Real.now() + 3_000_000;
          globalThis.Date = class extends Real {
            constructor(...given) { super(...(given.length ? given : [now()])); }
            static now() { return now(); }
          };
        }</script>`,
      ),
  },
  {
    name: 'a consent manager that holds new frames back',
    end: 'saved',
    put: (shop) =>
      pageWith(
        shop,
        `<script>new MutationObserver((records) => {
          for (const frame of records.flatMap(({addedNodes}) => [...addedNodes]).filter(({localName}) => localName === 'iframe')) {
            if (frame.dataset.held) continue;
            frame.dataset.held = frame.src;
            frame.removeAttribute('src');
            setTimeout(() => (frame.src = frame.dataset.held), 100);
          }
        }).observe(document, {childList: true, subtree: true});</script>`,
      ),
  },
  {
    name: 'a service worker that answers every navigation with the page',
    end: 'saved',
    put(shop) {
      const address = pageWith(shop, '');
      shop.scripts.set(
        '/sw.js',
        `addEventListener('install', () => skipWaiting());
         addEventListener('activate', (event) => event.waitUntil(clients.claim()));
         addEventListener('fetch', (event) => {
           if (event.request.mode === 'navigate') event.respondWith(fetch('${new URL(address).pathname}'));
         });`,
      );
      return address;
    },
    first: `new Promise((done) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => done(true));
      navigator.serviceWorker.register('/sw.js');
    })`,
  },
  {
    name: 'a translator that wraps every text of the page',
    end: 'saved',
    put: (shop) =>
      pageWith(
        shop,
        `<script>new MutationObserver(() => {
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [];
          while (texts.nextNode()) found.push(texts.currentNode);
          for (const text of found) {
            if (!text.data.trim() || /^(FONT|SCRIPT|STYLE)$/.test(text.parentNode.nodeName)) continue;
            const font = document.createElement('font');
            text.replaceWith(font);
            font.textContent = 'xx ' + text.data;
          }
        }).observe(document, {childList: true, subtree: true, characterData: true});</script>`,
      ),
  },
  ...Object.entries({hidden: '<div', inert: '<div', disabled: '<fieldset'}).map(([name, tag]) => ({
    name: `a part of the page that is ${name} until the page has loaded`,
    end: 'saved',
    put: (shop: PaintShop) =>
      shop.put({
        isOpen: true,
        head: `<script>addEventListener('load', () => setTimeout(() => document.querySelector('#part').removeAttribute('${name}'), 500));</script>`,
        body: () => `${tag} id="part" ${name}>${form}${tag.replace('<', '</')}>`,
      }),
  })),
  ...Object.entries(replacedBy).map(([library, script]) => ({
    name: `what is replaced by ${library}`,
    end: 'saved',
    put: (shop: PaintShop) => pageWith(shop, `<script>${script}</script>`),
  })),
  {
    name: 'a frame of srcdoc around the form',
    end: 'saved',
    frames: ['iframe'],
    put: (shop) =>
      shop.put({
        isOpen: true,
        body: () => `<iframe width="700" height="900" srcdoc="${form.replaceAll('"', '&quot;')}"></iframe>`,
      }),
  },
  {
    name: 'a frame of another site around the page',
    end: 'framed-elsewhere',
    frames: ['iframe'],
    put(shop) {
      const around = new URL(shop.put({isOpen: true, body: () => framed(pageWith(shop, ''))}));
      return around.href.replace('//localhost', '//127.0.0.1');
    },
  },
];

/** Presses a field until it has the focus, and types. */
async function typeInto(
  driver: Driver,
  selector: string,
  text: string,
  frames: readonly string[],
): Promise<void> {
  await clickOn(driver, selector, frames);
  const input = locate(selector);
  await until(`the focus in ${selector}`, async () => {
    const focused = `document.hasFocus() && ${input}.matches(':focus')`;
    if (await driver.evaluate(focused, frames)) return true;
    await driver.click(selector, frames);
    return false;
  });
  await driver.type(text);
  const typed = `${input}.value.replace(/\\D/g, '') === '${text}'`;
  await waitFor(driver, `${text} in ${selector}`, typed, frames);
}

async function saveAmong(
  driver: Driver,
  {frames = [], end, first, put}: Stranger,
  shop: PaintShop,
): Promise<void> {
  const address = put(shop);
  if (first) {
    await driver.open(shop.put({isOpen: true, body: () => 'Welcome.'}));
    await waitFor(driver, 'the page before', first);
  }
  await driver.open(address);
  const live = `document.querySelector('card-vault:defined')?.matches(':state(loading)') === false`;
  if (end === 'saved') {
    await waitFor(driver, 'live card fields', live, frames);
    const field = (slot: string) => [...frames, `card-vault [slot="${slot}"] iframe`];
    await typeInto(driver, '#field', cards.frictionless, field('number'));
    await typeInto(driver, element('input-expiry'), '0139', frames);
    await typeInto(driver, '#field', '123', field('security-code'));
    await clickOn(driver, element('save-button'), frames);
  }
  assert.equal(await waitFor(driver, 'an end', 'window.end', frames), end);
}

/** The form on pages with something that no page of ours has, in one engine. */
export function runStrangers(title: string, start: () => Promise<Engine>): void {
  describe(`the form on strangers’ pages, in ${title}`, () => {
    let demo: Demo;
    let shop: PaintShop;
    let engine: Engine;
    before(async () => {
      demo = await openShop();
      shop = await startPaintShop(demo);
      engine = await start();
    });
    after(async () => {
      await engine?.close();
      await shop?.close();
      await demo?.close();
    });
    for (const stranger of strangers)
      it(`with ${stranger.name}: ${stranger.end}`, async () => {
        const driver = await engine.newPage();
        try {
          await saveAmong(driver, stranger, shop);
        } finally {
          await driver.close();
        }
      });
  });
}
