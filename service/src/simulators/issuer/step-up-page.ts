import {cardBrands} from '../../../../src/protocol/index.js';
import {bankName} from '../../domain/ports/issuer.js';
import type {AssetName} from '../../platform/pages/assets.js';
import {asset} from '../../platform/pages/assets.js';
import {dataBlock, escapeHtml} from '../../platform/pages/html.js';
import {stepUpStyle} from './step-up-style.js';
import type {Transaction} from './store.js';

/** Path of one of the issuer's scripts. It contains the script's hash. */
export const scriptPath = (name: AssetName) => `/assets/${asset(name).version}/${name}.js`;

const bankIcon =
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M12 2 3 7v2h18V7Zm-7 9v6h3v-6Zm5.500 0v6h3v-6ZM16 11v6h3v-6ZM3 19v3h18v-3Z"/></svg>';

function bankPage(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${stepUpStyle}</style>
${head}
</head>
<body>
<main aria-label="${bankName}">
<header>${bankIcon}<strong>${bankName}</strong><span>Secure check</span></header>
${content}
</main>
</body>
</html>
`;
}

/** The shop's name on the bank's page: the merchant's name; without one, the host of the shop's page. */
function shopName({shop, origin, origins}: Transaction): string {
  if (shop !== null) return shop;
  // The first page that may frame the step-up, if the page that began the setup is not known.
  const shopOrigin = origin ?? origins[0];
  return shopOrigin && URL.canParse(shopOrigin) ? new URL(shopOrigin).host : 'An online shop';
}

function cardHtml({brand, lastFour}: Transaction): string {
  const name = brand === 'unknown' ? 'Card' : cardBrands[brand].name;
  return `${escapeHtml(name)} <span aria-hidden="true">••••</span><span class="spoken"> ending in</span> <bdi>${escapeHtml(lastFour)}</bdi>`;
}

/** Label and HTML of what the shopper confirms: the amount if one is paid now, else the purpose. */
function purposeOf({purchase}: Transaction): readonly [label: string, html: string] {
  if (!purchase) return ['For', 'Saving this card'];
  const {kind, amount, currency} = purchase;
  if (amount === undefined) return ['For', 'Subscription'];
  const format = new Intl.NumberFormat('en', {style: 'currency', currency});
  const money = format.format(Number(amount));
  return [kind === 'subscription' ? 'Subscription' : 'Payment', `<bdi>${escapeHtml(money)}</bdi>`];
}

/** Data for the page's script. */
export interface StepUpPageData {
  /** The access token. The script sends it back in the body of each request. */
  readonly token: string;
  readonly answerPath: string;
}

/** The page that asks for the one-time code. It shows the code too, because this bank sends no messages. */
export function stepUpPage(transaction: Transaction, data: StepUpPageData, oneTimeCode: string): string {
  const script = asset('step-up');
  const facts = [
    ['shop', 'Shop', `<bdi>${escapeHtml(shopName(transaction))}</bdi>`],
    ['card', 'Card', cardHtml(transaction)],
    ['purpose', ...purposeOf(transaction)],
  ];
  const content = `<h1>Confirm it’s you</h1>
<p>We sent a code to your phone ending in <bdi>42</bdi>.</p>
<dl class="facts">${facts.map(([kind, label, html]) => `<div class="${kind}"><dt>${label}</dt><dd>${html}</dd></div>`).join('')}</dl>
<form id="code-form" novalidate>
<label for="code">One-time code</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" spellcheck="false" dir="ltr" required aria-describedby="problem">
<div class="messages"><p id="problem" role="alert"></p><p id="notice" role="status"></p></div>
<button class="confirm" id="confirm" type="submit">Confirm</button>
</form>
<div class="others"><button id="resend" type="button">Resend code</button><button id="cancel" type="button">Cancel</button></div>
<noscript><p>This page needs JavaScript.</p></noscript>
<footer>Test bank. The code is <bdi>${escapeHtml(oneTimeCode)}</bdi>.</footer>`;
  const head = `${dataBlock('step-up', data)}
<script src="${scriptPath('step-up')}" integrity="${script.integrity}" defer></script>`;
  return bankPage(`${bankName}: confirm it’s you`, content, head);
}

/**
 * The page that returns to the shop (wire 4). Its script posts `TransactionId` and `MD` to the return URL
 * while the document loads, so that the next page replaces it in the session history. Browsers without scripts
 * show a button. Without `MD` it posts the text `null`.
 */
export function finishPage({id, md, returnUrl}: Transaction): string {
  const script = asset('finish');
  const content = `<h1>Thank you</h1>
<p>We are taking you back to the shop.</p>
<form id="return" method="post" action="${escapeHtml(returnUrl)}">
<input type="hidden" name="TransactionId" value="${escapeHtml(id)}">
<input type="hidden" name="MD" value="${escapeHtml(md ?? 'null')}">
<noscript><button class="confirm" type="submit">Continue</button></noscript>
</form>`;
  const head = `<script src="${scriptPath('finish')}" integrity="${script.integrity}" defer></script>`;
  return bankPage(`${bankName}: back to the shop`, content, head);
}

/** The page for an invalid access token. It has no link back, because no return URL is known. */
export const invalidTokenPage = bankPage(
  `${bankName}: link no longer valid`,
  `<h1>This link is no longer valid</h1>
<p>Please go back to the shop and try again.</p>`,
);
