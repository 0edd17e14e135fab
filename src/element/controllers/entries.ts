import type {ReactiveControllerHost} from 'lit';
import {brandNames} from '../../protocol/brand-names.js';
import type {BillingAddress, BrandId, Consent} from '../../protocol/index.js';
import type {CardInput, State, Timers} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import type {CardVaultChangeDetail} from '../events.js';
import {acceptedBrandsOf} from '../accepted-brands.js';
import {addressKeys, fieldsOf} from '../fields.js';
import {formatExpiry, parseExpiry, shownExpiry, wholeExpiry} from '../expiry.js';
import {hasEnded} from '../phases.js';
import type {BillingFields, FieldName, FieldStatus, KnownBrand, ValidateOn} from '../options.js';
import type {EnteredFields} from './early-entries.js';
import {reportLimit} from './frame-focus.js';
import {expiryMessages, nameProblem, type BillingRule, type Problem} from './problems.js';

export interface EntriesHost {
  readonly acceptedBrands: string | undefined;
  readonly billingFields: BillingFields;
  readonly billing: BillingAddress | undefined;
  readonly consent: 'none' | 'optional' | 'required';
  readonly cardholderName: boolean;
  readonly validateOn: ValidateOn;
}

type Host = EntriesHost & ReactiveControllerHost & HTMLElement;

type Hosted = Readonly<Record<'empty' | 'valid' | 'couldBeValid', boolean>>;

const untouched: Hosted = {empty: true, valid: false, couldBeValid: true};
const ignore = () => undefined;

/**
 * What the shopper has entered, what is wrong with it, and which of that is shown. Of the number and the code it knows
 * only what their frames report: empty, valid, brand.
 */
export class Entries implements EnteredFields {
  readonly #host: Host;
  readonly #timers: Timers;
  #number = untouched;
  #securityCode = untouched;
  #brands: readonly BrandId[] = [];
  #codeLength: 3 | 4 = 3;
  #typedBilling: {-readonly [K in keyof BillingAddress]: BillingAddress[K]} = {};
  readonly #revealed = new Set<FieldName>();
  readonly #waiting = new Set<(event: FieldEvent) => void>();
  /** Judges the address, where one is asked for. */
  billingRule: BillingRule | undefined;
  expiry = '';
  cardholderName = '';
  focused: FieldName | undefined;
  consent: Consent | undefined;
  /** Called once for every error that becomes visible. */
  onReveal: (field: FieldName, problem: Problem) => void = ignore;

  constructor(host: Host, timers: Timers) {
    this.#host = host;
    this.#timers = timers;
  }

  get #now(): Date {
    return new Date(this.#timers.now());
  }

  get brand(): KnownBrand {
    return this.#brands.length === 1 ? this.#brands[0]! : 'unknown';
  }

  get brandName(): string | undefined {
    return this.#brands.length === 1 ? brandNames[this.#brands[0]!] : undefined;
  }

  get codeLength(): 3 | 4 {
    return this.#codeLength;
  }

  /** The address that goes to the bank: what the page supplied, overlaid by what was typed. */
  get billing(): BillingAddress | undefined {
    const address = {...this.#host.billing, ...this.#typedBilling};
    return Object.keys(address).length === 0 ? undefined : address;
  }

  get fields(): readonly FieldName[] {
    return this.#host.consent === 'none' ? fieldsOf(this.#host) : [...fieldsOf(this.#host), 'consent'];
  }

  get empty(): boolean {
    return this.#number.empty && this.#securityCode.empty && this.expiry === '';
  }

  get valid(): boolean {
    return this.firstProblem === undefined;
  }

  /**
   * A frame may report the last digit after the press of a button. Where something was entered and more is needed, waits for
   * the change that makes it valid or for the frame to lose the focus, which it reports last.
   */
  settled(): Promise<void> {
    if (this.valid || this.empty) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        this.#waiting.delete(hear);
        resolve();
      };
      const hear = ({type}: FieldEvent): void => {
        if (type === 'blur' || this.valid) end();
      };
      const stop = this.#timers.after(reportLimit(this.#host, this.focused), end);
      this.#waiting.add(hear);
    });
  }

  get firstProblem(): FieldName | undefined {
    return this.fields.find((field) => this.problem(field));
  }

  /** The error that is shown under a field. */
  shown(field: FieldName): Problem | undefined {
    return this.#revealed.has(field) ? this.problem(field) : undefined;
  }

  problem(field: FieldName): Problem | undefined {
    switch (field) {
      case 'number':
        return this.#numberProblem();
      case 'expiry': {
        const reading = parseExpiry(this.expiry, this.#now);
        return 'problem' in reading ? {key: expiryMessages[reading.problem]} : undefined;
      }
      case 'security-code':
        if (this.#securityCode.valid) return undefined;
        return {
          key: this.#securityCode.empty ? 'securityCodeMissing' : 'securityCodeWrong',
          values: {count: this.#codeLength},
        };
      case 'name':
        return nameProblem(this.cardholderName);
      case 'consent':
        return this.consent || this.#host.consent !== 'required' ? undefined : {key: 'consentMissing'};
      default:
        return this.billingRule?.(field, this.billing ?? {});
    }
  }

  status(field: FieldName): FieldStatus {
    return {empty: this.#isEmpty(field), valid: this.problem(field) === undefined};
  }

  /** What the page may know of all this. */
  describe(): CardVaultChangeDetail {
    const fields = Object.fromEntries(this.fields.map((field) => [field, this.status(field)]));
    return {valid: this.valid, empty: this.empty, brand: this.brand, fields};
  }

  /** Only when everything is right. */
  read(): CardInput | undefined {
    const reading = parseExpiry(this.expiry, this.#now);
    if (!this.valid || 'problem' in reading) return undefined;
    const {month, year} = reading.expiry;
    const billing = this.billing;
    return {expirationMonth: month, expirationYear: year, ...(billing && {billing})};
  }

  /** Takes an event of a hosted or raw card field. */
  hear(event: FieldEvent): void {
    if (event.type === 'focus') this.enter(event.field === 'number' ? 'number' : 'security-code');
    else if (event.type === 'blur') this.leave(event.field === 'number' ? 'number' : 'security-code');
    else if (event.type === 'autofill') this.#autofill(event);
    else if (event.type === 'change') {
      const {empty, valid, couldBeValid} = event;
      if (event.field === 'number') {
        this.#number = {empty, valid, couldBeValid};
        this.#brands = event.brands ?? [];
        this.#codeLength = event.securityCodeLength ?? 3;
      } else this.#securityCode = {empty, valid, couldBeValid};
      this.#changed(event.field === 'number' ? 'number' : 'security-code', !couldBeValid || valid);
    }
    for (const heard of [...this.#waiting]) heard(event);
  }

  /** Frames are emptied by a new run and by the end of one. */
  moved(state: State, previous: State): void {
    if (state.name === 'capturing' || state.run !== previous.run || hasEnded(state)) this.forgetHosted();
    if (state.name === 'saved') this.clear();
  }

  /** Text was typed into the expiry input; returns what the input should show, and where its caret belongs. */
  typeExpiry(
    text: string,
    caret: number,
    deleting: boolean,
  ): {readonly text: string; readonly caret: number} {
    const whole = deleting ? undefined : wholeExpiry(text, this.#now);
    const typed =
      whole === undefined ? formatExpiry(text, caret, deleting) : {text: whole, caret: whole.length};
    this.expiry = typed.text;
    this.#changed('expiry', typed.text.length >= 7);
    return typed;
  }

  typeName(text: string): void {
    this.cardholderName = text;
    this.#changed('name', false);
  }

  typeBilling(field: FieldName, text: string): void {
    const key = addressKeys[field];
    if (key === undefined) return;
    const typed = {...this.#typedBilling, [key]: text};
    if (text === '' && !this.#host.billing?.[key]) delete typed[key];
    this.#typedBilling = typed;
    this.#changed(field, field === 'country');
  }

  enter(field: FieldName): void {
    this.focused = field;
    this.#host.requestUpdate();
  }

  leave(field: FieldName): void {
    if (this.focused === field) this.focused = undefined;
    if (field === 'expiry') this.expiry = shownExpiry(this.expiry, this.#now) ?? this.expiry;
    if (this.#host.validateOn !== 'submit' && !this.#isEmpty(field)) this.reveal(field);
    this.#host.requestUpdate();
  }

  reveal(field: FieldName): void {
    const problem = this.problem(field);
    if (!problem || this.#revealed.has(field)) return;
    this.#revealed.add(field);
    this.onReveal(field, problem);
    this.#host.requestUpdate();
  }

  revealAll(): void {
    for (const field of this.fields) this.reveal(field);
  }

  /** The frames hold nothing any more. */
  forgetHosted(): void {
    this.#number = this.#securityCode = untouched;
    this.#brands = [];
    this.#codeLength = 3;
    this.#revealed.clear();
    this.focused = undefined;
    this.#host.requestUpdate();
  }

  clear(): void {
    this.forgetHosted();
    this.expiry = this.cardholderName = '';
    this.#typedBilling = {};
    this.consent = undefined;
  }

  #changed(field: FieldName, finished: boolean): void {
    if (!this.problem(field)) this.#revealed.delete(field);
    else if (this.#host.validateOn === 'change' && finished) this.reveal(field);
    else if (this.problem(field)?.key === 'brandNotAccepted' && this.#host.validateOn !== 'submit')
      this.reveal(field);
    this.#host.requestUpdate();
  }

  #isEmpty(field: FieldName): boolean {
    if (field === 'number') return this.#number.empty;
    if (field === 'security-code') return this.#securityCode.empty;
    if (field === 'expiry') return this.expiry === '';
    if (field === 'name') return this.cardholderName === '';
    const key = addressKeys[field];
    return !(key ? this.billing?.[key] : this.consent);
  }

  #numberProblem(): Problem | undefined {
    const accepted = acceptedBrandsOf(this.#host.acceptedBrands);
    const refused = (brand: BrandId): boolean => accepted.length > 0 && !accepted.includes(brand);
    if (this.#brands.length > 0 && this.#brands.every(refused)) {
      const names = accepted.map((id) => brandNames[id]);
      return {key: 'brandNotAccepted', values: {accepted: names.join(', ')}};
    }
    if (this.#number.valid) return undefined;
    if (this.#number.empty) return {key: 'numberMissing'};
    return {key: this.#number.couldBeValid ? 'numberIncomplete' : 'numberWrong'};
  }

  #autofill({name, expirationMonth, expirationYear}: Extract<FieldEvent, {type: 'autofill'}>): void {
    if (name) this.cardholderName = name;
    this.expiry = shownExpiry(`${expirationMonth ?? ''}/${expirationYear ?? ''}`, this.#now) ?? this.expiry;
    this.#changed('expiry', false);
  }

  /** The element leaves its place in the page. */
  left(): void {
    if (!this.#number.empty || !this.#securityCode.empty)
      import('../developer.js').then(({tellOfMove}) => tellOfMove(this.#host), ignore);
    this.forgetHosted();
  }
}
