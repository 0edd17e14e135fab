import {bankName} from '../../domain/ports/issuer.js';
import {asset, type AssetName} from '../../platform/pages/assets.js';
import {escapeHtml} from '../../platform/pages/html.js';
import {cardBrands} from '../../../../src/protocol/index.js';
import type {Language} from './language.js';
import {stepUpStyle} from './step-up-style.js';
import type {Transaction} from './store.js';

/** Path of one of the issuer's scripts. It contains the script's hash. */
export const scriptPath = (name: AssetName) => `/assets/${asset(name).version}/${name}.js`;

/** The element that loads one of the issuer's scripts. */
export const scriptTag = (name: AssetName) =>
  `<script src="${scriptPath(name)}" integrity="${asset(name).integrity}" defer></script>`;

const bankIcon =
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M12 2 3 7v2h18V7Zm-7 9v6h3v-6Zm5.500 0v6h3v-6ZM16 11v6h3v-6ZM3 19v3h18v-3Z"/></svg>';

/** A page of the bank in one language. */
export function bankPage(
  {locale, direction, say}: Language,
  {title, content, head = ''}: {readonly title: string; readonly content: string; readonly head?: string},
): string {
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${bankName}: ${title}`)}</title>
<style>${stepUpStyle}</style>
${head}
</head>
<body>
<main aria-label="${bankName}">
<header>${bankIcon}<strong lang="en" dir="ltr">${bankName}</strong><span>${escapeHtml(say('secureCheck'))}</span></header>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** The shop's name on the bank's page: the merchant's name; without one, the host of the shop's page. */
function shopName({shop, origin, origins}: Transaction, {say}: Language): string {
  if (shop !== null) return shop;
  // The first page that may frame the step-up, if the page that began the setup is not known.
  const shopOrigin = origin ?? origins[0];
  return shopOrigin && URL.canParse(shopOrigin) ? new URL(shopOrigin).host : say('someShop');
}

function cardHtml({brand, lastFour}: Transaction, {say}: Language): string {
  const name = brand === 'unknown' ? say('card') : cardBrands[brand].name;
  return `<bdi dir="ltr">${escapeHtml(name)} <span aria-hidden="true">••••</span><span class="spoken"> ${escapeHtml(say('endingIn'))}</span>&nbsp;${escapeHtml(lastFour)}</bdi>`;
}

/** The name on the card, under it. */
const holderHtml = ({cardholder}: Transaction): string =>
  cardholder === null ? '' : `<br />${bdi(cardholder)}`;

const bdi = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;

/** Label and HTML of what the shopper confirms: the amount if one is paid now, else the purpose. */
function purposeOf({purchase}: Transaction, {say, money}: Language): readonly [label: string, html: string] {
  if (!purchase) return [say('purpose'), escapeHtml(say('savingCard'))];
  const {kind, amount, currency} = purchase;
  if (amount === undefined) return [say('purpose'), escapeHtml(say('subscription'))];
  return [say(kind), bdi(money(amount, currency))];
}

/** What the shopper confirms: for which shop, with which card, to what end. */
export function factsHtml(transaction: Transaction, language: Language): string {
  const {say} = language;
  const facts = [
    ['shop', say('shop'), bdi(shopName(transaction, language))],
    ['card', say('card'), cardHtml(transaction, language) + holderHtml(transaction)],
    ['purpose', ...purposeOf(transaction, language)],
  ] as const;
  const rows = facts.map(
    ([kind, label, html]) => `<div class="${kind}"><dt>${escapeHtml(label)}</dt><dd>${html}</dd></div>`,
  );
  return `<dl class="facts">${rows.join('')}</dl>`;
}
