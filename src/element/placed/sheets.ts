import type {ReactiveController} from 'lit';
import type {CardVaultHost} from '../host.js';
import type {Part} from './context.js';

const known = new WeakMap<Part, PartSheets>();

/**
 * From now on the part has the sheets of this element, also those that come later; its own come after them.
 */
export function shareSheets(host: CardVaultHost, part: Part): void {
  const sheets = known.get(part) ?? new PartSheets(part);
  known.set(part, sheets);
  sheets.host = host;
}

/** Takes sheets once the part is drawn. */
class PartSheets implements ReactiveController {
  host: CardVaultHost | undefined;
  readonly #part: Part;
  #own: readonly CSSStyleSheet[] | undefined;

  constructor(part: Part) {
    (this.#part = part).addController(this);
  }

  hostUpdated(): void {
    const {renderRoot} = this.#part;
    const {adoptedStyleSheets: present} = renderRoot;
    this.#own ??= [...present];
    const wanted = [...(this.host?.renderRoot.adoptedStyleSheets ?? []), ...this.#own];
    if (present.length !== wanted.length || wanted.some((sheet, index) => sheet !== present[index]))
      renderRoot.adoptedStyleSheets = wanted;
  }
}
