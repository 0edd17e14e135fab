import {html, nothing, type TemplateResult} from 'lit';
import type {FieldName} from '../options.js';
import {warningIcon} from './icons.js';

export interface FieldView {
  readonly name: FieldName | 'expiry-month' | 'expiry-year';
  readonly label: string | TemplateResult;
  readonly error: string | undefined;
  /** Marked as right. */
  readonly right?: boolean | undefined;
  /** The longest error there may be: its lines are kept free. */
  readonly room?: string;
  readonly focused: boolean;
  /** Takes the whole row. */
  readonly wide?: boolean;
  /** The content is digits and reads left to right everywhere. */
  readonly digits?: boolean;
  readonly loading?: boolean;
  readonly control: TemplateResult;
  /** Content at the end of the box. */
  readonly trail?: TemplateResult | undefined;
  /** Content beside the label. */
  readonly beside?: TemplateResult | undefined;
  /** Where a hosted field is: a click beside its frame goes into it. */
  readonly onPress?: () => void;
}

/** One field: label, box, and the line for its error, which is there before the error is. */
export function fieldView(field: FieldView): TemplateResult {
  const {name, label, error, right, room, focused, wide, digits, loading, control, trail, beside, onPress} =
    field;
  // A press that is not on an input must not take the focus away from the frame it is meant for.
  const press = (event: Event): void => {
    event.preventDefault();
    onPress?.();
  };
  return html`<div class="field ${name} ${wide ? 'wide' : ''}" part="field field-${name}">
    ${
      onPress
        ? html`<span class="label" part="label label-${name}" @mousedown=${press}>${label}</span>`
        : html`<label class="label" part="label label-${name}" for=${name}>${label}</label>`
    }
    <div
      class="box ${digits ? 'digits' : ''}"
      part="box box-${name} ${error ? 'box-invalid' : ''} ${focused ? 'box-focused' : ''}"
      ?data-focused=${focused}
      ?data-invalid=${error !== undefined}
      ?data-right=${right}
      ?data-loading=${loading}
      @mousedown=${onPress ? press : nothing}
    >
      ${control}${trail ? html`<span class="trail" part="trail">${trail}</span>` : nothing}
      ${loading ? html`<span class="shimmer" part="shimmer"></span>` : nothing}
    </div>
    ${beside}
    <p class="error" part="error error-${name}" id="${name}-error" data-room=${room || nothing}>
      ${error ? html`${warningIcon()}<span>${error}</span>` : nothing}
    </p>
  </div>`;
}
