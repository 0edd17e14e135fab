import {fillElement} from './in-page.js';
import {until, type Patience, type TestLocator, type TestRoot} from './browser.js';
import {testExpiry} from './test-cards.js';

/** Input of a shopper. */
export interface CardEntries {
  readonly number: string;
  /** As typed, `01/29`; by default the expiry the published table asks for. */
  readonly expiry?: string;
  /** By default `123`, or `1234` for a number of American Express. */
  readonly securityCode?: string;
  /** Only where the element shows the input. Not `name`, so that a `TestCard` can be given as it is. */
  readonly cardholderName?: string;
}

export interface FillOptions extends Patience {
  /** Selector of the element, when there is more than one; `card-vault` by default. */
  readonly within?: string;
  /** `flex` (default) types into the hosted frames, `raw` into the element's own inputs. */
  readonly entryMode?: 'flex' | 'raw';
}

/**
 * Types a card into `<card-vault>`, in a page of Playwright or in this page: number and security code in their hosted frames, the rest in the element. It waits
 * for each field to be there, and presses nothing.
 * @param page page, frame or frame locator of Playwright; or, in a component test, the element with a fake adapter
 */
export async function fillCard(
  page: TestRoot | Element,
  card: CardEntries,
  options: FillOptions = {},
): Promise<void> {
  const {within = 'card-vault', entryMode = 'flex', timeout = 30_000} = options;
  const {number, expiry = testExpiry().text, cardholderName} = card;
  const securityCode = card.securityCode ?? codeFor(number);
  if ('nodeType' in page) return fillElement(page, {number, expiry, securityCode, cardholderName}, {timeout});
  const own = (autocomplete: string) => page.locator(`${within} input[autocomplete="${autocomplete}"]`);
  const hosted = (slot: string, autocomplete: string) =>
    entryMode === 'raw'
      ? own(autocomplete)
      : page
          .frameLocator(`${within} [slot="${slot}"] iframe`)
          .locator(`input[autocomplete="${autocomplete}"]`);
  await typeInto(hosted('number', 'cc-number'), number, timeout);
  await own('cc-exp').fill(expiry, {timeout});
  await typeInto(hosted('security-code', 'cc-csc'), securityCode, timeout);
  if (cardholderName !== undefined) await own('cc-name').fill(cardholderName, {timeout});
}

/** Types the security code of a saved card, where a payment asks for nothing else. */
export async function fillSecurityCode(
  page: TestRoot,
  securityCode = '123',
  {within = 'card-vault', timeout = 30_000}: Omit<FillOptions, 'entryMode'> = {},
): Promise<void> {
  const frame = page.frameLocator(`${within} [slot="security-code"] iframe`);
  await typeInto(frame.locator('input[autocomplete="cc-csc"]'), securityCode, timeout);
}

/**
 * Types into a field of a frame until it is there. A browser hears a moment late that a frame of another origin has the focus, and
 * gives what is typed before that to the page.
 */
async function typeInto(field: TestLocator, text: string, timeout: number): Promise<void> {
  await field.fill(text, {timeout});
  await until('What was typed into a card field', {timeout}, async () => {
    if (await field.inputValue({timeout})) return true;
    await field.fill(text, {timeout});
    return undefined;
  });
}

function codeFor(number: string): string {
  return /^3[47]/.test(number) ? '1234' : '123';
}
