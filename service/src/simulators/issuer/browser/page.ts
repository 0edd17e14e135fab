import type {StepUpPageData} from '../page-data.js';
import type {StepUpAnswer} from '../step-up.js';

/** A reply of the server. `next` is missing in the second page, which leads nowhere. */
export type Reply =
  Exclude<StepUpAnswer, {state: 'finished'}> | {readonly state: 'finished'; readonly next?: string};

const requestTimeoutMs = 20_000;

/** An element of the page; undefined if this page has none with this id. */
export function part<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind | undefined {
  const element = document.getElementById(id);
  return element instanceof kind ? element : undefined;
}

export const data = JSON.parse(part('step-up', HTMLScriptElement)?.textContent ?? '') as StepUpPageData;
export const {texts} = data;

export async function send(request: Readonly<Record<string, string>>): Promise<Reply> {
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

/** Leaves the page: for the one that posts the return form, or, in the second page, by closing it. */
export function leave({next}: Extract<Reply, {state: 'finished'}>): void {
  // Replaces this page in the session history.
  if (next !== undefined) location.replace(next);
  else finishSecondPage(texts.windowDone);
}

/** Says that nothing is left to do here, and closes the page where the browser lets it. */
export function finishSecondPage(words: string): void {
  const question = part('question', HTMLElement);
  const done = part('done', HTMLElement);
  if (question) question.hidden = true;
  if (done) done.textContent = words;
  window.close();
}

let busy = false;

/** What a request does to the page. */
interface Effects {
  readonly button: HTMLButtonElement;
  /** What the button says while it waits. */
  readonly label: string;
  readonly show: (reply: Exclude<Reply, {state: 'finished'}>) => void;
  /** Shows why the shopper has to try again. */
  readonly fail: (message: string) => void;
}

/**
 * Performs what the shopper asked for, one thing at a time. After the end the page stays busy until the next
 * one replaces it, so that a second click does nothing.
 */
export async function perform(
  work: () => Promise<Reply>,
  {button, label, show, fail}: Effects,
): Promise<void> {
  if (busy) return;
  busy = true;
  const words = button.textContent;
  button.setAttribute('aria-disabled', 'true');
  button.textContent = label;
  const release = () => {
    busy = false;
    button.setAttribute('aria-disabled', 'false');
    button.textContent = words;
  };
  try {
    const reply = await work();
    if (reply.state === 'finished') return leave(reply);
    release();
    show(reply);
  } catch (error) {
    release();
    fail(error instanceof Refusal ? error.message : texts.offline);
  }
}

/** Why something cannot be done, in the shopper's language. */
export class Refusal extends Error {}

export const isBusy = (): boolean => busy;
