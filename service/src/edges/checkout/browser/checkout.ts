/** Script of the pages with a card: loads the card fields when they are needed, and sends the choice. */
import type {CardPageData} from '../pages/choose-card.js';

/** The part of `<card-vault>` that this page uses. */
interface CardVault extends HTMLElement {
  messages: Readonly<Record<string, string>>;
  save(): Promise<Outcome>;
  reset(): void;
}

interface Outcome {
  readonly outcome: string;
  readonly paymentMethod?: {readonly token: string};
}

/** The service's answer to the chosen card. */
interface Answer {
  readonly outcome: 'done' | 'declined';
  /** The next page; undefined to open this one again. */
  readonly next?: string;
}

const requestTimeoutMs = 45_000;
const retryDelayMs = 1000;

/** Finds an element of the page that the server drew. */
function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`);
  return element;
}

const data = JSON.parse(find('page', HTMLScriptElement).textContent ?? '') as CardPageData;
const form = find('choose', HTMLFormElement);
const button = find('go', HTMLButtonElement);
const problem = find('problem', HTMLElement);
const newCardPlace = find('new-card', HTMLElement);
const buttonLabel = button.textContent;
let vault: CardVault | undefined;
/** Whether a submission is under way. */
let running = false;

/** Token of the saved card that is chosen; undefined for a new card. */
function savedCard(): string | undefined {
  const chosen = new FormData(form).get('card');
  return typeof chosen === 'string' && chosen !== 'new' ? chosen : undefined;
}

/** The card fields load when they are first needed, because loading opens a session. */
function showFields(): void {
  const isNewCard = savedCard() === undefined;
  newCardPlace.hidden = !isNewCard;
  if (!isNewCard || vault !== undefined) return;
  vault = document.createElement('card-vault') as CardVault;
  const attributes = {
    'session-url': data.sessionUrl,
    'shop-name': data.shopName,
    locale: data.locale,
    'hide-button': '',
  };
  for (const [name, value] of Object.entries(attributes)) vault.setAttribute(name, value);
  vault.messages = {...data.messages, notice: data.texts.notice};
  // The element delays the form's submission until the card is saved. The button shows the progress.
  vault.addEventListener('card-vault-step', (event) => {
    const {step, previous} = (event as Event & {readonly detail: {step: string; previous: string}}).detail;
    if (previous === 'collecting' && step !== 'collecting') setBusy(true);
    else if (step === 'collecting' && previous !== 'collecting') endSubmission();
  });
  for (const end of ['card-vault-stopped', 'card-vault-error']) {
    vault.addEventListener(end, () => {
      endSubmission();
      if (data.pays) void leaveIfPaid();
    });
  }
  // A payment that a reload interrupted ends without a press.
  vault.addEventListener('card-vault-paid', () => {
    if (!running) void leaveIfPaid();
  });
  newCardPlace.append(vault);
}

function showProblem(text: string): void {
  problem.textContent = text;
  problem.hidden = false;
  problem.classList.remove('past');
  problem.focus();
}

function setBusy(on: boolean): void {
  // Its room stays: the button would move under the finger.
  if (on) problem.classList.add('past');
  button.setAttribute('aria-disabled', String(on));
  button.textContent = on ? data.texts.busy : buttonLabel;
  for (const input of form.querySelectorAll('input')) input.toggleAttribute('inert', on);
}

function endSubmission(): void {
  running = false;
  setBusy(false);
}

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Sends the chosen card. Repeats the same request after a lost answer, or while the attempt is under way: the
 * service makes one attempt only.
 *
 * @returns `terms` if the plan is no longer what the page shows.
 */
async function send(paymentMethod?: string, sendingsLeft = 5): Promise<Answer | 'refused' | 'terms'> {
  const {url, body} = data.action!;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({...body, payment_method: paymentMethod}),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    if (response.ok) return (await response.json()) as Answer;
    if (response.status === 412) return 'terms';
    const mayRepeat = response.status === 409 || response.status >= 500;
    if (!mayRepeat || sendingsLeft === 1) return 'refused';
  } catch (error) {
    if (sendingsLeft === 1) throw error;
  }
  await delay(retryDelayMs);
  return send(paymentMethod, sendingsLeft - 1);
}

const openPage = (address: string) => location.replace(address);
const reloadWith = (problem: 'terms' | 'card' | 'declined') =>
  openPage(`${data.self}${data.self.includes('?') ? '&' : '?'}problem=${problem}`);

/**
 * Token of the chosen payment method. Saves a new card first, including its step-up. Undefined if that fails:
 * the element then shows its own error.
 */
async function chosenMethod(): Promise<string | undefined> {
  const saved = savedCard();
  if (saved !== undefined) return saved;
  if (!vault) return undefined;
  try {
    const outcome = await vault.save();
    return outcome.paymentMethod?.token;
  } catch {
    return undefined;
  }
}

/** Leads on where the payment is made, in this tab or another. */
async function leaveIfPaid(): Promise<void> {
  const answer = await send().catch(() => undefined);
  if (typeof answer === 'object' && answer.outcome === 'done') openPage(answer.next ?? data.self);
}

async function submit(): Promise<void> {
  if (running) return;
  running = true;
  setBusy(true);
  try {
    const method = await chosenMethod();
    if (method === undefined) {
      endSubmission();
      return;
    }
    const answer = data.action ? await send(method) : ({outcome: 'done'} as const);
    if (answer === 'terms') reloadWith('terms');
    else if (answer === 'refused') reloadWith('card');
    else if (answer.outcome === 'declined') reloadWith('declined');
    else openPage(answer.next ?? data.self);
  } catch {
    endSubmission();
    showProblem(data.texts.connection);
  }
}

form.addEventListener('change', showFields);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});
// A page restored from the history may be stale.
addEventListener('pageshow', ({persisted}) => {
  if (persisted) location.reload();
});
showFields();
if (!problem.hidden) problem.focus();
