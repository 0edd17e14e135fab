import type {CardVaultFieldElement} from '../../src/element/exports/parts.js';
import {CardVaultHarness} from './card-vault-harness.js';
import '../../src/element/exports/define-parts.js';

/** Drives a `<card-vault>` whose parts the page has placed: what is shown is found in their shadow trees too. */
export class PlacedHarness extends CardVaultHarness {
  override get roots(): readonly ShadowRoot[] {
    return [this.root, ...this.#parts.map(({renderRoot}) => renderRoot)];
  }

  get #parts(): readonly CardVaultFieldElement[] {
    const tags = 'card-vault-field, card-vault-button, card-vault-status';
    return [...this.element.querySelectorAll<CardVaultFieldElement>(tags)];
  }

  override part<T extends HTMLElement = HTMLElement>(name: string): T | null {
    return this.#find<T>(`[part~="${name}"]`);
  }
  override input(field: string): HTMLInputElement {
    return this.#find<HTMLInputElement>(`#${field}`)!;
  }

  #find<T extends HTMLElement>(selector: string): T | null {
    return this.roots.map((root) => root.querySelector<T>(selector)).find((found) => found) ?? null;
  }

  override async settled(): Promise<void> {
    await super.settled();
    await Promise.all(this.#parts.map(({updateComplete}) => updateComplete));
    await super.settled();
  }
}
