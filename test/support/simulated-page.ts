// Mounts the elements in a page that jsdom or happy-dom simulates, as a component test of a shop does, and prints
// what it saw as JSON. A process of its own, because the page's globals become this process's.
import {Window} from 'happy-dom';
import type * as JsdomModule from 'jsdom';
import type {CardVaultElement} from '../../src/element/exports/index.js';

const url = 'https://shop.test/';
/** One of several versions of jsdom, which are alike in this. */
async function jsdomPage(version: string): Promise<object> {
  const {JSDOM} = (await import(version)) as typeof JsdomModule;
  return new JSDOM('', {url}).window;
}
const [, , simulator = ''] = process.argv;
const page = simulator === 'happy-dom' ? new Window({url}) : await jsdomPage(simulator);
const problems: string[] = [];
process.on('unhandledRejection', (reason) => problems.push(`unhandled: ${String(reason)}`));
console.error = (...said: unknown[]) => void problems.push(said.map(String).join(' '));

/** As the environments of test runners do: everything of the page that Node has not, and what a page has of its own. */
const own =
  /^(window|document|navigator|location|Event|EventTarget|AbortController|AbortSignal|CustomEvent)$/;
for (let level = page; level !== Object.prototype; level = Object.getPrototypeOf(level) as object)
  for (const name of Object.getOwnPropertyNames(level)) {
    if (name in globalThis && !own.test(name)) continue;
    const value = (page as Record<string, unknown>)[name];
    const method = typeof value === 'function' && /^[a-z]/.test(name);
    const bound: unknown = method ? (value as () => unknown).bind(page) : value;
    Object.defineProperty(globalThis, name, {value: bound, configurable: true, writable: true});
  }

const {CardVaultSubscribeElement} = await import('../../src/element/exports/index.js');
await import('../../src/element/exports/define.js');
const {answerStepUp, createFakeAdapter, fillCard, keepTraceOf, testCard} =
  await import('../../src/testing/index.js');

const attachTrace = await keepTraceOf(document);

const form = document.createElement('form');
form.innerHTML = '<card-vault name="card" required autofocus></card-vault><button>Save</button>';
document.body.append(form);
const element = form.querySelector<CardVaultElement>('card-vault')!;
const adapter = createFakeAdapter();
element.adapter = adapter;
await element.updateComplete;
element.layout = 'compact';
element.disabled = true;
await element.updateComplete;
element.disabled = false;
element.checkValidity();
element.reset();
element.remove();
form.append(element);
const subscribe = new CardVaultSubscribeElement();
form.append(subscribe);
await Promise.all([element.updateComplete, subscribe.updateComplete]);
const text = (one: Element): string =>
  one.shadowRoot!.querySelector('[part~=base], button')!.textContent ?? '';
const seen = {
  labels: [...element.shadowRoot!.querySelectorAll('.label')].map((label) => label.textContent),
  layout: element.getAttribute('layout'),
  subscribe: text(subscribe).trim(),
  unused: adapter.calls.length,
};
const opened = new Promise((resolve) => element.addEventListener('card-vault-step', resolve, {once: true}));
element.focus();
await opened;
await fillCard(element, testCard('2.9'));
const save = element.save();
await answerStepUp(element, '1234');
const saved = await save;
let trace = '';
await attachTrace({status: 'failed', attach: async (_, {body}) => void (trace = body)});
const played = {
  traced: trace.includes('"outcome":"saved"') && trace.includes('"state":"stepping-up"'),
  outcome: saved.outcome,
  token: saved.outcome === 'saved' && saved.paymentMethod.token,
  wallet: adapter.wallet.length,
};
element.remove();
subscribe.remove();
await new Promise((resolve) => setImmediate(resolve));
console.log(JSON.stringify({...seen, ...played, problems}));
process.exit(0);
