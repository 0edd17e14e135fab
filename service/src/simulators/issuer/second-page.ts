import {dataBlock, escapeHtml} from '../../platform/pages/html.js';
import {codeForm} from './code-form.js';
import {bankPage, factsHtml, scriptTag} from './document.js';
import {nothingToDoPage} from './end-pages.js';
import type {Language} from './language.js';
import type {StepUpPageData} from './page-data.js';
import type {Transaction} from './store.js';

const messages =
  '<div class="messages"><p id="question-problem" role="alert"></p><p id="question-notice" role="status"></p></div>';

/**
 * The page that opens beside the shop's: the bank's app, its window for the code, or the page where a passkey
 * is made. A real app is on the shopper's phone; this one is a page, so that one browser shows both.
 */
export function secondPage(transaction: Transaction, language: Language, data: StepUpPageData): string {
  const {say} = language;
  const text = (key: Parameters<typeof say>[0]) => escapeHtml(say(key));
  const page = (title: string, content: string, note: string) =>
    bankPage(language, {
      title,
      content: `<div id="question">\n${content}\n</div>\n<p id="done" role="status"></p>\n<footer>${escapeHtml(note)}</footer>`,
      head: `${dataBlock('step-up', data)}\n${scriptTag('step-up')}`,
    });
  switch (transaction.stepUp) {
    case 'app':
      return page(
        say('approveTitle'),
        `${factsHtml(transaction, language)}
<div class="choices"><button class="confirm" id="approve" type="button">${text('approve')}</button><button class="second" id="decline" type="button">${text('decline')}</button></div>
${messages}`,
        say('testBank'),
      );
    case 'window':
      return page(
        say('confirmTitle'),
        `<p>${escapeHtml(data.texts.codeSent)}</p>
${factsHtml(transaction, language)}
${codeForm(language, false)}
<div class="others"><button id="resend" type="button">${text('resend')}</button></div>`,
        data.texts.codeNote,
      );
    case 'passkey':
      return page(
        say('createTitle'),
        `<p>${text('createText')}</p>
<div class="choices"><button class="confirm" id="create-passkey" type="button">${text('createPasskey')}</button></div>
${messages}`,
        say('testBank'),
      );
    default:
      return nothingToDoPage(language);
  }
}
