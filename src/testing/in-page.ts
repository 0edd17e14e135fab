import {until, type Patience} from './browser.js';
import {bankMark} from './fake-bank.js';

/** Typed into an element of this page. */
interface Entries {
  readonly number?: string | undefined;
  readonly expiry?: string | undefined;
  readonly securityCode?: string | undefined;
  readonly cardholderName?: string | undefined;
}

/**
 * Types a card into an element of this page: into inputs of the fake library, its own ones in raw mode, or the hosted fields of a
 * service in development.
 */
export async function fillElement(element: Element, entries: Entries, patience: Patience): Promise<void> {
  const {number, expiry, securityCode, cardholderName} = entries;
  // A form without a session opens one when it is used.
  (element as HTMLElement).focus();
  const typed = {'cc-number': number, 'cc-exp': expiry, 'cc-csc': securityCode, 'cc-name': cardholderName};
  for (const [autocomplete, text] of Object.entries(typed))
    if (text !== undefined) await type(element, autocomplete, text, patience);
}

/** Hosted fields, by what a browser would fill into them. */
const slots: Readonly<Record<string, string>> = {'cc-number': 'number', 'cc-csc': 'security-code'};

/**
 * Asks a hosted field of a service in development to type, as the page: one in production hears nothing of it. Undefined while
 * there is none that answers.
 */
function typeIntoFrame(element: Element, autocomplete: string, text: string): Promise<true | undefined> {
  const frame = element.querySelector<HTMLIFrameElement>(`[slot="${slots[autocomplete]}"] iframe`);
  // A document that this page can read is the empty one before the field's own.
  if (!frame?.contentWindow || frame.contentDocument) return Promise.resolve(undefined);
  const {port1, port2} = new MessageChannel();
  const message = {cardVault: 'sandbox', type: 'type', text};
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), 250);
    port1.onmessage = () => {
      clearTimeout(late);
      port1.close();
      resolve(true);
    };
    frame.contentWindow!.postMessage(message, new URL(frame.src).origin, [port2]);
  });
}

async function type(element: Element, autocomplete: string, text: string, patience: Patience): Promise<void> {
  const input = await until(
    `The input ${autocomplete} of the element`,
    patience,
    async () => inputOf(element, autocomplete) ?? (await typeIntoFrame(element, autocomplete, text)),
  );
  if (input === true) return;
  input.focus();
  input.value = text;
  const {Event} = element.ownerDocument.defaultView!;
  for (const kind of ['input', 'change'])
    input.dispatchEvent(new Event(kind, {bubbles: true, composed: true}));
}

/** Undefined while it cannot be typed into. */
function inputOf(element: Element, autocomplete: string): HTMLInputElement | undefined {
  const selector = `input[autocomplete="${autocomplete}"]`;
  const found =
    element.querySelector<HTMLInputElement>(selector) ??
    element.shadowRoot?.querySelector<HTMLInputElement>(selector);
  return found && !found.disabled ? found : undefined;
}

/** Answers the fake bank, in the element's dialog or below the page. */
export async function answerInPage(element: Element, answer: string, patience: Patience): Promise<void> {
  const isCode = /^\d/.test(answer);
  if (!isCode && answer !== 'cancel')
    throw new TypeError(`The fake bank takes a code or cancel, and not "${answer}".`);
  const bank = await until("The bank's page", patience, async () => {
    const mark = `[${bankMark}]`;
    return element.shadowRoot?.querySelector(mark) ?? element.ownerDocument.querySelector(mark) ?? undefined;
  });
  if (isCode) bank.querySelector('input')!.value = answer;
  bank.querySelector<HTMLButtonElement>(`[name="${isCode ? 'confirm' : 'cancel'}"]`)!.click();
}
