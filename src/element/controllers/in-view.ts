import type {ReactiveController} from 'lit';
import type {FieldName} from '../options.js';
import type {DrawnHost} from './part.js';

/**
 * Scrolls a field into view with its label and its error. A browser brings only the focused input into view; the
 * error under it may be below the edge of a small window.
 */
export async function bringIntoView(host: DrawnHost, field: FieldName): Promise<void> {
  await host.updateComplete;
  // Simulated pages do not scroll.
  if (!globalThis.visualViewport) return;
  const parts = host.renderRoot.querySelectorAll(`[part~='field-${field}'] > *`);
  // Not the field itself, which has no box in the compact layout. Its label last: it stands in the way of nothing.
  for (const part of [...parts].reverse()) part.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

/** Keeps the focused field in view when a virtual keyboard takes a part of the screen. */
export class InView implements ReactiveController {
  readonly #host: DrawnHost;
  readonly #focused: () => FieldName | undefined;
  #page: AbortController | undefined;

  constructor(host: DrawnHost, focused: () => FieldName | undefined) {
    (this.#host = host).addController(this);
    this.#focused = focused;
  }

  hostConnected(): void {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const {signal} = (this.#page = new AbortController());
    let {height, scale} = viewport;
    const resized = (): void => {
      const field = this.#focused();
      // Zooming makes it smaller too, but then the shopper chooses what to see.
      const keyboard = viewport.height < height && viewport.scale === scale;
      ({height, scale} = viewport);
      if (field && keyboard) void bringIntoView(this.#host, field);
    };
    viewport.addEventListener('resize', resized, {signal});
  }

  hostDisconnected(): void {
    this.#page?.abort();
  }
}
