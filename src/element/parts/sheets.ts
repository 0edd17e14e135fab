import type {ReactiveController} from 'lit';
import type {CardVaultHost} from '../host.js';
import type {Part} from './context.js';

/** Gives a part the sheets of its element once it is drawn, also those that came later; the part's own come after them. */
export class PartSheets implements ReactiveController {
  readonly #host: CardVaultHost;
  readonly #part: Part;
  #own: readonly CSSStyleSheet[] | undefined;

  constructor(host: CardVaultHost, part: Part) {
    this.#host = host;
    (this.#part = part).addController(this);
  }

  hostUpdated(): void {
    const {renderRoot} = this.#part;
    const {adoptedStyleSheets: present} = renderRoot;
    this.#own ??= [...present];
    const wanted = [...this.#host.renderRoot.adoptedStyleSheets, ...this.#own];
    if (present.length !== wanted.length || wanted.some((sheet, index) => sheet !== present[index]))
      renderRoot.adoptedStyleSheets = wanted;
  }

  /** The part belongs to another element now. */
  end(): void {
    this.#part.removeController(this);
    if (this.#own) this.#part.renderRoot.adoptedStyleSheets = [...this.#own];
  }
}
