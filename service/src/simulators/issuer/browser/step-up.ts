import type {StepUpPageData} from '../step-up-page.js';

/** The server's replies; any other is an error. */
type Reply =
  | {readonly state: 'wrong'; readonly attemptsLeft: number}
  | {readonly state: 'sent'; readonly codesLeft: number}
  | {readonly state: 'no-more-codes'}
  | {readonly state: 'finished'; readonly next: string};

const requestLimit = 20_000;

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
const said = find('said', HTMLElement);
let busy = false;

const times = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function complain(message: string): void {
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

async function ask(question: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(data.answerPath, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({token: data.token, ...question}),
    credentials: 'omit',
    signal: AbortSignal.timeout(requestLimit),
  });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return (await response.json()) as Reply;
}

function show(answer: Reply): void {
  switch (answer.state) {
    case 'wrong':
      complain(`This code is wrong. ${times(answer.attemptsLeft, 'try', 'tries')} left.`);
      break;
    case 'sent':
      said.textContent = `A new code is on its way. ${times(answer.codesLeft, 'more', 'more')} possible.`;
      break;
    case 'no-more-codes':
      said.textContent = 'No more codes can be sent. Use the last one.';
      break;
    case 'finished':
      // Replaces this page in the session history; the next one posts the return form.
      location.replace(answer.next);
  }
}

async function act(question: Readonly<Record<string, string>>, label: string): Promise<void> {
  if (busy) return;
  setBusy(true, label);
  said.textContent = '';
  complain('');
  try {
    const answer = await ask(question);
    // Once it is over the page stays busy until it is gone: a second click has nothing to do any more.
    if (answer.state !== 'finished') setBusy(false);
    show(answer);
  } catch {
    setBusy(false);
    complain('The bank could not be reached. Please try again.');
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (busy) return;
  if (!input.value.trim()) complain('Enter the code that we sent you.');
  else void act({action: 'confirm', code: input.value}, 'Checking…');
});
input.addEventListener('input', () => {
  if (problem.textContent) complain('');
});
find('resend', HTMLButtonElement).addEventListener('click', () => void act({action: 'resend'}, 'Sending…'));
find('cancel', HTMLButtonElement).addEventListener(
  'click',
  () => void act({action: 'cancel'}, 'Cancelling…'),
);
