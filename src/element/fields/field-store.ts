import type {ReactiveControllerHost} from 'lit';
import type {BillingAddress, Consent, SessionPayment} from '../../protocol/index.js';
import type {BegunSession} from '../host.js';
import {addressKey, fieldsOf, type PlacedFields, type Problem} from '../fields.js';
import type {BillingFields, FieldName, LabelPlacement, FieldStatus, KnownBrand} from '../options.js';

/** Rules for what the store holds. Loaded after the form is drawn; nothing is right or wrong until then. */
export interface FieldRules {
  readonly brand: KnownBrand;
  /** Name of the brand, where it is known. */
  readonly brandName: string | undefined;
  readonly codeLength: 3 | 4;
  /** The fields that are shown, in the order of the page. */
  readonly fields: readonly FieldName[];
  readonly firstProblem: FieldName | undefined;
  problem(field: FieldName): Problem | undefined;
  /** The error that is shown under a field. */
  shown(field: FieldName): Problem | undefined;
  status(field: FieldName): FieldStatus;
  /** Right, and marked so. */
  isRight(field: FieldName): boolean;
  /** Text was typed into a field that held `before`. */
  typed(field: FieldName, before: string): void;
  /** The shopper has left a field. */
  left(field: FieldName): void;
}

/** The element, as far as the store reads it. */
export interface StoreHost extends Pick<ReactiveControllerHost, 'requestUpdate'> {
  readonly cardholderName: boolean;
  readonly billingFields: BillingFields;
  readonly labelPlacement?: LabelPlacement;
  readonly billing: BillingAddress | undefined;
  /** The session that the page's script has begun, until the element takes it over. */
  readonly begunSession?: Pick<BegunSession, 'fields'> | undefined;
}

/** Entries of the shopper, from the first key on. */
export class FieldStore {
  readonly #host: StoreHost;
  /** Text of the element's own inputs. */
  readonly texts = new Map<FieldName, string>();
  focused: FieldName | undefined;
  /** Consent of the shopper; nothing while the box is not ticked. */
  consent: Consent | undefined;
  /** The number or the code holds something, by what their frames have reported. */
  hasHosted = false;
  /** Payment with a saved card: at most its code is entered. Stays while the session of the next try opens. */
  payment: SessionPayment | undefined;
  placed: PlacedFields | undefined;
  rules: FieldRules | undefined;

  constructor(host: StoreHost) {
    this.#host = host;
  }

  get expiry(): string {
    return this.texts.get('expiry') ?? '';
  }

  get cardholderName(): string {
    return this.texts.get('name') ?? '';
  }

  /** The address that goes to the bank: what the page supplied, overlaid by what was typed. */
  get billing(): BillingAddress {
    const given = this.#host.billing;
    const typed = [...this.texts].map(([field, text]) => [addressKey(field), text] as const);
    const kept = typed.filter(([key, text]) => key && (text || given?.[key]));
    return {...given, ...(Object.fromEntries(kept) as BillingAddress)};
  }

  get fields(): readonly FieldName[] {
    return this.rules?.fields ?? fieldsOf(this.#host);
  }

  /** Nothing of the card itself has been entered. */
  get empty(): boolean {
    return !this.payment && !this.hasHosted && this.expiry === '';
  }

  type(field: FieldName, text: string): void {
    const before = this.texts.get(field) ?? '';
    this.texts.set(field, text);
    this.rules?.typed(field, before);
    this.#host.requestUpdate();
  }

  /** Empty, and the shopper is elsewhere: a floating label is its placeholder. Of placed parts the page says where labels stand. */
  isAtRest(field: FieldName): boolean {
    const {focused, placed, rules} = this;
    const floats = this.#host.labelPlacement === 'floating' && !placed;
    return floats && focused !== field && (rules ? rules.status(field).empty : !this.texts.get(field));
  }

  enter(field: FieldName): void {
    this.focused = field;
    this.#host.requestUpdate();
  }

  leave(field: FieldName): void {
    if (this.focused === field) this.focused = undefined;
    this.rules?.left(field);
    this.#host.requestUpdate();
  }

  clear(): void {
    this.texts.clear();
    this.hasHosted = false;
    this.consent = undefined;
    this.#host.requestUpdate();
    void this.#host.begunSession?.fields?.then((begun) => {
      for (const field of Object.values(begun?.fields ?? {})) field.clear();
    });
  }
}
