import {byId, element} from './dom.js';

const path = '/behind-the-counter/bank';

/** What a tester does next, where it is not plain from the bank's page. */
const hints = {
  'new-code': 'Press “Resend code” first.',
  app: 'Open the app from the bank’s page, and approve or decline there.',
  passkey: 'Create a passkey from the bank’s page, come back and use it.',
  window: 'Open the window from the bank’s page, and enter the code there.',
  down: 'Close the bank’s page by hand.',
};

/** Lets the tester choose how the service's bank asks. Which cards are asked still follows from the number. */
export async function startBank() {
  const list = byId('bank');
  const report = byId('bank-report');
  const show = async (options) => {
    const answer = await fetch(path, options).catch(() => undefined);
    if (!answer?.ok) {
      report.textContent = 'The shop does not answer.';
      return;
    }
    const {step_up: chosen, kinds} = await answer.json();
    if (list.options.length === 0) {
      list.append(...kinds.map(({kind, says}) => element('option', {value: kind}, inSentence(says))));
    }
    list.value = chosen;
    report.textContent = hints[chosen] ?? '';
  };
  list.addEventListener('change', () => {
    const body = JSON.stringify({step_up: list.value});
    void show({method: 'POST', headers: {'Content-Type': 'application/json'}, body});
  });
  await show();
}

const inSentence = (says) => says[0].toLowerCase() + says.slice(1);
