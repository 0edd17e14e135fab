import type {FieldEvent, FieldName as HostedField} from '../../gateways/index.js';
import {CardVaultEvent, type CardVaultCoveredDetail} from '../events.js';

type Cover = Extract<FieldEvent, {type: 'covered'}>;

/** Tells the page, but not of what the element itself lays over its fields while it saves. */
export class CoverReporter {
  readonly #host: HTMLElement & {readonly inactive: boolean};
  readonly #covered = new Set<HostedField>();

  constructor(host: HTMLElement & {readonly inactive: boolean}) {
    this.#host = host;
  }

  /** @param canType the fields can be filled. */
  report({field, covered}: Cover, canType: boolean): void {
    if (covered === this.#covered.has(field)) return;
    if (covered && (!canType || this.#host.inactive)) return;
    if (covered) this.#covered.add(field);
    else this.#covered.delete(field);
    this.#tell(field, covered);
  }

  /** Other fields take the place of these. */
  forget(): void {
    for (const field of this.#covered) this.#tell(field, false);
    this.#covered.clear();
  }

  #tell(field: HostedField, covered: boolean): void {
    const detail: CardVaultCoveredDetail = {field: field === 'number' ? field : 'security-code', covered};
    this.#host.dispatchEvent(new CardVaultEvent('card-vault-covered', detail));
  }
}
