import {html, nothing, type TemplateResult} from 'lit';
import type {FieldStore} from '../fields/field-store.js';
import type {Say} from '../shopper/locale.js';
import type {SessionPayment} from '../../protocol/index.js';
import type {MessageKey} from '../../texts/shapes.js';
import type {FieldName} from '../options.js';
import {lockIcon, problemView, warningIcon} from './icons.js';
import type * as Marks from './marks.js';

export interface FormView {
  readonly say: Say;
  readonly store: FieldStore;
  readonly loading: boolean;
  /** Marks of the brands and of the code, once they are loaded. */
  readonly marks: typeof Marks | undefined;
  /** The brands that are taken; loaded with their marks. */
  readonly brands: TemplateResult | undefined;
  /** Month and year as two inputs or lists; loaded with the marks. */
  readonly expiry: Pick<FieldView, 'control'> | undefined;
  readonly disabled: boolean;
  readonly busyText: string | undefined;
  /** Current step of a save, in the place of the notice. */
  readonly line: string | TemplateResult | undefined;
  /** Sentence above the button: the last attempt failed, or the fields were renewed. */
  readonly problem: {readonly text: string; readonly info: boolean} | undefined;
  readonly hidden: boolean;
  /** How a run ended, in the place of the form. */
  readonly outcome: TemplateResult | typeof nothing;
  readonly showButton: boolean;
  /** Inputs of raw mode instead of the slots of the hosted fields. */
  readonly rawInput: ((field: 'number' | 'security-code') => TemplateResult) | undefined;
  /** The saved card of a payment, in the place of the fields. */
  readonly paying: TemplateResult | false;
  /** Payment with that card. */
  readonly payment: SessionPayment | undefined;
  readonly nameShown: boolean;
  readonly address: unknown;
  readonly focusHosted: (field: 'number' | 'security-code') => void;
  readonly onSubmit: (event: Event) => void;
}

function usualFields(view: FormView): TemplateResult {
  const {paying, payment, nameShown, address} = view;
  return html`${
    paying || html`${fieldView(numberField(view))}${fieldView(expiryField(view))}`
  }${paying && !payment?.securityCode ? nothing : fieldView(codeField(view))}${nameShown ? fieldView(nameField(view)) : nothing}
  ${address}`;
}

/** The whole form: fields, the line about the card service, a problem, the save button. */
export function formView(
  view: FormView,
  fields: unknown = usualFields(view),
  status: unknown = statusView(view),
): TemplateResult {
  return html`${view.outcome}
    <form class="form" part="form" novalidate ?hidden=${view.hidden} @submit=${view.onSubmit}>
      <div class="fields" part="fields" ?inert=${view.busyText !== undefined} ?data-disabled=${view.disabled}>
        ${fields}
      </div>
      ${status}${saveView(view)}
    </form>`;
}

/** Notice under the fields. */
export function statusView({say, line, problem}: FormView): TemplateResult {
  return html`${problem ? problemView(problem.text, problem.info) : nothing}
    <p class="notice" part="notice" ?data-waiting=${line}>
      <slot name="notice">${lockIcon()}<span>${say('notice')}</span></slot>
      ${
        line
          ? html`<span class="line"
              ><span class="spin" part="spinner"></span><span part="busy-text">${line}</span></span
            >`
          : nothing
      }
    </p>`;
}

export function saveView(
  {say, busyText, disabled, showButton}: FormView,
  words: string | TemplateResult = say('save'),
): TemplateResult {
  return showButton
    ? html`<button
        class="button save"
        part="save-button"
        type="submit"
        aria-disabled=${!!busyText || disabled}
      >
        ${busyText ? html`<span class="spin" part="spinner"></span>` : nothing}<span
          >${busyText ?? words}</span
        >
      </button>`
    : html`<button type="submit" hidden>${words}</button>`;
}

function errorOf({store, say}: FormView, field: FieldName): string | undefined {
  const problem = store.rules?.shown(field);
  return problem && say(problem.key, problem.values);
}

/** Longest text that may come under a field; a narrow form needs more than a line for it. */
const errors: Readonly<Partial<Record<FieldName, readonly MessageKey[]>>> = {
  number: ['numberMissing', 'numberIncomplete', 'numberWrong'],
  expiry: ['expiryMissing', 'expiryIncomplete', 'expiryMonth', 'expiryPast', 'expiryFar'],
  'security-code': ['securityCodeMissing', 'securityCodeWrong'],
};

/** The longest of the sentences that may come under a field. */
export function roomOf(say: Say, field: FieldName): string {
  return (
    (errors[field] ?? [])
      .map((key) => say(key, {count: 4}))
      .sort((one, other) => other.length - one.length)[0] ?? ''
  );
}

/** Options of every field. */
function fieldOf(view: FormView, name: FieldName, label: MessageKey) {
  return {
    name,
    label: view.say(label),
    error: errorOf(view, name),
    room: roomOf(view.say, name),
    right: view.store.rules?.isRight(name),
    focused: false,
    rest: view.store.isAtRest(name),
  };
}

/** A field in a frame of the card service; in raw mode, an input of the element. */
function hostedField(view: FormView, name: 'number' | 'security-code'): FieldView {
  return {
    ...fieldOf(view, name, name === 'number' ? name : 'securityCode'),
    focused: view.store.focused === name,
    loading: view.loading,
    control: view.rawInput?.(name) ?? html`<div class="frame" part="frame"><slot name=${name}></slot></div>`,
    ...(!view.rawInput && {onPress: () => view.focusHosted(name)}),
  };
}

export function numberField(view: FormView): FieldView {
  const {say, store, marks, brands} = view;
  const {rules} = store;
  return {
    ...hostedField(view, 'number'),
    wide: true,
    trail: marks?.brandMark(rules?.brand ?? 'unknown', rules?.brandName ?? say('unknownBrand')),
    beside: brands,
  };
}

export function codeField(view: FormView): FieldView {
  const {say, store, marks} = view;
  const codeLength = store.rules?.codeLength ?? 3;
  return {
    ...hostedField(view, 'security-code'),
    trail: marks?.codeMark(codeLength, say(codeLength === 4 ? 'securityCodeHint4' : 'securityCodeHint')),
  };
}

export const expiryField = (view: FormView): FieldView => ({
  ...inputField(view, 'expiry', 'cc-exp'),
  ...view.expiry,
});

export const nameField = (view: FormView): FieldView => ({
  ...inputField(view, 'name', 'cc-name'),
  wide: true,
});

/** A field with an input of the element. */
function inputField(view: FormView, name: 'expiry' | 'name', autocomplete: 'cc-exp' | 'cc-name'): FieldView {
  const {say, store} = view;
  const field = fieldOf(view, name, name);
  const isName = name === 'name';
  return {
    ...field,
    control: html`<input
      class="input"
      part="input input-${name}"
      id=${name}
      dir=${isName ? nothing : 'ltr'}
      inputmode=${isName ? nothing : 'numeric'}
      enterkeyhint=${isName ? nothing : 'next'}
      autocomplete=${autocomplete}
      placeholder=${field.rest ? field.label : say(`${name}Placeholder`)}
      autocapitalize=${isName ? 'words' : nothing}
      spellcheck="false"
      aria-invalid=${!!field.error}
      aria-describedby="${name}-error"
      aria-required="true"
      ?disabled=${view.disabled}
      .value=${store.texts.get(name) ?? ''}
      @input=${(event: Event) => store.type(name, (event.target as HTMLInputElement).value)}
      @focus=${() => store.enter(name)}
      @blur=${() => store.leave(name)}
    />`,
  };
}

export interface FieldView {
  readonly name: FieldName | 'expiry-month' | 'expiry-year';
  readonly label: string | TemplateResult;
  readonly error?: string | undefined;
  /** Marked as right. */
  readonly right?: boolean | undefined;
  /** Its label is its placeholder. */
  readonly rest?: boolean;
  /** The longest error there may be: its lines are kept free. */
  readonly room?: string;
  readonly focused?: boolean;
  /** Takes the whole row. */
  readonly wide?: boolean;
  readonly loading?: boolean;
  readonly control?: TemplateResult;
  /** Content at the end of the box. */
  readonly trail?: TemplateResult | undefined;
  /** Content beside the label. */
  readonly beside?: TemplateResult | undefined;
  /** Where a hosted field is: a click beside its frame goes into it. */
  readonly onPress?: () => void;
}

/** One field: label, box, and the line for its error, which is there before the error is. */
export function fieldView(field: FieldView): TemplateResult {
  const {name, label, error, trail, onPress} = field;
  // A press that is not on an input must not take the focus away from the frame it is meant for.
  const press = (event: Event): void => {
    event.preventDefault();
    onPress?.();
  };
  return html`<div
    class="field ${name} ${field.wide ? 'wide' : ''}"
    part="field field-${name}"
    ?data-rest=${field.rest}
  >
    ${
      onPress
        ? html`<span class="label" part="label label-${name}" @mousedown=${press}>${label}</span>`
        : html`<label class="label" part="label label-${name}" for=${name}>${label}</label>`
    }
    <div
      class="box"
      part="box box-${name} ${error ? 'box-invalid' : ''} ${field.focused ? 'box-focused' : ''}"
      ?data-focused=${field.focused}
      ?data-invalid=${error !== undefined}
      ?data-right=${field.right}
      ?data-loading=${field.loading}
      @mousedown=${onPress ? press : nothing}
    >
      ${field.control}${trail ? html`<span class="trail" part="trail">${trail}</span>` : nothing}
      ${field.loading ? html`<span class="shimmer" part="shimmer"></span>` : nothing}
    </div>
    ${field.beside}
    <p class="error" part="error error-${name}" id="${name}-error" data-room=${field.room || nothing}>
      ${error ? html`${warningIcon()}<span>${error}</span>` : nothing}
    </p>
  </div>`;
}
