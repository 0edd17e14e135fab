import type {ReactiveController} from 'lit';
import type {FieldName} from '../options.js';
import type {DrawnHost} from '../host.js';
import type {PlacedFields} from '../fields.js';
import type {FieldEvent, FieldName as HostedField} from '../../gateways/index.js';
import {CardVaultEvent, type CardVaultCoveredDetail} from '../events.js';

/**
 * Scrolls a field into view with its label and its error. A browser brings only the focused input into view;
 * the error under it may be below the edge of a small window.
 */
export async function bringIntoView(host: DrawnHost, field: FieldName, placed?: PlacedFields): Promise<void> {
  await host.updateComplete;
  await placed?.drawn();
  // Simulated pages do not scroll.
  if (!globalThis.visualViewport) return;
  const root = placed?.rootOf(field) ?? host.renderRoot;
  const parts = root.querySelectorAll(`[part~='field-${field}'] > *`);
  // Not the field itself, which has no box in the compact layout. Its label last, so that it is seen.
  for (const part of [...parts].reverse()) part.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

interface InViewStore {
  readonly focused: FieldName | undefined;
  readonly placed?: PlacedFields | undefined;
}

/** Keeps the focused field in view when a virtual keyboard takes a part of the screen. */
export class InView implements ReactiveController {
  readonly #host: DrawnHost;
  readonly #store: InViewStore;
  #page: AbortController | undefined;

  constructor(host: DrawnHost, store: InViewStore) {
    (this.#host = host).addController(this);
    this.#store = store;
  }

  hostConnected(): void {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const {signal} = (this.#page = new AbortController());
    let {height, scale} = viewport;
    const resized = (): void => {
      const {focused: field, placed} = this.#store;
      // Zooming makes it smaller too, but then the shopper chooses what to see.
      const keyboard = viewport.height < height && viewport.scale === scale;
      ({height, scale} = viewport);
      if (field && keyboard) void bringIntoView(this.#host, field, placed);
    };
    viewport.addEventListener('resize', resized, {signal});
  }

  hostDisconnected(): void {
    this.#page?.abort();
  }
}

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
