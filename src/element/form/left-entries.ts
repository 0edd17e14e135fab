import type {ReactiveControllerHost} from 'lit';
import type {Timers} from '../../flow/index.js';
import type {FieldStore} from '../fields/field-store.js';
import type {FieldName} from '../options.js';
import {memoryKey} from '../session/memory.js';
import {attempt, lifetime} from './after-redirect.js';

/** As the tab's storage keeps it: texts by field, and when they were left in milliseconds. */
interface Left {
  readonly texts: readonly (readonly [FieldName, string])[];
  readonly at: number;
}

/**
 * Expiry, name and address survive Back and reload in the same tab: browsers do not restore inputs of a shadow root. Number and
 * code are never among these texts, in raw mode neither.
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
    attempt(() =>
      entered.length > 0 ? sessionStorage.setItem(key, JSON.stringify(left)) : sessionStorage.removeItem(key),
    );
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
  return attempt(() => {
    const {texts, at} = JSON.parse(sessionStorage.getItem(key) ?? '{}') as {[K in keyof Left]?: unknown};
    sessionStorage.removeItem(key);
    if (!Array.isArray(texts) || typeof at !== 'number') return undefined;
    return {texts: texts.filter(isEntry), at};
  });
}

const isEntry = (entry: unknown): entry is Left['texts'][number] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
