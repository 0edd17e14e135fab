import type {Page} from '@playwright/test';
import {react, vue} from './framework-ways.js';
import {tag, type Way} from './way.js';

const call = (page: Page) =>
  page.evaluate(() => (window as unknown as {change(): Promise<unknown> | undefined}).change());
const press = (name: string) => (page: Page) => page.getByText(name, {exact: true}).click();

const turbo: readonly Omit<Way, 'library'>[] = [
  {
    name: 'a visit, and Back to the page that it keeps',
    body: `${tag()}<a href="OTHER">Go</a>`,
    other: '<p>Another page</p>',
    async change(page) {
      await press('Go')(page);
      await page.getByText('Another page').waitFor();
      await page.goBack();
    },
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'a visit to another page with a form',
    body: `${tag()}<a href="OTHER">Go</a>`,
    other: `<p>Another page</p>${tag()}`,
    change: press('Go'),
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'a visit back by a link, which shows the page that it keeps first',
    body: `${tag()}<a href="OTHER">Go</a>`,
    other: '<p>Another page</p><a href="BEFORE">Return</a>',
    async change(page) {
      await press('Go')(page);
      await press('Return')(page);
    },
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'a visit back by a link to a page with the form of vault.markup()',
    body: 'MARKUP<a href="OTHER">Go</a>',
    other: '<p>Another page</p><a href="BEFORE">Return</a>',
    async change(page) {
      await press('Go')(page);
      await press('Return')(page);
    },
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'a visit to another page with the same permanent form, which is moved',
    body: `${tag('data-turbo-permanent')}<a href="OTHER">Go</a>`,
    other: `<p>Another page</p>${tag('data-turbo-permanent')}`,
    async change(page) {
      await press('Go')(page);
      await page.getByText('Another page').waitFor();
    },
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'a frame that another page’s frame replaces',
    body: `<turbo-frame id="pay">${tag()}<a href="OTHER">Go</a></turbo-frame>`,
    other: `<turbo-frame id="pay"><p>Another page</p>${tag()}</turbo-frame>`,
    change: press('Go'),
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'a frame beside the form',
    body: `${tag()}<turbo-frame id="sum"><a href="OTHER">Go</a></turbo-frame>`,
    other: '<turbo-frame id="sum"><p>Another sum</p></turbo-frame>',
    async change(page) {
      await press('Go')(page);
      await page.getByText('Another sum').waitFor();
    },
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'a refresh that morphs the page',
    head: '<meta name="turbo-refresh-method" content="morph">',
    body: tag(),
    script: 'window.change = () => Turbo.visit(location.href, {action: "replace"})',
    change: call,
    ...{seen: 'asked again', sessions: 1},
  },
  {
    name: 'a refresh that morphs the page around a permanent form',
    head: '<meta name="turbo-refresh-method" content="morph">',
    body: tag('data-turbo-permanent'),
    script: `window.change = () => {
      const done = new Promise((resolve) => addEventListener('turbo:morph', resolve));
      Turbo.visit(location.href, {action: 'replace'});
      return done.then(() => true);
    }`,
    change: call,
    ...{seen: 'kept', sessions: 1},
  },
];

const htmx: readonly Omit<Way, 'library'>[] = [
  {
    name: 'the content of what is around the form',
    body: `<div id="part">${tag()}</div><button hx-get="OTHER" hx-target="#part" hx-select="#part > *">Go</button>`,
    other: `<div id="part">${tag()}</div>`,
    change: press('Go'),
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'the shop’s form around the element',
    body: `<form id="part">${tag('hide-button')}<button>Save card</button></form>
      <button hx-get="OTHER" hx-target="#part" hx-select="#part" hx-swap="outerHTML">Go</button>`,
    other: `<form id="part">${tag()}</form>`,
    change: press('Go'),
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'the element itself',
    body: `${tag()}<button hx-get="OTHER" hx-target="#card" hx-select="#card" hx-swap="outerHTML">Go</button>`,
    other: tag(),
    change: press('Go'),
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'what stands in the element',
    body: `${tag('', '<p>Terms</p>')}<button hx-get="OTHER" hx-target="#card" hx-select="p">Go</button>`,
    other: '<p>Other terms</p>',
    change: press('Go'),
    ...{seen: 'asked again', sessions: 1},
  },
  {
    name: 'what is around a form that is preserved',
    body: `<div id="part">${tag('hx-preserve')}</div>
      <button hx-get="OTHER" hx-target="#part" hx-select="#part > *">Go</button>`,
    other: `<div id="part"><p>Another page</p>${tag('hx-preserve')}</div>`,
    async change(page) {
      await press('Go')(page);
      await page.getByText('Another page').waitFor();
    },
    ...{seen: 'kept', sessions: 1},
  },
  {
    name: 'the whole page, and Back to the one that it keeps',
    body: `<div hx-boost="true">${tag()}<a href="OTHER">Go</a></div>`,
    other: '<p>Another page</p>',
    async change(page) {
      await press('Go')(page);
      await page.getByText('Another page').waitFor();
      await page.goBack();
    },
    ...{seen: 'new', sessions: 2},
  },
];

const jquery: readonly Omit<Way, 'library'>[] = [
  {
    name: 'html() of what is around the form',
    body: `<div id="part">${tag()}</div>`,
    script: `window.change = () => void jQuery('#part').html('${tag()}')`,
    change: call,
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'empty() of the element',
    body: tag('', '<p>Terms</p>'),
    script: `window.change = () => void jQuery('card-vault').empty()`,
    change: call,
    ...{seen: 'asked again', sessions: 1},
  },
  {
    name: 'append(), which moves the element',
    body: `${tag()}<div id="part"></div>`,
    script: `window.change = () => void jQuery('#part').append(jQuery('card-vault'))`,
    change: call,
    ...{seen: 'new', sessions: 2},
  },
  {
    name: 'wrap(), which moves the element',
    body: tag(),
    script: `window.change = () => void jQuery('card-vault').wrap('<div class="row">')`,
    change: call,
    ...{seen: 'new', sessions: 2},
  },
];

/** Livewire 3 draws a part anew by Alpine's morph; of a part that is marked `wire:ignore` it keeps everything. */
const livewire = (more: string, updating: string) => ({
  body: `<div id="part"><p>Sum: 1</p>${tag(more)}</div>`,
  script: `import {alpine} from '/library.js';
    const updating = (from, to, childrenOnly, skip) => ${updating};
    window.change = () => void alpine.morph(document.querySelector('#part'), '<div id="part"><p>Sum: 2</p>${tag(more)}</div>', {updating});`,
  change: call,
});

export const ways: readonly Way[] = [
  ...turbo.map((way): Way => ({library: 'turbo', ...way})),
  ...htmx.map((way): Way => ({library: 'htmx', ...way})),
  ...jquery.map((way): Way => ({library: 'jquery', ...way})),
  ...react.map((way): Way => ({library: 'react', body: '<div id="part"></div>', change: call, ...way})),
  ...vue.map((way): Way => ({library: 'vue', body: '<div id="part"></div>', change: call, ...way})),
  {
    name: 'Livewire’s way of drawing a part anew',
    library: 'morphs',
    ...livewire('', 'undefined'),
    seen: 'asked again',
    sessions: 1,
  },
  {
    name: 'Livewire’s way of drawing a part anew, around a form that it ignores',
    library: 'morphs',
    ...livewire('wire:ignore', `from.hasAttribute?.('wire:ignore') && skip()`),
    ...{seen: 'kept', sessions: 1},
  },
];
