import type {FieldEvent, FieldName as HostedField} from '../../gateways/index.js';
import {CardVaultEvent, type CardVaultCoveredDetail, type CardVaultFieldDetail} from '../events.js';
import type {FieldName} from '../options.js';
import {nameOf} from './frames.js';

export interface FocusReporterOptions {
  /** The fields that are shown. */
  readonly fields: () => readonly FieldName[];
  /** The field that was entered before this was there. */
  readonly entered: FieldName | undefined;
}

/**
 * Tells the page which field the shopper is in: one at a time, and each is left before the next is entered,
 * though a frame reports late that it was left.
 */
export class FocusReporter {
  readonly #host: EventTarget;
  readonly #options: FocusReporterOptions;
  #field: FieldName | undefined;

  constructor(host: EventTarget & {readonly renderRoot: EventTarget}, options: FocusReporterOptions) {
    this.#host = host;
    this.#options = options;
    this.listen(host.renderRoot);
    this.#enter(options.entered);
  }

  /**
   * Hears the element's own inputs in a tree, which have the names of their fields as ids; half a date is the
   * date.
   */
  listen(root: EventTarget): void {
    const named = (event: Event): FieldName | undefined => {
      const name = (event.target as Element).id.replace(/^(expiry)-.*/, '$1');
      return this.#options.fields().find((field) => field === name);
    };
    root.addEventListener('focusin', (event) => this.#enter(named(event)));
    root.addEventListener('focusout', (event) => this.#leave(named(event)));
  }

  /** Takes an event of a hosted field. */
  hear(event: FieldEvent): void {
    if (event.type === 'focus') this.#enter(nameOf(event.field));
    else if (event.type === 'blur') this.#leave(nameOf(event.field));
  }

  /** The frames are taken down, and say nothing any more. */
  forget(): void {
    for (const field of ['number', 'security-code'] as const) this.#leave(field);
  }

  #enter(field: FieldName | undefined): void {
    if (!field || field === this.#field) return;
    this.#leave(this.#field);
    this.#field = field;
    this.#dispatch('card-vault-focus', {field});
  }

  #leave(field: FieldName | undefined): void {
    if (!field || field !== this.#field) return;
    this.#field = undefined;
    this.#dispatch('card-vault-blur', {field});
  }

  #dispatch(type: string, detail: CardVaultFieldDetail): void {
    this.#host.dispatchEvent(new CardVaultEvent(type, detail));
  }
}

type Cover = Extract<FieldEvent, {type: 'covered'}>;

/** Tells the page what covers a hosted field, but not what the element itself lays over it while it saves. */
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
    this.#dispatch(field, covered);
  }

  /** Other fields take the place of these. */
  forget(): void {
    for (const field of this.#covered) this.#dispatch(field, false);
    this.#covered.clear();
  }

  #dispatch(field: HostedField, covered: boolean): void {
    const detail: CardVaultCoveredDetail = {field: nameOf(field), covered};
    this.#host.dispatchEvent(new CardVaultEvent('card-vault-covered', detail));
  }
}
