import type {PropertyDeclaration, PropertyValues} from 'lit';
import {partNames, type PartName} from './context.js';
import {PartElement} from './part.js';

/**
 * @summary One field of the `<card-vault>` around it, where the page places it.
 * @tagname card-vault-field
 * @slot label - The field's label; default the element's own words.
 * @slot hint - A sentence under the box.
 * @csspart field - The field: label, box, error; its parts are those of `<card-vault>`.
 * @csspart label - The label.
 * @csspart hint - The hint.
 * @csspart box - The box around an input or frame; `box-focused` and `box-invalid` while it is.
 * @csspart frame - The room of a hosted field's frame.
 * @csspart input - An input of the element's own.
 * @csspart error - The line for the field's error.
 */
export class CardVaultFieldElement extends PartElement {
  static override readonly properties: Readonly<Record<string, PropertyDeclaration>> = {
    name: {},
    select: {type: Boolean},
  };

  /** Which kind of part it is. */
  readonly kind = 'field';
  /** Which field it is. */
  declare name: PartName | undefined;
  /** Month and year of an expiry are chosen from a list. */
  declare select: boolean;

  constructor() {
    super();
    this.select = false;
  }

  /** The field, where its name is known. */
  get field(): PartName | undefined {
    return partNames.find((name) => name === this.name);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const input = this.renderRoot.querySelector('.input');
    const error = this.renderRoot.querySelector('.error')?.id ?? '';
    if (input) input.setAttribute('aria-describedby', `${error} hint`);
    if (!changed.has('name') && !changed.has('select')) return;
    // The ready script has no part of Lit that would write them.
    this.toggleAttribute('select', this.select);
    if (this.name) this.setAttribute('name', this.name);
    else this.removeAttribute('name');
    this.changed();
  }
}
