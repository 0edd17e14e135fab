import {until, type Patience, type TestFrame, type TestPage} from './browser.js';

/**
 * What the shopper does on the bank's page: a one-time code (`1234` is the right one) that is entered and confirmed, or a
 * press of `Cancel` or `Resend code`.
 */
export type StepUpAnswer = 'cancel' | 'resend' | `${number}`;

const codeInput = 'input[autocomplete="one-time-code"]';
const buttons = {confirm: 'Confirm', cancel: 'Cancel', resend: 'Resend code'} as const;

/** The frame that holds the bank's page, in a dialog, in the page or instead of the page, once it can be typed into. */
async function bankFrame(page: TestPage, patience: Patience): Promise<TestFrame> {
  return until("The bank's page", patience, async () => {
    for (const frame of page.frames()) {
      const visible = await frame
        .locator(codeInput)
        .isVisible()
        .catch(() => false);
      if (visible) return frame;
    }
    return undefined;
  });
}

/** Waits for the bank's page of the test service and answers it. It returns when the answer is given, not when it is judged. */
export async function answerStepUp(
  page: TestPage,
  answer: StepUpAnswer,
  patience: Patience = {},
): Promise<void> {
  const {timeout = 30_000} = patience;
  const frame = await bankFrame(page, patience);
  if (answer === 'cancel' || answer === 'resend') return press(frame, answer, timeout);
  await frame.locator(codeInput).fill(answer, {timeout});
  await press(frame, 'confirm', timeout);
}

function press(frame: TestFrame, button: keyof typeof buttons, timeout: number): Promise<void> {
  return frame.locator(`button:text-is("${buttons[button]}")`).click({timeout});
}
