import type {ReactiveControllerHost} from 'lit';
import type {Timers} from '../../flow/index.js';
import type {FieldStore} from '../fields/field-store.js';
import type {FieldName} from '../options.js';
import {memoryKey} from '../session/memory.js';

/** As the tab's storage keeps it: texts by field, and when they were left in milliseconds. */
interface Left {
  readonly texts: readonly (readonly [FieldName, string])[];
  readonly at: number;
}

/** Milliseconds after which nothing is given back: another person may sit there. */
const lifetime = 1_800_000;

/**
 * Expiry, name and address survive Back and reload in the same tab: browsers do not restore inputs of a shadow root. Number and code are
 * never kept; the page sees nothing of them.
 */
export function keepLeftEntries(
  host: ReactiveControllerHost & Element,
  {texts}: Pick<FieldStore, 'texts'>,
  timers: Pick<Timers, 'now'>,
): void {
  const key = `card-vault-entries:${memoryKey(host)}`;
  const restore = (): void => {
    const left = take(key);
    if (!left || timers.now() > left.at + lifetime || !isBack()) return;
    for (const [field, text] of left.texts)
      // Entries made since then stay; a country may be the form's own guess.
      if (field === 'country' || !texts.get(field)) texts.set(field, text);
    host.requestUpdate();
  };
  const keep = (): void => {
    const entered = [...texts].filter(([, text]) => text !== '');
    const left: Left = {texts: entered, at: timers.now()};
    if (entered.length > 0) attempt((storage) => storage.setItem(key, JSON.stringify(left)));
    else attempt((storage) => storage.removeItem(key));
  };
  restore();
  let page: AbortController | undefined;
  host.addController({
    hostConnected() {
      page = new AbortController();
      addEventListener('pagehide', keep, {signal: page.signal});
    },
    hostDisconnected: () => page?.abort(),
  });
}

/** Whether this page was open in this tab before, and not gone to anew. */
function isBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

/** Another page of this origin may have written anything there. */
function take(key: string): Left | undefined {
  return attempt((storage) => {
    const {texts, at} = JSON.parse(storage.getItem(key) ?? '{}') as {[K in keyof Left]?: unknown};
    storage.removeItem(key);
    if (!Array.isArray(texts) || typeof at !== 'number') return undefined;
    return {texts: texts.filter(isEntry), at};
  });
}

const isEntry = (entry: unknown): entry is Left['texts'][number] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');

/** Undefined where the storage is blocked or full. */
function attempt<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
