import {askSandbox} from './sandbox.js';

/**
 * How the test bank asks in a step-up: for a code; for a code that its page enters itself; for a code, of which the first has expired; in its app; for a passkey; in
 * a window of its own; for a code, slowly; or not at all, because it is down.
 */
export type StepUpKind = 'code' | 'answered' | 'new-code' | 'app' | 'passkey' | 'window' | 'slow' | 'down';

/**
 * Chooses how the bank of a service in development asks this merchant's shoppers from the next enrollment on
 * (`POST /sandbox/v1/bank`). The card number still says which cards are asked, and what comes of it. `null` goes back to
 * what the service was started with, which is a code.
 * @param apiUrl address of the service, such as `http://localhost:4100`
 * @param secretKey the merchant's secret key; this belongs in a test on Node, never in a page
 * @throws Error with the service's own words when it refuses.
 */
export async function chooseStepUp(
  apiUrl: string,
  secretKey: string,
  kind: StepUpKind | null,
): Promise<void> {
  await askSandbox({apiUrl, secretKey}, 'bank', {step_up: kind}, 'The bank was not changed');
}
