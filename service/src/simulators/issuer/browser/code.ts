import {fillNumber} from '../../../../../src/texts/plural.js';
import {data, isBusy, part, perform, send, texts, type Reply} from './page.js';

const count = (message: string, number: number) =>
  fillNumber(message, document.documentElement.lang, 'count', number);

/** The form for the code, where the page has it. Returns a function that shows it in a page that hid it. */
export function startCode(): () => void {
  const form = part('code-form', HTMLFormElement);
  const input = part('code', HTMLInputElement);
  const button = part('confirm', HTMLButtonElement);
  const problem = part('problem', HTMLElement);
  const notice = part('notice', HTMLElement);
  const resend = part('resend', HTMLButtonElement);
  if (!form || !input || !button || !problem || !notice || !resend) return () => {};

  const showProblem = (message: string) => {
    problem.textContent = message;
    input.setAttribute('aria-invalid', String(message !== ''));
    if (!message) return;
    input.focus();
    input.select();
    // A focused input is in view already; what is wrong stands below it.
    problem.scrollIntoView({block: 'nearest'});
  };
  const showNotice = (message: string) => (notice.textContent = message);
  const show = (reply: Reply) => {
    if (reply.state === 'wrong') {
      showProblem(count(texts.codeWrong, reply.attemptsLeft));
    }
    if (reply.state === 'code-old') showProblem(texts.codeOld);
    if (reply.state === 'sent') showNotice(count(texts.codeResent, reply.codesLeft));
    if (reply.state === 'no-more-codes') showNotice(texts.codesUsedUp);
  };
  const act = (request: Readonly<Record<string, string>>, pressed: HTMLButtonElement, label: string) => {
    showNotice('');
    showProblem('');
    void perform(() => send(request), {button: pressed, label, show, fail: showProblem});
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy()) return;
    if (!input.value.trim()) showProblem(texts.codeMissing);
    else act({action: 'confirm', code: input.value}, button, texts.checking);
  });
  input.addEventListener('input', () => {
    if (problem.textContent) showProblem('');
  });
  resend.addEventListener('click', () => {
    if (!isBusy()) act({action: 'resend'}, resend, texts.sending);
  });
  if (data.enters !== undefined) {
    input.value = data.enters;
    form.requestSubmit();
  }
  return () => {
    form.hidden = false;
    resend.hidden = false;
    input.focus();
  };
}
