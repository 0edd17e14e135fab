import {startCode} from './code.js';
import {isBusy, part, perform, send, texts} from './page.js';
import {startPasskey} from './passkey.js';
import {startWaiting} from './waiting.js';

const showCode = startCode();
const stopWaiting = startWaiting();
startPasskey();

/** Where the page says what went wrong: beside its question while it asks one, else beside the code. */
function fail(message: string): void {
  const question = part('question-problem', HTMLElement);
  const problem = question?.closest('[hidden]') === null ? question : part('problem', HTMLElement);
  if (problem) problem.textContent = message;
}

/** Asks for a code from now on. */
function askForCode(): void {
  const question = part('question', HTMLElement);
  const useCode = part('use-code', HTMLButtonElement);
  const lead = part('lead', HTMLElement);
  const note = part('note', HTMLElement);
  if (question) question.hidden = true;
  if (useCode) useCode.hidden = true;
  if (lead) lead.textContent = texts.codeSent;
  if (note) note.textContent = texts.codeNote;
  showCode();
}

function connect(id: string, label: string, before: () => void = () => {}): void {
  const button = part(id, HTMLButtonElement);
  button?.addEventListener('click', () => {
    if (isBusy()) return;
    before();
    fail('');
    void perform(() => send({action: id}), {
      button,
      label,
      show: ({state}) => state === 'code' && askForCode(),
      fail,
    });
  });
}

connect('cancel', texts.cancelling);
// In a frame the page hears the keys that the shop's dialog around it does not. On a page of its own, Escape is the browser's.
if (window.parent !== window)
  document.addEventListener('keydown', ({key, isComposing}) => {
    if (key === 'Escape' && !isComposing) part('cancel', HTMLButtonElement)?.click();
  });
connect('use-code', texts.sending, stopWaiting);
connect('approve', texts.sending);
connect('decline', texts.sending);
