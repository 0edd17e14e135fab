import {escapeHtml} from '../../platform/pages/html.js';
import {bankPage, scriptTag} from './document.js';
import type {Language} from './language.js';
import type {Transaction} from './store.js';

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/**
 * The page that returns to the shop (wire 4). Its script posts `TransactionId` and `MD` to the return URL
 * while the document loads, so that the next page replaces it in the session history. Browsers without scripts
 * show a button. Without `MD` it posts the text `null`.
 */
export function finishPage({id, md, returnUrl}: Transaction, language: Language): string {
  const {say} = language;
  const content = `${paragraph(say('backText'))}
<form id="return" method="post" action="${escapeHtml(returnUrl)}">
<input type="hidden" name="TransactionId" value="${escapeHtml(id)}">
<input type="hidden" name="MD" value="${escapeHtml(md ?? 'null')}">
<noscript><button class="confirm" type="submit">${escapeHtml(say('goOn'))}</button></noscript>
</form>`;
  return bankPage(language, {title: say('backTitle'), content, head: scriptTag('finish')});
}

/** The page for an invalid access token. It has no link back, because no return URL is known. */
export const invalidTokenPage = (language: Language): string =>
  bankPage(language, {title: language.say('linkTitle'), content: paragraph(language.say('linkText'))});

/** What a bank that is down shows. Like real ones, it does not lead back to the shop. */
export const downPage = (language: Language): string =>
  bankPage(language, {title: language.say('downTitle'), content: paragraph(language.say('downText'))});

/** The second page when nothing is left to do in it. */
export const nothingToDoPage = (language: Language): string =>
  bankPage(language, {title: language.say('backTitle'), content: paragraph(language.say('windowDone'))});
