import type {TestPage} from './browser.js';

/** Where a page loads the inspector from: its own origin, so that every policy allows it. */
const address = '/__card-vault/inspector.js';
/** Function by which a page tells the test its trace, at every change: no navigation can take it back. */
const binding = '__cardVaultTrace';

/** Records every element of a page, from its first step on. */
const recorder = `(() => {
  if (location.origin === 'null' || !window['${binding}']) return;
  // Begun at once, so that it is there when the element takes its first step.
  const loading = import('${address}');
  const known = new WeakSet();
  const record = async (element) => {
    if (element.localName !== 'card-vault' || known.has(element)) return;
    known.add(element);
    const recorder = (await loading).recordTrace(element);
    const tell = () => window['${binding}'](JSON.stringify(recorder.trace));
    recorder.subscribe(tell);
    tell();
  };
  window.addEventListener('card-vault-step', ({target}) => void record(target).catch(() => undefined), true);
})()`;

/** The part of a Playwright test that is used. */
export interface FailingTest {
  readonly status?: string | undefined;
  readonly expectedStatus?: string | undefined;
  attach(name: string, options: {body: string; contentType: string}): Promise<void>;
}

/**
 * Keeps the trace of the page’s element, and attaches it to the test if that fails.
 * @returns attaches it; call it when the test is over
 */
export async function keepTraceOf(page: TestPage): Promise<(test: FailingTest) => Promise<void>> {
  let trace: string | undefined;
  await page.exposeBinding?.(binding, (_source, json) => (trace = String(json))).catch(() => undefined);
  const {pathname} = new URL(import.meta.resolve('card-vault/card-vault-inspector.js'));
  // A path of Windows begins with its drive.
  const path = decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, '');
  await page.route?.(`**${address}`, (route) => route.fulfill({path}));
  await page.addInitScript({content: recorder});
  return async (test) => {
    if (trace === undefined || test.status === test.expectedStatus) return;
    await test.attach('card-vault-trace.json', {body: trace, contentType: 'application/json'});
  };
}
