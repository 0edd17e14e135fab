import {insertPlan} from '../../service/test/support/billing.js';
import {goodAddresses, hostileAddresses} from '../../service/test/support/addresses.js';
import {startTestService} from '../../service/test/support/harness.js';
import {HostedBrowser} from '../../service/test/support/hosted-browser.js';
import type {ProofResult} from './support/proof.js';

export const id = 'B4';
export const title = 'shoppers are sent to the merchant’s own addresses and to no others (V23)';

/** Asks once more when the connection broke: on a busy machine an idle one may be closed just as it is used again. */
const patiently = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  ask().catch((error: unknown) => {
    if (error instanceof TypeError) return ask();
    throw error;
  });

/**
 * Each address as the return URL of the hosted checkout, of giving up, and of a step-up. None that is hostile may open a page or begin
 * an enrollment, or come back in an answer as somewhere to go; every good one must be taken.
 */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const api = await startTestService();
  const violations: string[] = [];
  const hostile = hostileAddresses(bar ? 5000 : 300);
  const good = goodAddresses(200);
  try {
    const plan = await insertPlan(api);
    const user = await api.customer();
    const token = await api.token({scope: 'checkout', user, plan: plan.token, expires_in: 3600});
    const tracker = await api.tracker();
    await api.setUp(tracker);
    const open = (name: string, address: string) => {
      const query = new URLSearchParams({plan_id: plan.token, auth_token: token, [name]: address});
      return patiently(() => new HostedBrowser(api).get(`/checkout/subscribe?${query.toString()}`));
    };
    for (const address of hostile) {
      for (const name of ['redirect_url', 'cancel_url']) {
        const {status, location, text} = await open(name, address);
        if (status < 400 || location !== '') violations.push(`${name} ${JSON.stringify(address)}: ${status}`);
        if (text.includes('evil.example')) violations.push(`${JSON.stringify(address)} stands on the page`);
      }
      for (const name of ['success_url', 'failure_url']) {
        const {status} = await patiently(() => api.enroll(tracker, 'frictionless', {[name]: address}));
        if (status !== 400) violations.push(`${name} ${JSON.stringify(address)}: ${status}`);
      }
    }
    for (const address of good) {
      const {status} = await open('redirect_url', address);
      if (status !== 303) violations.push(`the good address ${address} is refused: ${status}`);
    }
  } finally {
    await api.service.close();
  }
  const ways = 'redirect_url, cancel_url, success_url, failure_url';
  return {
    lines: [
      `${hostile.length} hostile addresses × ${ways}: none accepted; ${good.length} good ones: all accepted`,
    ],
    violations,
  };
}
