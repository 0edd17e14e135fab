import type {ReactiveController} from 'lit';
import type {FieldName} from '../options.js';
import type {DrawnHost} from '../host.js';
import type {PlacedFields} from '../fields.js';

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
