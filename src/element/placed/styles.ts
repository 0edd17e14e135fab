import type {ReactiveController} from 'lit';
import type {CardVaultHost} from '../host.js';
import {css} from '../styles/css.js';
import type {Part} from './context.js';

/** In the `<card-vault>`: between what is left of its own form and the page's markup. */
export const restStyles = css`
  .form[data-rest] {
    margin-block-end: 16px;
  }
  /* The notice stands elsewhere, and no line is under the errors. */
  .form > .fields:not(:has(~ .notice)) {
    margin-block-end: calc(-1 * var(--card-vault-row-gap, 6px));
  }
`;

/**
 * After the sheets of the `<card-vault>`, which a part takes over. Where it stands and how wide it is, the
 * page says.
 */
export const partStyles = css`
  :host {
    margin-block-end: 6px;
  }
  :host(card-vault-button) {
    margin-block: 16px 8px;
  }
  :host(card-vault-status) {
    margin-block-end: 12px;
  }
  .fields {
    display: block;
    margin: 0;
  }
  /* No row of the form is around it. The hint stands under the box, so that boxes in a row of the page are level. */
  .field {
    grid-template-rows: auto;
    margin: 0;
  }
  .field > .hint {
    grid-area: 3 / 1 / auto / -1;
    margin-block-start: 4px;
    font-size: calc(13 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_muted);
  }
  .field > .hint:not([data-given]) {
    display: none;
  }
  .field > .box {
    grid-row: 2;
  }
  .field > :is(.error, .choice) {
    grid-row: 4;
  }
  .field.number > .error {
    grid-row: 4;
  }
  /* The page puts no frame into these slots. */
  slot:is([name='label'], [name='hint'], [name='notice'], [name='outcome'], [name='button'])::slotted(
      [slot]
    ) {
    display: revert !important;
    inline-size: auto !important;
    block-size: auto !important;
    color-scheme: inherit !important;
  }
  .input.select {
    cursor: pointer;
    margin-inline-end: -26px;
    padding-inline-end: 34px;
  }
  /* In a narrow column there is no room for these beside what was entered. */
  .box[data-right]:has(.select)::after,
  .security-code .box[data-right] .trail {
    display: none;
  }
  .security-code .frame {
    padding-inline-end: 4px;
  }
  .security-code .shimmer {
    inline-size: 28px;
  }
  .save {
    margin-block-start: 0;
  }
  .status {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .status > .problem {
    margin-block-start: 0;
  }
  .fields[data-second] .error > * {
    position: absolute;
    clip-path: inset(50%);
  }
`;

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
    // The element around it may wait for its words, and have no shadow tree yet.
    const around = this.host?.renderRoot as ShadowRoot | undefined;
    const wanted = [...(around?.adoptedStyleSheets ?? []), ...this.#own];
    if (present.length !== wanted.length || wanted.some((sheet, index) => sheet !== present[index]))
      renderRoot.adoptedStyleSheets = wanted;
  }
}
