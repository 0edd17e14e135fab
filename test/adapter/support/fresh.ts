import {createFetchAdapter, type FetchAdapterOptions} from '../../../src/adapter/index.js';
import {CardVaultError} from '../../../src/protocol/index.js';
import {ManualTimers} from '../../flow/support/manual-timers.js';
import {FakeBackend, sessionUrl, shopOrigin} from './fake-backend.js';
import {joined} from './staged.js';

export const options = {signal: new AbortController().signal};
export const address = {tracker: 'track_1', origin: shopOrigin};

export function fresh(changes: Partial<FetchAdapterOptions> = {}) {
  const backend = new FakeBackend({accountVerification: false, entryMode: 'flex'});
  const timers = new ManualTimers();
  backend.now = () => timers.now();
  const adapter = joined(createFetchAdapter({sessionUrl, fetch: backend.fetch, timers, ...changes}));
  return {backend, timers, adapter};
}

/** With a session, and a card that is enrolled without a challenge. */
export async function enrolled(sessionChanges: Readonly<Record<string, unknown>> = {}) {
  const all = fresh();
  const {adapter, backend} = all;
  backend.sessionChanges = sessionChanges;
  await adapter.openSession({}, options);
  await adapter.generateCaptureContext(address, options);
  const transientToken = backend.transientToken('frictionless');
  await adapter.processTransientToken({tracker: 'track_1', transientToken}, options);
  const urls = {successUrl: `${shopOrigin}/s`, failureUrl: `${shopOrigin}/f`};
  await adapter.enroll({tracker: 'track_1', ...urls}, options);
  return all;
}

export async function errorOf(call: Promise<unknown>): Promise<CardVaultError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CardVaultError)) throw new Error(`no CardVaultError but ${String(error)}`);
  return error;
}
