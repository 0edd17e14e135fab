import {cardBrands} from '../../../../src/protocol/index.js';
import {bankName} from '../../domain/ports/issuer.js';
import type {AssetName} from '../../platform/pages/assets.js';
import {asset} from '../../platform/pages/assets.js';
import {dataBlock, escapeHtml} from '../../platform/pages/html.js';
import {stepUpStyle} from './step-up-style.js';
import type {Transaction} from './store.js';

/** Address of one of the issuer's scripts. The hash of what is served is part of it. */
export const scriptPath = (name: AssetName) => `/assets/${asset(name).version}/${name}.js`;

const mark =
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="M12 2 3 7v2h18V7Zm-7 9v6h3v-6Zm5.500 0v6h3v-6ZM16 11v6h3v-6ZM3 19v3h18v-3Z"/></svg>';

function frame(title: string, content: string, head = ''): string {
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
<header>${mark}<strong>${bankName}</strong><span>Secure check</span></header>
${content}
</main>
</body>
</html>
`;
}

/** Name of the shop as the bank knows it: the merchant's own, else the host of its page. */
function shopName({shop, origin, origins}: Transaction): string {
  if (shop !== null) return shop;
  const known = origin ?? origins[0];
  return known && URL.canParse(known) ? new URL(known).host : 'An online shop';
}

function cardText({brand, lastFour}: Transaction): string {
  const name = brand === 'unknown' ? 'Card' : cardBrands[brand].name;
  return `${escapeHtml(name)} <span aria-hidden="true">••••</span><span class="spoken"> ending in</span> <bdi>${escapeHtml(lastFour)}</bdi>`;
}

/** What the shopper confirms: the amount, where one is paid now. */
function purposeOf({purchase}: Transaction): readonly [string, string] {
  if (!purchase) return ['For', 'Saving this card'];
  const {kind, amount, currency} = purchase;
  if (amount === undefined) return ['For', 'Subscription'];
  const format = new Intl.NumberFormat('en', {style: 'currency', currency});
  const money = format.format(Number(amount));
  return [kind === 'subscription' ? 'Subscription' : 'Payment', `<bdi>${escapeHtml(money)}</bdi>`];
}

/**
 * What the page's script works with. The token is the one the browser brought; it goes back in the body of a
 * request.
 */
export interface StepUpPageData {
  readonly token: string;
  readonly answerPath: string;
}

/**
 * The bank's question: is it you? The page shows the one-time code, because this bank cannot send messages.
 */
export function stepUpPage(transaction: Transaction, data: StepUpPageData, oneTimeCode: string): string {
  const script = asset('step-up');
  const facts = [
    ['shop', 'Shop', `<bdi>${escapeHtml(shopName(transaction))}</bdi>`],
    ['card', 'Card', cardText(transaction)],
    ['purpose', ...purposeOf(transaction)],
  ];
  const content = `<h1>Confirm it’s you</h1>
<p>We sent a code to your phone ending in <bdi>42</bdi>.</p>
<dl class="facts">${facts.map(([kind, name, value]) => `<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
<form id="code-form" novalidate>
<label for="code">One-time code</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" spellcheck="false" dir="ltr" required aria-describedby="problem">
<div class="messages"><p id="problem" role="alert"></p><p id="said" role="status"></p></div>
<button class="confirm" id="confirm" type="submit">Confirm</button>
</form>
<div class="others"><button id="resend" type="button">Resend code</button><button id="cancel" type="button">Cancel</button></div>
<noscript><p>This page needs JavaScript.</p></noscript>
<footer>Test bank. The code is <bdi>${escapeHtml(oneTimeCode)}</bdi>.</footer>`;
  const head = `${dataBlock('step-up', data)}
<script src="${scriptPath('step-up')}" integrity="${script.integrity}" defer></script>`;
  return frame('Example Bank: confirm it’s you', content, head);
}

/**
 * The return to the shop (wire 4): posts `TransactionId` and `MD` to the return address while the document
 * loads, which replaces it in the session history. The button is for browsers without scripts.
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
  return frame('Example Bank: back to the shop', content, head);
}

/** For an invalid access token. It offers no link back, because no return address is known. */
export const refusedPage = frame(
  'Example Bank: link no longer valid',
  `<h1>This link is no longer valid</h1>
<p>Please go back to the shop and try again.</p>`,
);

/** Style of every page here; its hash is what a policy admits. */
export const pageStyle = stepUpStyle;
