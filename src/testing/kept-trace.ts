import type {recordTrace} from '../trace/record.js';
import type {TestPage} from './browser.js';

/** Where a page loads the inspector from: its own origin, so that every policy allows it. */
const address = '/__card-vault/inspector.js';
/** Function by which a page tells the test its trace, at every change: no navigation can take it back. */
const binding = '__cardVaultTrace';

/** The part of a test’s outcome that is used. */
export interface FailingTest {
  readonly status?: string | undefined;
  /** The test has failed where `status` is another one. */
  readonly expectedStatus?: string | undefined;
  attach(name: string, options: {body: string; contentType: string}): Promise<void>;
}

type CardVaultElement = Parameters<typeof recordTrace>[0];

/** Finds every element of a page at its first step. Goes to a page as text: it may name nothing outside of itself. */
function findElements(view: Window, record: (element: CardVaultElement) => void): void {
  const known = new WeakSet<EventTarget>();
  view.addEventListener(
    'card-vault-step',
    (event) => {
      const [element] = event.composedPath() as [CardVaultElement];
      if (element.localName !== 'card-vault' || known.has(element)) return;
      known.add(element);
      record(element);
    },
    true,
  );
}

/** Script of a page. The inspector is loaded at once, so that it is there when an element takes its first step. */
const recorder = `if (location.origin !== 'null' && window['${binding}']) {
  const loading = import('${address}');
  (${findElements.toString()})(window, (element) => void loading.then(({recordTrace}) => {
    const recorder = recordTrace(element);
    const tell = () => window['${binding}'](JSON.stringify(recorder.trace));
    recorder.subscribe(tell);
    tell();
  }).catch(() => undefined));
}`;

/**
 * Keeps the trace of the page’s latest element, and attaches it to the test if that fails.
 * @param page page of Playwright; or, in a component test, its `document`
 * @returns attaches it; call it when the test is over
 */
export async function keepTraceOf(page: TestPage | Document): Promise<(test: FailingTest) => Promise<void>> {
  const read = 'nodeType' in page ? await traceOfDocument(page) : await traceOfPage(page);
  return async (test) => {
    const trace = test.status === test.expectedStatus ? undefined : read();
    if (trace === undefined) return;
    await test.attach('card-vault-trace.json', {body: trace, contentType: 'application/json'});
  };
}

/** Reads a trace as JSON; nothing before there is an element. */
type ReadTrace = () => string | undefined;

async function traceOfPage(page: TestPage): Promise<ReadTrace> {
  let trace: string | undefined;
  await page.exposeBinding?.(binding, (_source, json) => (trace = String(json))).catch(() => undefined);
  const {pathname} = new URL(import.meta.resolve('card-vault/card-vault-inspector.js'));
  // A path of Windows begins with its drive.
  const path = decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, '');
  await page.route?.(`**${address}`, (route) => route.fulfill({path}));
  await page.addInitScript({content: recorder});
  return () => trace;
}

/** How the trace of a document’s latest element is read; all tests of a file share the document. */
const documents = new WeakMap<Document, {read: ReadTrace}>();

async function traceOfDocument(page: Document): Promise<ReadTrace> {
  // Parts of a browser are touched: a test of Playwright has none.
  const {recordTrace} = await import('../trace/record.js');
  const kept = documents.get(page) ?? {read: () => undefined};
  if (!documents.has(page))
    findElements(page.defaultView!, (element) => {
      const trace = recordTrace(element, {keep: false});
      kept.read = () => JSON.stringify(trace.trace);
    });
  documents.set(page, kept);
  kept.read = () => undefined;
  return () => kept.read();
}
