import type {CardVaultElement} from '../../src/element/exports/index.js';
import type {CardVaultFieldElement} from '../../src/element/exports/parts.js';
import {waitUntil} from './wait.js';

/** What a place in the page shows of one `<card-vault>` and the parts in it. */
export function partsOf(place: () => ParentNode) {
  const shown = <T extends HTMLElement = HTMLElement>(selector: string, part: string): T | null =>
    place()
      .querySelector<CardVaultFieldElement>(selector)
      ?.shadowRoot?.querySelector<T>(`[part~="${part}"]`) ?? null;
  return {
    /** By the selector of the element and the name of the part in its shadow tree. */
    shown,
    error: (name: string): string =>
      shown(`card-vault-field[name=${name}]`, 'error')?.textContent.replace(/\s+/g, ' ').trim() ?? '',
    live: (): Promise<void> => place().querySelector<CardVaultElement>('card-vault')!.whenReady(),
    /** The raw inputs are loaded when they are first needed. */
    rawInput: () => waitUntil(() => shown('[name=number]', 'input'), 'the number has its raw input'),
  };
}
