// One small shop for each framework: a page whose tag `vault.markup()` wrote, and one with the plain tag or the wrapper.
// They follow site/frameworks.md.

/** How a framework builds and serves the shop. */
export interface FrameworkShop {
  readonly name: string;
  /** Exact versions, in a temporary folder: none is a dependency of this project. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** It needs a newer Node than this project does. */
  readonly node24?: true;
  readonly files: Readonly<Record<string, string>>;
  /** Arguments for Node, in the shop's folder. */
  readonly build: readonly string[];
  /** Arguments for Node that start a server on PORT, or the folder of a static site. */
  readonly serve: readonly string[] | {readonly folder: string};
}

export const pages = ['markup', 'plain'] as const;

const styles =
  'body{margin:16px;font:16px/1.5 sans-serif}form{max-inline-size:440px}' +
  '#save{inline-size:100%;margin-block-start:16px;padding:12px;font:inherit}';

const vault = `import {createCardVaultServer} from 'card-vault/server';
export const vault = createCardVaultServer({
  serviceUrl: process.env.CARD_VAULT_SERVICE_URL,
  secretKey: process.env.CARD_VAULT_SECRET_KEY,
  publicKey: process.env.CARD_VAULT_PUBLIC_KEY,
  currency: 'USD',
  customer: () => undefined,
});
`;
const markup = "vault.markup({name: 'payment_method', required: true})";

const inside = `<p slot="waiting">The card form is still loading. Wait a moment, or reload this page.</p>
    <noscript><p>To enter a card, turn on JavaScript.</p></noscript>`;
const hold = '<input slot="waiting" required tabindex="-1" aria-label="The card form is still loading" />';
const plainTag = `<card-vault session-url="/card-vault/session" name="payment_method" required>
    ${inside}
    ${hold}
  </card-vault>`;
const around = (tag: string): string => `<main><h1>Your card</h1>
<form action="/account/cards" method="post">
  ${tag}
  <button id="save">Save card</button>
</form><p>What follows the form.</p></main>`;

const manifest = '{"private": true, "type": "module"}';

const next: FrameworkShop = {
  name: 'Next',
  dependencies: {next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1'},
  files: {
    'package.json': manifest,
    'next.config.mjs': 'export default {turbopack: {root: import.meta.dirname}};',
    'app/vault.js': vault,
    'app/layout.js': `export const metadata = {title: 'Shop'};
export default ({children}) => <html lang="en"><head><style>{\`${styles}\`}</style></head><body>{children}</body></html>;`,
    'app/define.js': `'use client';
import {useEffect} from 'react';
export default function Define() {
  useEffect(() => void import('card-vault/define'), []);
  return null;
}`,
    'app/markup/page.js': `import {vault} from '../vault.js';
import Define from '../define.js';
export default () => <>${around(
      `<div dangerouslySetInnerHTML={{__html: ${markup}}} suppressHydrationWarning />`,
    )}<Define /></>;`,
    'app/plain/page.js': `import {CardVault} from 'card-vault/react';
import 'card-vault/first-paint.css';
export default () => ${around(
      `<CardVault sessionUrl="/card-vault/session" name="payment_method" required>
    ${inside}
    ${hold.replace('tabindex="-1"', 'tabIndex={-1}')}
  </CardVault>`,
    )};`,
  },
  build: ['node_modules/next/dist/bin/next', 'build'],
  serve: ['node_modules/next/dist/bin/next', 'start'],
};

const astroPage = (head: string, body: string): string => `---
${head}
---
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:," />
<meta name="viewport" content="width=device-width, initial-scale=1"><style is:inline>${styles}</style></head>
<body>${body}<script>import 'card-vault/define'</script></body></html>`;

const astro: FrameworkShop = {
  name: 'Astro',
  dependencies: {astro: '7.3.5'},
  node24: true,
  files: {
    'package.json': manifest,
    'src/vault.js': vault,
    'src/pages/markup.astro': astroPage(
      "import {vault} from '../vault.js';\nimport 'card-vault/first-paint.css';",
      around(`<Fragment set:html={${markup}} />`),
    ),
    'src/pages/plain.astro': astroPage("import 'card-vault/first-paint.css';", around(plainTag)),
  },
  build: ['node_modules/astro/bin/astro.mjs', 'build'],
  serve: {folder: 'dist'},
};

const define = "onMount(() => void import('card-vault/define'));";
const svelteKit: FrameworkShop = {
  name: 'SvelteKit',
  dependencies: {
    '@sveltejs/kit': '3.2.0',
    '@sveltejs/adapter-node': '6.0.1',
    '@sveltejs/vite-plugin-svelte': '7.3.1',
    svelte: '5.57.3',
    vite: '8.3.8',
  },
  node24: true,
  files: {
    'package.json': manifest,
    'vite.config.js': `import adapter from '@sveltejs/adapter-node';
import {sveltekit} from '@sveltejs/kit/vite';
export default {plugins: [sveltekit({adapter: adapter()})]};`,
    'src/app.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${styles}</style>
%sveltekit.head%</head><body><div style="display: contents">%sveltekit.body%</div></body></html>`,
    'src/vault.server.js': vault,
    'src/routes/markup/+page.server.js': `import {vault} from '../../vault.server.js';
export const load = () => ({html: ${markup}});`,
    'src/routes/markup/+page.svelte': `<script>
let {data} = $props();
${define}
</script>
<svelte:head><title>Shop</title></svelte:head>
${around('{@html data.html}')}`,
    'src/routes/plain/+page.svelte': `<script>
import {onMount} from 'svelte';
import 'card-vault/first-paint.css';
${define}
</script>
<svelte:head><title>Shop</title></svelte:head>
${around(plainTag)}`,
  },
  build: ['node_modules/vite/bin/vite.js', 'build'],
  serve: ['build/index.js'],
};

const nuxt: FrameworkShop = {
  name: 'Nuxt',
  dependencies: {nuxt: '4.5.2'},
  node24: true,
  files: {
    'package.json': manifest,
    'nuxt.config.js': `export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  app: {head: {title: 'Shop', htmlAttrs: {lang: 'en'}, style: [${JSON.stringify(styles)}],
    link: [{rel: 'icon', href: 'data:,'}]}},
  vue: {compilerOptions: {isCustomElement: (tag) => tag.startsWith('card-vault')}},
});`,
    'server/api/tag.js': `${vault}
export default defineEventHandler(() => ({html: ${markup}}));`,
    'app/pages/markup.vue': `<script setup>
import 'card-vault/first-paint.css';
const {data} = await useFetch('/api/tag');
onMounted(() => import('card-vault/define'));
</script>
<template>${around('<div v-html="data.html" />')}</template>`,
    'app/pages/plain.vue': `<script setup>
import 'card-vault/first-paint.css';
onMounted(() => import('card-vault/define'));
</script>
<template>${around(plainTag)}</template>`,
    'app/app.vue': '<template><NuxtPage /></template>',
  },
  build: ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
  serve: ['.output/server/index.mjs'],
};

/** A page that Lit renders on a server: with the kit's HTML in it, and with the element that Lit draws itself. */
const lit: FrameworkShop = {
  name: 'Lit',
  dependencies: {'@lit-labs/ssr': '4.1.0', lit: '3.3.3'},
  files: {
    'package.json': manifest,
    'vault.mjs': vault,
    'server.mjs': `import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {render} from '@lit-labs/ssr';
import {collectResult} from '@lit-labs/ssr/lib/render-result.js';
import {html} from 'lit';
import {unsafeHTML} from 'lit/directives/unsafe-html.js';
import {vault} from './vault.mjs';
const page = (tag) => html\`<main><h1>Your card</h1><form action="/account/cards" method="post">
  \${tag}<button id="save">Save card</button></form><p>What follows the form.</p></main>\`;
const drawn = html\`<card-vault session-url="/card-vault/session" name="payment_method" required hide-button>
  ${inside}${hold}</card-vault>\`;
const pages = {
  '/markup': () => page(unsafeHTML(${markup})),
  // Lit draws an element that its server knows; the kit's HTML is drawn already.
  '/plain': () => import('card-vault/define').then(() => page(drawn)),
};
const head = \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${styles}</style>
<link rel="stylesheet" href="/assets/first-paint.css"><script type="module" src="/assets/card-vault.js"></script>\`;
createServer(async ({url}, response) => {
  const write = pages[url];
  if (write) return response.setHeader('content-type', 'text/html').end(head + (await collectResult(render(await write()))));
  const file = new URL('node_modules/card-vault/dist/' + url.replace(/^\\/assets\\//, ''), import.meta.url);
  const found = url.startsWith('/assets/') && (await readFile(file).catch(() => undefined));
  response.writeHead(found ? 200 : 404, {'content-type': url.endsWith('.css') ? 'text/css' : 'text/javascript'}).end(found || '');
}).listen(Number(process.env.PORT), '127.0.0.1');
`,
  },
  build: ['--check', 'server.mjs'],
  serve: ['server.mjs'],
};

export const shops: readonly FrameworkShop[] = [next, astro, svelteKit, nuxt, lit];
