import {ask, byId, element, posted, read} from './dom.js';
import {showInForce} from './in-force.js';

const path = '/behind-the-counter/bank';

interface Bank {
  readonly step_up: string;
  readonly kinds: readonly {readonly kind: string; readonly says: string}[];
}

/** What a tester does next, where it is not plain from the bank's page. */
const hints: Partial<Record<string, string>> = {
  'new-code': 'Press “Resend code” first.',
  app: 'Open the app from the bank’s page, and approve or decline there.',
  passkey: 'Create a passkey from the bank’s page, come back and use it.',
  window: 'Open the window from the bank’s page, and enter the code there.',
  down: 'Close the bank’s page by hand.',
};

/** Lets the tester choose how the service's bank asks. Which cards are asked still follows from the number. */
export async function startBank(): Promise<void> {
  const list = byId('bank', HTMLSelectElement);
  const report = byId('bank-report');
  const show = async (options?: RequestInit) => {
    const answer = await ask(path, options);
    if (!answer?.ok) {
      report.textContent = 'The shop does not answer.';
      return;
    }
    const {step_up: chosen, kinds} = await read<Bank>(answer);
    if (list.options.length === 0) {
      list.append(...kinds.map(({kind, says}) => element('option', {value: kind}, inSentence(says))));
    }
    list.value = chosen;
    report.textContent = hints[chosen] ?? '';
    if (options) void showInForce();
  };
  list.addEventListener('change', () => void show(posted({step_up: list.value})));
  await show();
}

const inSentence = (says: string) => says.charAt(0).toLowerCase() + says.slice(1);
