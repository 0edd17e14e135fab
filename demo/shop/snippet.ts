import {directionOf, knownLanguage} from '../../src/texts/index.js';
import {byId} from './dom.js';

/** Shows how a shop gets what is switched on: the page's part and the server's. */
export function showSnippet(): void {
  const query = new URLSearchParams(location.search);
  const on = (name: string) => query.get(name) ?? '';
  const attributes = [
    'session-url="/card-vault/session"',
    'shop-name="Sorrel"',
    'name="payment_method"',
    'required',
    on('step-up') && `step-up="${on('step-up')}"`,
    on('entry') && `entry-mode="${on('entry')}"`,
    on('theme') && `theme="${on('theme')}"`,
  ].filter(Boolean);
  const lang = knownLanguage(on('lang')) ?? 'en';
  const turned = directionOf(lang) === 'rtl' ? ' dir="rtl"' : '';
  byId('page-snippet').textContent = [
    ...(lang === 'en' ? [] : [`<html lang="${lang}"${turned}>`, '']),
    '<script type="module" src="/assets/card-vault.js"></script>',
    '<form action="/account/cards" method="post">',
    '  <card-vault',
    ...attributes.map((attribute) => `    ${attribute}`),
    '  ></card-vault>',
    '  <button>Save card</button>',
    '</form>',
  ].join('\n');
  byId('server-snippet').textContent = [
    "import {createCardVaultServer} from 'card-vault/server';",
    "import {toNodeHandler} from 'card-vault/server/node';",
    '',
    'const vault = createCardVaultServer({',
    '  serviceUrl: process.env.SERVICE_URL,',
    '  secretKey: process.env.SECRET_KEY,',
    '  publicKey: process.env.PUBLIC_KEY,',
    "  currency: 'USD',",
    ...(on('verification') === 'on' ? ['  accountVerification: true,'] : []),
    ...(on('entry') === 'raw' ? ["  entryMode: 'raw', // needs the merchant's PCI certificate"] : []),
    on('guest') === 'on'
      ? '  customer: async (request) => (await guestOf(request)).token, // made with isGuest: true'
      : '  customer: async (request) => (await shopperOf(request))?.customerToken,',
    '});',
    'app.use(toNodeHandler(vault));',
    '',
    '// Once a minute: reverse what vanished browsers left held.',
    'setInterval(() => vault.sweep(), 60_000);',
  ].join('\n');
}
