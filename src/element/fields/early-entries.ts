import type {ReactiveControllerHost} from 'lit';
import type {BillingAddress, Consent} from '../../protocol/index.js';
import type {BegunSession} from '../session/begun-session.js';
import {fieldsOf} from '../fields.js';
import type {BillingFields, FieldName, FieldStatus, KnownBrand} from '../options.js';
import type {Problem} from './problems.js';

/** Entries as the form shows them, and its listener for changes. */
export interface EnteredFields {
  readonly brand: KnownBrand;
  /** Name of the brand, where it is known. */
  readonly brandName?: string | undefined;
  readonly codeLength: 3 | 4;
  readonly focused: FieldName | undefined;
  readonly expiry: string;
  readonly cardholderName: string;
  readonly billing: BillingAddress | undefined;
  /** Consent of the shopper; nothing while the box is not ticked. */
  consent: Consent | undefined;
  /** The fields that are shown, in the order of the page. */
  readonly fields: readonly FieldName[];
  /** Nothing of the card itself has been entered. */
  readonly empty: boolean;
  readonly firstProblem: FieldName | undefined;
  problem(field: FieldName): Problem | undefined;
  /** The error that is shown under a field. */
  shown(field: FieldName): Problem | undefined;
  status(field: FieldName): FieldStatus;
  enter(field: FieldName): void;
  leave(field: FieldName): void;
  /** Right, and marked so; nothing is before the entries are judged. */
  isRight?(field: FieldName): boolean;
  typeExpiry(text: string): void;
  typeName(text: string): void;
  typeBilling(field: FieldName, text: string): void;
}

interface EarlyHost extends ReactiveControllerHost {
  readonly cardholderName: boolean;
  readonly billingFields: BillingFields;
  readonly billing: BillingAddress | undefined;
  /** The session that the page's script has begun, until the element takes it over. */
  readonly begunSession?: Pick<BegunSession, 'fields'> | undefined;
}

/** Keeps what is typed until `Entries` is loaded, which takes it over and validates it. */
export class EarlyEntries implements EnteredFields {
  readonly #host: EarlyHost;
  readonly typed = new Map<FieldName, string>();
  readonly brand = 'unknown';
  readonly codeLength = 3;
  readonly firstProblem = 'number';
  focused: FieldName | undefined;
  consent: Consent | undefined;
  /** A hosted field has been typed into. */
  heard = false;

  /** Takes what is typed; `Entries` takes its place, for inputs that were drawn before it came. */
  keep: (field: FieldName, text: string) => void;

  constructor(host: EarlyHost) {
    this.#host = host;
    this.keep = (field, text) => void this.typed.set(field, text);
  }

  get expiry(): string {
    return this.typed.get('expiry') ?? '';
  }
  get cardholderName(): string {
    return this.typed.get('name') ?? '';
  }
  get billing(): BillingAddress | undefined {
    return this.#host.billing;
  }
  get fields(): readonly FieldName[] {
    return fieldsOf(this.#host);
  }
  get empty(): boolean {
    return this.expiry === '' && !this.heard;
  }

  problem(): Problem {
    return {key: 'numberMissing'};
  }
  shown(): undefined {
    return undefined;
  }
  status(): FieldStatus {
    return {empty: true, valid: false};
  }
  enter(field: FieldName): void {
    this.focused = field;
  }
  leave(): void {
    this.focused = undefined;
  }
  typeExpiry(text: string): void {
    this.typeBilling('expiry', text);
  }
  clear(): void {
    this.typed.clear();
    this.heard = false;
    this.consent = undefined;
    void this.#host.begunSession?.fields?.then((begun) => {
      for (const field of Object.values(begun?.fields ?? {})) field.clear();
    });
  }
  typeName(text: string): void {
    this.typeBilling('name', text);
  }
  typeBilling(field: FieldName, text: string): void {
    this.keep(field, text);
    this.#host.requestUpdate();
  }
}
