import {answerInPage} from './in-page.js';
import {until, type Patience, type TestFrame, type TestPage} from './browser.js';

/**
 * Action of the shopper at the bank: a one-time code (`1234` is the right one) that is entered and confirmed,
 * a press of `approve` or `decline` in the bank's app, or of `cancel`, `resend` or `use-code` (instead of
 * app, window or passkey).
 */
export type StepUpAnswer = 'approve' | 'decline' | 'cancel' | 'resend' | 'use-code' | `${number}`;

/** A part of a page of the bank, and of no page of a shop that happens to use the same ids. */
const ofBank = (selector: string) => `html:has(script#step-up) ${selector}`;
const codeInput = ofBank('input[autocomplete="one-time-code"]');
/** Opens the bank's app or window. The button that leads to a new passkey looks otherwise. */
const opener = ofBank('button#open.confirm');

/** The frame that shows something, in this page or in one that opened beside it. */
async function frameWith(page: TestPage, selector: string): Promise<TestFrame | undefined> {
  for (const one of page.context?.().pages() ?? [page]) {
    for (const frame of one.frames()) {
      const visible = await frame
        .locator(selector)
        .isVisible()
        .catch(() => false);
      if (visible) return frame;
    }
  }
  return undefined;
}

/**
 * Waits for the bank's page of the test service, in a dialog, in the page or instead of the page, opens the bank's app or
 * window where the answer is given there, and answers. It returns when the answer is given, not when it is judged.
 * @param page page of Playwright, or the element of a component test, whose fake bank takes a code and `cancel`
 */
export async function answerStepUp(
  page: TestPage | Element,
  answer: StepUpAnswer,
  patience: Patience = {},
): Promise<void> {
  if ('nodeType' in page) return answerInPage(page, answer, patience);
  const {timeout = 30_000} = patience;
  const isCode = /^\d/.test(answer);
  const opens = isCode || answer === 'approve' || answer === 'decline';
  const wanted = isCode ? codeInput : ofBank(`button#${answer}`);
  let opened = false;
  const frame = await until("The bank's page", patience, async () => {
    const found = await frameWith(page, wanted);
    if (found || opened || !opens) return found;
    const bank = await frameWith(page, opener);
    opened = bank !== undefined;
    await bank?.locator(opener).click({timeout});
    return undefined;
  });
  if (isCode) await frame.locator(codeInput).fill(answer, {timeout});
  await frame.locator(isCode ? ofBank('button#confirm') : wanted).click({timeout});
}
