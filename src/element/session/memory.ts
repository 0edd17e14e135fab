import type {RememberedRun, RunMemory} from '../../flow/index.js';
import {listed} from '../../gateways/listed.js';
import {memoryPrefix} from './lifecycle.js';
import type {StepUpMode} from '../options.js';

/**
 * A run memory in the session storage under `key`: the tracker token, the name of the step, and whether
 * device data was collected, nothing else (flow rule 7). A storage that throws or is blocked stays empty.
 */
export function createRunMemory(key: string): RunMemory {
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(sessionStorage);
    } catch {
      return undefined;
    }
  };
  return {
    remember: (run) =>
      void attempt((storage) =>
        storage.setItem(key, JSON.stringify(run, ['tracker', 'step', 'deviceDataCollected'])),
      ),
    recall: () =>
      attempt((storage) => {
        const kept = JSON.parse(storage.getItem(key) ?? '{}') as {[K in keyof RememberedRun]: unknown};
        const {tracker, step, deviceDataCollected: known} = kept;
        if (typeof tracker !== 'string' || typeof step !== 'string') return undefined;
        return {tracker, step, ...(typeof known === 'boolean' && {deviceDataCollected: known})};
      }),
    forget: () => void attempt((storage) => storage.removeItem(key)),
  };
}

/**
 * The storage key of an element: its page and its id or name, with a count where several share them, so that
 * two elements of one page, and two pages of one site, never take up each other's run.
 */
export function memoryKey(element: Element & {readonly name?: string}): string {
  const nameOf = (one: Element): string => one.id || (one.getAttribute('name') ?? '');
  const root = element.getRootNode() as Document | DocumentFragment | Element;
  const twins = listed(root.querySelectorAll(element.localName)).filter(
    (one) => nameOf(one) === nameOf(element),
  );
  return `${memoryPrefix()}${nameOf(element)}:${Math.max(0, twins.indexOf(element))}`;
}

/**
 * Where the bank's page appears. A page that may store nothing cannot take up its run when the shopper comes
 * back from the bank, so there `redirect` becomes a dialog.
 */
export function stepUpMode({stepUp}: {readonly stepUp: StepUpMode}): StepUpMode {
  return stepUp === 'redirect' && !canStore() ? 'dialog' : stepUp;
}

function canStore(): boolean {
  const key = 'card-vault';
  try {
    sessionStorage.setItem(key, key);
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
