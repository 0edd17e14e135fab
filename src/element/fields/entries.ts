import type {ReactiveControllerHost, ReactiveController} from 'lit';
import type {BillingAddress, Consent} from '../../protocol/index.js';
import type {CardInput, State, Timers} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {type CardVaultChangeDetail, CardVaultChangeEvent} from '../events.js';
import {addressKeys, fieldsOf} from '../fields.js';
import {parseExpiry, shownExpiry, wholeExpiry} from './expiry.js';
import {hasEnded} from '../session/phases.js';
import type {FieldName, FieldStatus, KnownBrand, BillingFields, ValidateOn} from '../options.js';
import {Brands, type BrandsHost} from './brands.js';
import type {EnteredFields} from './early-entries.js';
import {HostedEntries} from './hosted-entries.js';
import {expiryMessages, nameProblem, type BillingRule, type Problem} from './problems.js';

type Host = EntriesHost & ReactiveControllerHost & HTMLElement;

const ignore = () => undefined;

/** Input of the shopper, its faults, and which of them are shown. */
export class Entries implements EnteredFields {
  readonly #host: Host;
  readonly #timers: Timers;
  readonly hosted = new HostedEntries();
  #typedBilling: {-readonly [K in keyof BillingAddress]: BillingAddress[K]} = {};
  readonly #revealed = new Set<FieldName>();
  readonly #waiting = new Set<(event: FieldEvent) => void>();
  readonly brands: Brands;
  /** Judges the address, where one is asked for. */
  billingRule: BillingRule | undefined;
  expiry = '';
  cardholderName = '';
  focused: FieldName | undefined;
  consent: Consent | undefined;
  placed: PlacedFields | undefined;
  /** The session pays with a saved card: at most its code is entered. */
  isSaved = false;
  /** Called once for every error that becomes visible. */
  onReveal: (field: FieldName, problem: Problem) => void = ignore;
  /** Called when a field becomes right and nothing more can be meant. */
  onWhole: (field: FieldName) => void = ignore;

  constructor(host: Host, timers: Timers) {
    this.#host = host;
    this.#timers = timers;
    this.brands = new Brands(host);
  }

  get #now(): Date {
    return new Date(this.#timers.now());
  }

  get brand(): KnownBrand {
    return this.brands.brand;
  }

  get brandName(): string | undefined {
    return this.brands.name;
  }

  get codeLength(): 3 | 4 {
    return this.hosted.codeLength;
  }

  /** The address that goes to the bank: what the page supplied, overlaid by what was typed. */
  get billing(): BillingAddress | undefined {
    const address = {...this.#host.billing, ...this.#typedBilling};
    return Object.keys(address).length === 0 ? undefined : address;
  }

  get fields(): readonly FieldName[] {
    if (this.isSaved) return this.hosted.alone ? ['security-code'] : [];
    const all = fieldsOf(this.#host);
    const usual = this.#host.consent === 'none' ? all : [...all, 'consent' as const];
    return this.placed?.arrange(usual) ?? usual;
  }

  get empty(): boolean {
    return !this.isSaved && this.hosted.empty && this.expiry === '';
  }

  /** Something stands in the number or the code, which a new frame does not have. */
  get hasDigits(): boolean {
    return !this.hosted.empty;
  }

  get valid(): boolean {
    return this.firstProblem === undefined;
  }

  /**
   * A frame may report the last digit after the press of a button. Where something was entered and more is needed, waits for
   * the change that makes it valid or for the frame to lose the focus, which it reports last.
   */
  settled(): Promise<void> {
    if (this.valid || (this.hosted.empty && this.expiry === '')) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        this.#waiting.delete(hear);
        resolve();
      };
      const hear = ({type}: FieldEvent): unknown => (type === 'blur' || this.valid) && end();
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
        return this.hosted.codeProblem();
      case 'name':
        return nameProblem(this.cardholderName);
      case 'consent':
        return this.consent || this.#host.consent !== 'required' ? undefined : {key: 'consentMissing'};
      default:
        return this.billingRule?.(field, this.billing ?? {});
    }
  }

  /** Whether a field is marked as right. A number that may still go on is not, until it is left. */
  isRight(field: FieldName): boolean {
    const {empty, valid} = this.status(field);
    const isOpen = field === 'number' && this.focused === field && !this.hosted.numberIsWhole;
    return valid && !empty && !isOpen;
  }

  status(field: FieldName): FieldStatus {
    return {empty: this.#isEmpty(field), valid: this.problem(field) === undefined};
  }

  /** Facts about the entries that the page may know. */
  describe(): CardVaultChangeDetail {
    const fields = Object.fromEntries(this.fields.map((field) => [field, this.status(field)]));
    return {valid: this.valid, empty: this.empty, brand: this.brand, fields};
  }

  /** Only when everything is right. */
  read(): CardInput | undefined {
    const {billing, brands} = this;
    if (!this.valid) return undefined;
    if (this.isSaved) return {expirationMonth: '', expirationYear: '', ...(billing && {billing})};
    const reading = parseExpiry(this.expiry, this.#now);
    if ('problem' in reading) return undefined;
    const {month, year} = reading.expiry;
    const {cardType} = brands;
    const expiry = {expirationMonth: month, expirationYear: year};
    return {...expiry, ...(cardType && {cardType}), ...(billing && {billing})};
  }

  /** Takes an event of a hosted or raw card field. */
  hear(event: FieldEvent): void {
    if (event.type === 'loaded') this.brands.networks = event.networks ?? [];
    else if (event.type === 'focus') this.enter(event.field === 'number' ? 'number' : 'security-code');
    else if (event.type === 'blur') this.leave(event.field === 'number' ? 'number' : 'security-code');
    else if (event.type === 'autofill') this.#autofill(event);
    else if (event.type === 'change') this.#changedHosted(event);
    for (const heard of [...this.#waiting]) heard(event);
  }

  /** Frames are emptied by a new run and by the end of one. */
  moved(state: State, previous: State): void {
    if (state.name === 'capturing' || state.run !== previous.run || hasEnded(state)) this.forgetHosted();
    if (state.name === 'saved') this.clear();
  }

  typeExpiry(text: string): void {
    const wasValid = !this.problem('expiry');
    this.expiry = text;
    this.#changed('expiry', text.length >= 7);
    if (!wasValid && !this.problem('expiry')) this.onWhole('expiry');
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
    if (field === 'number') this.#revealSpoilt();
    this.#host.requestUpdate();
  }

  reveal(field: FieldName): void {
    const problem = this.problem(field);
    if (!problem || this.#revealed.has(field)) return;
    this.#revealed.add(field);
    this.onReveal(field, problem);
    this.#host.requestUpdate();
  }

  /** Says no more of a field until there is reason again. */
  hide(field: FieldName): void {
    this.#revealed.delete(field);
    this.#host.requestUpdate();
  }

  revealAll(): void {
    for (const field of this.fields) this.reveal(field);
  }

  /** The frames hold nothing any more. */
  forgetHosted(): void {
    this.hosted.forget();
    this.brands.forget();
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
    else if (field === 'number' && this.brands.problem && this.#host.validateOn !== 'submit')
      this.reveal(field);
    this.#host.requestUpdate();
  }

  #isEmpty(field: FieldName): boolean {
    if (field === 'number' || field === 'security-code') return this.hosted.isEmpty(field);
    if (field === 'expiry') return this.expiry === '';
    if (field === 'name') return this.cardholderName === '';
    const key = addressKeys[field];
    return !(key ? this.billing?.[key] : this.consent);
  }

  #numberProblem(): Problem | undefined {
    return this.brands.problem ?? this.hosted.numberProblem();
  }

  #changedHosted(event: Extract<FieldEvent, {type: 'change'}>): void {
    const {numberIsWhole} = this.hosted;
    this.hosted.take(event, this.focused);
    if (event.field === 'number') this.brands.hear(event);
    this.#changed(event.field === 'number' ? 'number' : 'security-code', !event.couldBeValid || event.valid);
    if (this.hosted.codeIsRight) this.#revealed.delete('security-code');
    if (this.focused !== 'number') this.#revealSpoilt();
    if (!numberIsWhole && this.hosted.numberIsWhole) this.onWhole('number');
  }

  /** A code that another number has made wrong is not passed over until the save. */
  #revealSpoilt(): void {
    if (this.hosted.codeIsSpoilt && this.#host.validateOn !== 'submit') this.reveal('security-code');
  }

  #autofill({name, expirationMonth, expirationYear}: Extract<FieldEvent, {type: 'autofill'}>): void {
    if (name) this.cardholderName = name;
    if (expirationMonth && expirationYear)
      this.expiry = wholeExpiry(`${expirationMonth}/${expirationYear}`).text;
    this.#changed('expiry', false);
    // A date that is not typed is not left either.
    if (this.expiry && this.#host.validateOn !== 'submit') this.reveal('expiry');
  }

  left(): void {
    if (this.hasDigits) import('../developer.js').then(({tellOfMove}) => tellOfMove(this.#host), ignore);
    this.forgetHosted();
  }
}

/** Dispatches `card-vault-change` after an update that changed what the page may know of the entries. */
export class ChangeReporter implements ReactiveController {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #describe: () => CardVaultChangeDetail;
  #last: string;

  constructor(host: ReactiveControllerHost & EventTarget, describe: () => CardVaultChangeDetail) {
    (this.#host = host).addController(this);
    this.#describe = describe;
    this.#last = JSON.stringify(describe());
  }

  hostUpdated(): void {
    const detail = this.#describe();
    const before = this.#last;
    this.#last = JSON.stringify(detail);
    if (before !== this.#last) this.#host.dispatchEvent(new CardVaultChangeEvent(detail));
  }
}

/**
 * Milliseconds that a frame may take to report the last digit. It reports the loss of focus last: where the
 * shopper has left it and that report is not here yet, it is on its way, and takes longer on a busy machine.
 */
export function reportLimit(host: HTMLElement, focused: FieldName | undefined): number {
  const {activeElement} = host.getRootNode() as Document | ShadowRoot;
  const isHosted = focused === 'number' || focused === 'security-code';
  return isHosted && activeElement?.localName !== 'iframe' ? 2_000 : 250;
}

/** The options of the element that decide what is entered, and when an error is shown. */
export interface EntriesHost extends Pick<BrandsHost, 'acceptedBrands' | 'quiet'> {
  readonly billingFields: BillingFields;
  readonly billing: BillingAddress | undefined;
  readonly consent: 'none' | 'optional' | 'required';
  readonly cardholderName: boolean;
  readonly validateOn: ValidateOn;
}

/** Fields that the page has placed outside the element's own form. */
export interface PlacedFields {
  /** The fields of the element with those that the page has placed, in the order of the page. */
  arrange(usual: readonly FieldName[]): readonly FieldName[];
  /** Where a field, or the outcome, is drawn; undefined for the element's own form. */
  rootOf(piece: FieldName | 'outcome'): ShadowRoot | undefined;
  /** Resolves once the last change of the element is drawn. */
  drawn(): Promise<unknown>;
}
