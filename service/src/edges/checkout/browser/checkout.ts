import type {CardPageData} from '../pages/choose-card.js';

/** The part of `<card-vault>` that this page uses. */
interface CardVault extends HTMLElement {
  messages: Readonly<Record<string, string>>;
  save(): Promise<{readonly outcome: string; readonly paymentMethod?: {readonly token: string}}>;
  reset(): void;
}

interface Answer {
  readonly outcome: 'done' | 'declined';
  /** The next page; undefined reloads this one. */
  readonly next?: string;
}

const requestLimitMs = 45_000;
const pauseMs = 1000;

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`);
  return element;
}

const data = JSON.parse(find('page', HTMLScriptElement).textContent ?? '') as CardPageData;
const form = find('choose', HTMLFormElement);
const button = find('go', HTMLButtonElement);
const problem = find('problem', HTMLElement);
const place = find('new-card', HTMLElement);
const label = button.textContent;
let vault: CardVault | undefined;
let running = false;

/** The chosen saved card; undefined for a new one. */
function savedCard(): string | undefined {
  const chosen = new FormData(form).get('card');
  return typeof chosen === 'string' && chosen !== 'new' ? chosen : undefined;
}

/** The card fields load when they are first needed, because loading opens a session. */
function showFields(): void {
  const wanted = savedCard() === undefined;
  place.hidden = !wanted;
  if (!wanted || vault !== undefined) return;
  vault = document.createElement('card-vault') as CardVault;
  const attributes = {
    'session-url': data.sessionUrl,
    'shop-name': data.shopName,
    locale: data.locale,
    'hide-button': '',
  };
  for (const [name, value] of Object.entries(attributes)) vault.setAttribute(name, value);
  vault.messages = {notice: data.says.notice};
  // The element holds the form's submission until the card is saved; the button shows its progress.
  vault.addEventListener('card-vault-step', (event) => {
    const {step, previous} = (event as Event & {readonly detail: {step: string; previous: string}}).detail;
    if (previous === 'collecting' && step !== 'collecting') setBusy(true);
    else if (step === 'collecting' && previous !== 'collecting') stop();
  });
  for (const end of ['card-vault-stopped', 'card-vault-error']) vault.addEventListener(end, stop);
  place.append(vault);
}

function complain(text: string): void {
  problem.textContent = text;
  problem.hidden = text === '';
  if (text !== '') problem.focus();
}

function setBusy(on: boolean): void {
  button.setAttribute('aria-disabled', String(on));
  button.textContent = on ? data.says.busy : label;
  for (const input of form.querySelectorAll('input')) input.toggleAttribute('inert', on);
}

function stop(): void {
  running = false;
  setBusy(false);
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Sends the choice. Repeats it, as the same attempt, after a lost answer or while it is under way. */
async function send(paymentMethod: string, tries = 5): Promise<Answer | 'refused' | 'terms'> {
  const {url, body} = data.action!;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({...body, payment_method: paymentMethod}),
      signal: AbortSignal.timeout(requestLimitMs),
    });
    if (response.ok) return (await response.json()) as Answer;
    if (response.status === 412) return 'terms';
    if (response.status !== 409 && response.status < 500) return 'refused';
    if (tries === 1) return 'refused';
  } catch (error) {
    if (tries === 1) throw error;
  }
  await pause(pauseMs);
  return send(paymentMethod, tries - 1);
}

const open = (address: string) => location.replace(address);
const again = (why: string) => open(`${data.self}${data.self.includes('?') ? '&' : '?'}problem=${why}`);

/** Saves a new card first, including its step-up. The element shows its own errors. */
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

async function go(): Promise<void> {
  if (running) return;
  running = true;
  complain('');
  setBusy(true);
  try {
    const method = await chosenMethod();
    if (method === undefined) {
      stop();
      return;
    }
    const answer = data.action ? await send(method) : ({outcome: 'done'} as const);
    if (answer === 'terms') again('terms');
    else if (answer === 'refused') again('card');
    else if (answer.outcome === 'declined') again('declined');
    else open(answer.next ?? data.self);
  } catch {
    stop();
    complain(data.says.connection);
  }
}

form.addEventListener('change', showFields);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void go();
});
// A page restored from the history may be stale: reload it to show the current state.
addEventListener('pageshow', ({persisted}) => {
  if (persisted) location.reload();
});
showFields();
if (!problem.hidden) problem.focus();
