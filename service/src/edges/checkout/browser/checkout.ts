/** Script of the pages with a card: loads the card fields when they are needed, and sends the choice. */
import type {CardPageData} from '../pages/choose-card.js';

/** The part of `<card-vault>` that this page uses. */
interface CardVault extends HTMLElement {
  messages: Readonly<Record<string, string>>;
  save(): Promise<Outcome>;
  reset(): void;
  setCustomValidity(message: string): void;
  reportValidity(): boolean;
}

interface Outcome {
  readonly outcome: string;
  readonly paymentMethod?: {readonly token: string};
}

/** The service's answer to the chosen card. */
type Answer =
  /** `unpaid`: nothing more can be done on this page, which says why when it is opened again. */
  | {
      readonly outcome: 'done' | 'unpaid';
      /** The next page; undefined to open this one again. */
      readonly next?: string;
    }
  | {
      readonly outcome: 'declined';
      /** Why, for the shopper. */
      readonly problem: string;
      /** When the card is tried again; empty if never. */
      readonly retry: string;
      /** Sent with the next press. */
      readonly tries: number;
    };

/** Why there is no answer: the plan has changed, the page is over, the card cannot be used, the service had none. */
type Refusal = 'terms' | 'over' | 'refused' | 'trouble';

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
const messages = data.messages ?? {};
/** Attempts that the service has counted, as far as this page knows. */
let {tries} = data.action?.body ?? {};
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
  vault.messages = messages;
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
  vault.append(...newCardPlace.children);
  newCardPlace.append(vault);
}

/** Says something in the page's own place. Where the card form says it, it is only heard. */
function tell(text: string): void {
  problem.textContent = text;
  problem.hidden = false;
  problem.className = savedCard() === undefined ? 'alert heard' : 'alert';
}

function setBusy(on: boolean): void {
  if (on) {
    // Its room stays: the button would move under the finger.
    problem.classList.add('past');
    vault?.setCustomValidity('');
  }
  // Other words may take fewer lines.
  button.style.minBlockSize = on ? `${button.getBoundingClientRect().height}px` : '';
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
 */
async function send(paymentMethod?: string, sendingsLeft = 5): Promise<Answer | Refusal> {
  const {url, body} = data.action!;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({...body, tries, payment_method: paymentMethod}),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer as Answer;
    if (response.status === 412) return 'terms';
    if (response.status === 410) return 'over';
    const {code} = answer as {readonly code?: string};
    if (code !== 'checkout.under_way' && response.status < 500) return 'refused';
    if (sendingsLeft === 1) return 'trouble';
  } catch (error) {
    if (sendingsLeft === 1) throw error;
  }
  await delay(retryDelayMs);
  return send(paymentMethod, sendingsLeft - 1);
}

const openPage = (address: string) => location.replace(address);

/**
 * Leads on to another card. The page stays as it is: the card form begins anew and says why in its own place, with the focus
 * in the number; beside saved cards the focus goes to another one.
 */
function offerAnother(text: string): void {
  endSubmission();
  if (savedCard() === undefined && vault) {
    vault.reset();
    vault.setCustomValidity(text);
    vault.reportValidity();
    return;
  }
  tell(text);
  const [other] = form.querySelectorAll<HTMLInputElement>('[name=card]:not(:checked, :disabled)');
  other?.focus();
}

/**
 * It is not known whether the card was charged: the next press asks first, with the same card. A new one stays drawn in the
 * place of its form, which therefore says it.
 */
function offerAgain(text: string): void {
  endSubmission();
  tell(text);
  if (savedCard() === undefined && vault) vault.messages = {...messages, savedTitle: text, saveAnother: ''};
  if (document.activeElement === document.body) button.focus();
}

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

function follow(answer: Answer | Refusal): void {
  if (typeof answer === 'string') {
    if (answer === 'terms') openPage(`${data.self}&problem=terms`);
    else if (answer === 'over') openPage(data.self);
    else if (answer === 'trouble') offerAgain(data.texts.trouble);
    else offerAnother(data.texts.refused);
  } else if (answer.outcome === 'declined') {
    tries = answer.tries;
    const retry = document.getElementById('retry');
    if (retry) retry.textContent = answer.retry;
    offerAnother(answer.problem);
  } else openPage(answer.next ?? data.self);
}

async function submit(): Promise<void> {
  if (running) return;
  running = true;
  setBusy(true);
  if (vault) vault.messages = messages;
  const method = await chosenMethod();
  if (method === undefined) return endSubmission();
  if (!data.action) return openPage(data.self);
  try {
    follow(await send(method));
  } catch {
    offerAgain(data.texts.connection);
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
// The page was opened again to show what has changed. A reload that the shopper asks for is quiet.
if (new URLSearchParams(location.search).has('problem')) {
  problem.focus();
  history.replaceState(null, '', data.self);
}
