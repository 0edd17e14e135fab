import {dataBlock, escapeHtml} from '../../platform/pages/html.js';
import type {StepUpKind} from '../../platform/settings.js';
import {pathOf} from './access-tokens.js';
import {codeForm} from './code-form.js';
import {bankPage, factsHtml, scriptTag} from './document.js';
import type {Language, MessageKey} from './language.js';
import type {StepUpPageData} from './page-data.js';
import type {Transaction} from './store.js';

/** How a page asks without a code: its sentence, and what opens the second page. */
interface Question {
  readonly lead: MessageKey;
  readonly open: MessageKey;
  readonly waiting?: MessageKey;
}

const questions: Readonly<Partial<Record<StepUpKind, Question>>> = {
  app: {lead: 'appText', open: 'openApp', waiting: 'appWaiting'},
  window: {lead: 'windowText', open: 'openWindow', waiting: 'windowWaiting'},
  passkey: {lead: 'passkeyText', open: 'createPasskey'},
};

/** Whether the bank asks in a way that uses a second page. */
export const usesSecondPage = ({stepUp}: Transaction): boolean => questions[stepUp] !== undefined;

/**
 * The part of the page that asks without a code. The second page opens by a form, so that no popup blocker
 * stops it and its token is in no address.
 */
function questionHtml({open, waiting}: Question, {say}: Language, windowToken: string): string {
  const usePasskey = waiting
    ? ''
    : `<button class="confirm" id="use-passkey" type="button">${escapeHtml(say('usePasskey'))}</button>`;
  return `<div id="question">
<div class="choices">${usePasskey}<form method="post" action="${pathOf('step-up-window')}" target="_blank">
<input type="hidden" name="JWT" value="${escapeHtml(windowToken)}">
<button class="${waiting ? 'confirm' : 'second'}" id="open" type="submit">${escapeHtml(say(open))}</button>
</form></div>
<div class="messages"><p id="question-problem" role="alert"></p><p id="question-notice" role="status">${waiting ? escapeHtml(say(waiting)) : ''}</p></div>
<button class="second" id="look" type="button" hidden>${escapeHtml(say('lookAgain'))}</button>
</div>`;
}

/** The page that asks the shopper. It shows the code too, because this bank sends no messages. */
export function stepUpPage(
  transaction: Transaction,
  language: Language,
  data: StepUpPageData,
  windowToken: string,
): string {
  const {say} = language;
  const question = questions[transaction.stepUp];
  const hiddenIf = (isHidden: boolean) => (isHidden ? ' hidden' : '');
  const button = (id: string, key: MessageKey, isHidden = false) =>
    `<button id="${id}" type="button"${hiddenIf(isHidden)}>${escapeHtml(say(key))}</button>`;
  const content = `<p id="lead">${escapeHtml(question ? say(question.lead) : data.texts.codeSent)}</p>
${factsHtml(transaction, language)}
${question ? questionHtml(question, language, windowToken) : ''}
${codeForm(language, question !== undefined)}
<div class="others">${button('resend', 'resend', question !== undefined)}${question ? button('use-code', 'useCode') : ''}${button('cancel', 'cancel')}</div>
<noscript><p>${escapeHtml(say('needsScript'))}</p></noscript>
<footer id="note">${escapeHtml(question ? say('testBank') : data.texts.codeNote)}</footer>`;
  const head = `${dataBlock('step-up', data)}\n${scriptTag('step-up')}`;
  return bankPage(language, {title: say('confirmTitle'), content, head});
}
