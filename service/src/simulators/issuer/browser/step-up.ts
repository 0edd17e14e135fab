import type {StepUpPageData} from '../step-up-page.js';

/** A reply of the server. */
type Reply =
  | {readonly state: 'wrong'; readonly attemptsLeft: number}
  | {readonly state: 'sent'; readonly codesLeft: number}
  | {readonly state: 'no-more-codes'}
  | {readonly state: 'finished'; readonly next: string};

const requestTimeoutMs = 20_000;

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`);
  return element;
}

const data = JSON.parse(find('step-up', HTMLScriptElement).textContent ?? '') as StepUpPageData;
const form = find('code-form', HTMLFormElement);
const input = find('code', HTMLInputElement);
const confirmButton = find('confirm', HTMLButtonElement);
const problem = find('problem', HTMLElement);
const notice = find('notice', HTMLElement);
let busy = false;

function showProblem(message: string): void {
  problem.textContent = message;
  input.setAttribute('aria-invalid', String(message !== ''));
  if (message) {
    input.focus();
    input.select();
  }
}

function setBusy(on: boolean, label = 'Checking…'): void {
  busy = on;
  confirmButton.setAttribute('aria-disabled', String(on));
  confirmButton.textContent = on ? label : 'Confirm';
}

async function send(request: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(data.answerPath, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({token: data.token, ...request}),
    credentials: 'omit',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return (await response.json()) as Reply;
}

function show(reply: Reply): void {
  switch (reply.state) {
    case 'wrong':
      showProblem(
        `This code is wrong. ${reply.attemptsLeft} ${reply.attemptsLeft === 1 ? 'try' : 'tries'} left.`,
      );
      break;
    case 'sent':
      notice.textContent = `A new code is on its way. ${reply.codesLeft} more possible.`;
      break;
    case 'no-more-codes':
      notice.textContent = 'No more codes can be sent. Use the last one.';
      break;
    case 'finished':
      // Replaces this page in the session history. The next page posts the return form.
      location.replace(reply.next);
  }
}

async function perform(request: Readonly<Record<string, string>>, label: string): Promise<void> {
  if (busy) return;
  setBusy(true, label);
  notice.textContent = '';
  showProblem('');
  try {
    const reply = await send(request);
    // After the end the page stays busy until the next one replaces it, so that a second click does nothing.
    if (reply.state !== 'finished') setBusy(false);
    show(reply);
  } catch {
    setBusy(false);
    showProblem('The bank could not be reached. Please try again.');
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (busy) return;
  if (!input.value.trim()) showProblem('Enter the code that we sent you.');
  else void perform({action: 'confirm', code: input.value}, 'Checking…');
});
input.addEventListener('input', () => {
  if (problem.textContent) showProblem('');
});
find('resend', HTMLButtonElement).addEventListener(
  'click',
  () => void perform({action: 'resend'}, 'Sending…'),
);
find('cancel', HTMLButtonElement).addEventListener(
  'click',
  () => void perform({action: 'cancel'}, 'Cancelling…'),
);
