import type {CaptureContext} from '../../../src/protocol/index.js';

/** The other site of the tests: the same server under its address instead of its name. */
export const otherOrigin = location.origin.replace('localhost', '127.0.0.1');
export const pages = new URL('/test/gateways/pages/', location.origin);

/** Test files run side by side in one browser: each has its own channel to the pages it opens. */
const channelName = `card-vault-${crypto.randomUUID()}`;

/** What the bank's page says of the form post that reached it. */
export interface Arrival {
  readonly form: Readonly<Record<string, string>>;
  readonly href: string;
  readonly referrer: string;
  readonly history: number;
  readonly framed: boolean;
  readonly name: string;
}

/** Starts the worker that plays the bank; form posts below `bank/` are answered from then on. */
export async function startBank(): Promise<void> {
  const registration = await navigator.serviceWorker.register(new URL('bank/worker.js', pages));
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (worker === null) throw new Error('no worker');
  if (worker.state === 'activated') return;
  await new Promise<void>((resolve) =>
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
  );
}

/** Address of a bank's page that sends these messages to its parent, and then goes on to `go`. */
export function bank(send: readonly unknown[] = [], go?: string): string {
  const url = new URL('bank/page', pages);
  url.searchParams.set('say', channelName);
  url.searchParams.set('send', JSON.stringify(send));
  if (go !== undefined) url.searchParams.set('go', go);
  return url.href;
}

/** The next form post that reaches the bank. */
export function nextArrival(): Promise<Arrival> {
  return nextOn(channelName);
}

function nextOn<T>(name: string): Promise<T> {
  const channel = new BroadcastChannel(name);
  return new Promise((resolve) => {
    channel.onmessage = (event: MessageEvent<T>) => {
      channel.close();
      resolve(event.data);
    };
  });
}

/** The shell frame of the tests, with what it is asked to do differently. */
export function shell(ask: Readonly<Record<string, string>> = {}): string {
  const url = new URL('shell.html', pages);
  for (const [name, value] of Object.entries(ask)) url.searchParams.set(name, value);
  return url.href;
}

/** A capture context for the fake library, whose claims say how the library behaves. */
export async function captureContext(
  claims: Readonly<Record<string, unknown>> = {},
  changes: Partial<CaptureContext> = {},
): Promise<CaptureContext> {
  const library = new URL('fake-flex.js', pages).href;
  const bytes = await (await fetch(library)).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const now = Date.now();
  return {
    jwt: `e30.${btoa(JSON.stringify(claims))}.sig`,
    clientLibrary: library,
    clientLibraryIntegrity: `sha256-${btoa(String.fromCharCode(...hash))}`,
    targetOrigins: [location.origin],
    allowedCardNetworks: ['VISA'],
    issuedAt: now,
    expiresAt: now + 900_000,
    ...changes,
  };
}

/** What a harness page reported. */
export interface HarnessReport {
  readonly harness: {readonly outcome?: string; readonly code?: string; readonly message?: string};
  readonly violations: readonly string[];
  /** What the shop is told of what did not end it. */
  readonly faults: readonly string[];
  readonly history: number;
}

/**
 * Opens the shop's page of `harness.ts` under a policy in a window of its own and waits for its report; the
 * window stays open until `until` is over.
 */
export async function runHarness(
  ask: Readonly<Record<string, string>>,
  until?: Promise<unknown>,
): Promise<HarnessReport> {
  const url = new URL('bank/harness', pages);
  for (const [name, value] of Object.entries(ask)) url.searchParams.set(name, value);
  const channel = `card-vault-${crypto.randomUUID()}`;
  url.searchParams.set('report', channel);
  const reported = nextOn<HarnessReport>(channel);
  const opened = window.open(url);
  if (opened === null) throw new Error('the window was blocked');
  try {
    const [report] = await Promise.all([reported, until]);
    return report;
  } finally {
    opened.close();
  }
}
