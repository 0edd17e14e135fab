import type {ReactiveControllerHost, ReactiveController} from 'lit';
import type {CardInput, Timers} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {type CardVaultChangeDetail, CardVaultChangeEvent} from '../events.js';
import {nameFault} from '../../protocol/cardholder-name.js';
import {addressKey, fieldsOf, type AddressRules, type Problem} from '../fields.js';
import {parseExpiry, shownExpiry, wholeExpiry} from './expiry.js';
import type {FieldName, FieldStatus, KnownBrand, ValidateOn} from '../options.js';
import {Brands, type BrandsHost} from './brands.js';
import type {FieldRules, FieldStore, StoreHost} from './field-store.js';
import {nameOf} from './frames.js';
import {HostedEntries} from './hosted-entries.js';

type Host = EntriesHost & ReactiveControllerHost & HTMLElement & {readonly hideTicks?: boolean};

const ignore = () => undefined;

/** Faults of what the store holds, and which of them are shown. */
export class Entries implements FieldRules {
  readonly store: FieldStore;
  readonly #host: Host;
  readonly #timers: Timers;
  readonly hosted = new HostedEntries();
  readonly #revealed = new Set<FieldName>();
  readonly #waiting = new Set<(event: FieldEvent) => void>();
  readonly brands: Brands;
  /** Judges the address, where one is asked for. */
  addressRules: () => AddressRules | undefined = ignore;
  /** Called once for every error that becomes visible. */
  onReveal: (field: FieldName, problem: Problem) => void = ignore;
  /** Called when a field becomes right and nothing more can be meant. */
  onWhole: (field: FieldName) => void = ignore;

  constructor(host: Host, store: FieldStore, timers: Timers) {
    this.#host = host;
    this.#timers = timers;
    this.brands = new Brands(host);
    (this.store = store).rules = this;
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

  get fields(): readonly FieldName[] {
    if (this.store.payment) return this.hosted.alone ? ['security-code'] : [];
    const unordered = fieldsOf(this.#host);
    const all = this.addressRules()?.arrange(unordered, this.store.billing) ?? unordered;
    const usual = this.#host.consent === 'none' ? all : [...all, 'consent' as const];
    return this.store.placed?.arrange(usual) ?? usual;
  }

  get valid(): boolean {
    return this.firstProblem === undefined;
  }

  /**
   * A frame may report the last digit after the press of a button. Where something was entered and more is needed, waits for
   * the change that makes it valid or for the frame to lose the focus, which it reports last.
   */
  settled(): Promise<void> {
    const {store} = this;
    if (this.valid || (!store.hasHosted && store.expiry === '')) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        this.#waiting.delete(hear);
        resolve();
      };
      const hear = ({type}: FieldEvent): unknown => (type === 'blur' || this.valid) && end();
      const stop = this.#timers.after(reportLimit(this.#host, store.focused), end);
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
      case 'expiry':
        return this.#expiryProblem(this.store.expiry);
      case 'security-code':
        return this.hosted.codeProblem();
      case 'name':
        return nameProblem(this.store.cardholderName);
      case 'consent':
        return this.store.consent || this.#host.consent !== 'required' ? undefined : {key: 'consentMissing'};
      default:
        return this.addressRules()?.problem(field, this.store.billing);
    }
  }

  /** Whether a field is marked as right. A number that may still go on is not, until it is left. */
  isRight(field: FieldName): boolean {
    const {empty, valid} = this.status(field);
    const isOpen = field === 'number' && this.store.focused === field && !this.hosted.numberIsWhole;
    return valid && !empty && !isOpen && !this.#host.hideTicks;
  }

  status(field: FieldName): FieldStatus {
    return {empty: this.#isEmpty(field), valid: this.problem(field) === undefined};
  }

  /** Facts about the entries that the page may know. */
  describe(): CardVaultChangeDetail {
    const fields = Object.fromEntries(this.fields.map((field) => [field, this.status(field)]));
    return {valid: this.valid, empty: this.store.empty, brand: this.brand, fields};
  }

  /** Only when everything is right. */
  read(): CardInput | undefined {
    const {billing: entered, expiry: date, payment} = this.store;
    if (!this.valid) return undefined;
    const billing = this.addressRules()?.sent(entered) ?? entered;
    const address = Object.keys(billing).length > 0 && {billing};
    if (payment) return {expirationMonth: '', expirationYear: '', ...address};
    const reading = parseExpiry(date, this.#now);
    if ('problem' in reading) return undefined;
    const {month, year} = reading.expiry;
    const {cardType} = this.brands;
    const expiry = {expirationMonth: month, expirationYear: year};
    return {...expiry, ...(cardType && {cardType}), ...address};
  }

  /** Takes an event of a hosted or raw card field. */
  hear(event: FieldEvent): void {
    if (event.type === 'loaded') this.brands.networks = event.networks ?? [];
    else if (event.type === 'focus') this.store.enter(nameOf(event.field));
    else if (event.type === 'blur') this.store.leave(nameOf(event.field));
    else if (event.type === 'autofill') this.#autofill(event);
    else if (event.type === 'change') this.#changedHosted(event);
    for (const heard of [...this.#waiting]) heard(event);
  }

  typed(field: FieldName, before: string): void {
    const {expiry} = this.store;
    this.#changed(field, field === 'country' || (field === 'expiry' && expiry.length >= 7));
    const isWhole = field === 'expiry' && !this.problem(field) && this.#expiryProblem(before);
    if (isWhole) this.onWhole(field);
  }

  left(field: FieldName): void {
    const {store} = this;
    if (field === 'expiry') store.texts.set(field, shownExpiry(store.expiry, this.#now) ?? store.expiry);
    if (this.#host.validateOn !== 'submit' && !this.#isEmpty(field)) this.reveal(field);
    if (field === 'number') this.#revealSpoilt();
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
    this.store.hasHosted = false;
    this.store.focused = undefined;
    this.#host.requestUpdate();
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
    const {billing, consent, texts} = this.store;
    if (field === 'consent') return !consent;
    const key = addressKey(field);
    return !(key ? billing[key] : texts.get(field));
  }

  #expiryProblem(text: string): Problem | undefined {
    const reading = parseExpiry(text, this.#now);
    return 'problem' in reading ? {key: expiryMessages[reading.problem]} : undefined;
  }

  #numberProblem(): Problem | undefined {
    return this.brands.problem ?? this.hosted.numberProblem();
  }

  #changedHosted(event: Extract<FieldEvent, {type: 'change'}>): void {
    const {hosted, store} = this;
    const {numberIsWhole} = hosted;
    hosted.take(event, store.focused);
    store.hasHosted = !hosted.empty;
    if (event.field === 'number') this.brands.hear(event);
    this.#changed(nameOf(event.field), !event.couldBeValid || event.valid);
    if (hosted.codeIsRight) this.#revealed.delete('security-code');
    if (store.focused !== 'number' || hosted.numberIsWhole) this.#revealSpoilt();
    if (!numberIsWhole && hosted.numberIsWhole) this.onWhole('number');
  }

  /** A code that another number has made wrong is not passed over until the save. */
  #revealSpoilt(): void {
    if (this.hosted.codeIsSpoilt && this.#host.validateOn !== 'submit') this.reveal('security-code');
  }

  #autofill({name, expirationMonth, expirationYear}: Extract<FieldEvent, {type: 'autofill'}>): void {
    const {texts} = this.store;
    if (name) texts.set('name', name);
    if (expirationMonth && expirationYear)
      texts.set('expiry', wholeExpiry(`${expirationMonth}/${expirationYear}`).text);
    this.#changed('expiry', false);
    // A date that is not typed is not left either.
    if (this.store.expiry && this.#host.validateOn !== 'submit') this.reveal('expiry');
  }

  /** The element has left its page. */
  disconnected(): void {
    if (this.store.hasHosted) import('../developer.js').then(({logMove}) => logMove(this.#host), ignore);
    this.forgetHosted();
  }
}

/** Dispatches `card-vault-change` after an update that changed what the page may know of the entries. */
export class ChangeReporter implements ReactiveController {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #describe: () => CardVaultChangeDetail;
  #last: string;

  /** @param isNews something was entered before, which the page has not heard of. */
  constructor(
    host: ReactiveControllerHost & EventTarget,
    describe: () => CardVaultChangeDetail,
    isNews: boolean,
  ) {
    (this.#host = host).addController(this);
    this.#describe = describe;
    this.#last = isNews ? '' : JSON.stringify(describe());
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
export interface EntriesHost
  extends Pick<BrandsHost, 'acceptedBrands' | 'quiet'>, Omit<StoreHost, 'begunSession' | 'requestUpdate'> {
  readonly consent: 'none' | 'optional' | 'required';
  readonly validateOn: ValidateOn;
}

/** Message about an expiry that cannot be taken. */
export const expiryMessages = {
  missing: 'expiryMissing',
  incomplete: 'expiryIncomplete',
  month: 'expiryMonth',
  past: 'expiryPast',
  far: 'expiryFar',
} as const;

const nameMessages = {missing: 'nameMissing', number: 'nameIsNumber', letters: 'nameLetters'} as const;

/** A card number typed into the name would leave the frames: it is refused before it is sent. */
export function nameProblem(name: string): Problem | undefined {
  const fault = nameFault(name);
  return fault && {key: nameMessages[fault]};
}
