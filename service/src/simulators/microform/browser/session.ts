import {checkNumber} from '../../../platform/pages/card-number.js';
import {addAutofillHelpers} from './autofill.js';
import {CardInput} from './card-input.js';
import type {FieldType} from './context.js';
import {watchCover} from './cover.js';
import type {EncryptionKey} from './encrypt.js';
import {MicroformError, type ErrorData, type MicroformErrorDetail} from './errors.js';
import {FieldSheet} from './field-sheet.js';
import {codeKind, codeLengthFor, numberKind} from './kinds.js';
import type {FieldCommand, FieldReport} from './messages.js';
import {readOptions, type FieldOptions} from './options.js';
import {CodeCollector, answerCodeCollector} from './siblings.js';
import {submitCard, verifyContext, type SigningKey} from './submission.js';

/** What a field knows about itself, from its URL and from its server. */
export interface FieldIdentity {
  readonly fieldType: FieldType;
  readonly microformId: string;
  /** Id of the one-time key; missing where the document was loaded before its capture context. */
  readonly kid?: string;
  readonly signingKey: SigningKey;
  readonly expired: boolean;
  readonly foreign: boolean;
  /** Only the security code of a saved card is asked; it has one of these lengths. */
  readonly codeLengths?: readonly (3 | 4)[];
}

type TokenCommand = FieldCommand & {readonly type: 'token' | 'code-token'};
type CardCommand = FieldCommand & {readonly type: 'token'};

const toErrorData = ({reason, message, details, correlationId}: MicroformError): ErrorData => ({
  reason,
  message,
  details,
  correlationId,
});

const toError = (cause: unknown) =>
  cause instanceof MicroformError ? cause : new MicroformError('UNKNOWN_REASON', 'The card field failed.');

/** Runs the field in its document, from the page's connect message on. */
export class FieldSession {
  readonly #identity: FieldIdentity;
  readonly #report: (report: FieldReport) => void;
  readonly #sheet = new FieldSheet();
  readonly #input: CardInput;
  #codeCollector: CodeCollector | undefined;
  #brandCodeLength: 3 | 4 | undefined;
  #maxLength: 3 | 4 | undefined;
  /** Whether a focus was reported that the input will get only with the first key (see `#focus`). */
  #awaitsKey = false;
  #look: (() => void) | undefined;
  #context: {jwt: string; key: EncryptionKey} | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(identity: FieldIdentity, report: (report: FieldReport) => void) {
    this.#identity = identity;
    this.#report = report;
    const isNumber = identity.fieldType === 'number';
    const kind = isNumber ? numberKind : codeKind(() => this.#codeLength());
    this.#input = new CardInput(kind, {
      change: (state) => {
        this.#codeCollector?.setCodeLength(codeLengthFor(this.#input.digits));
        report({type: 'change', state});
      },
      focus: () => {
        if (!this.#awaitsKey) report({type: 'focus'});
      },
      blur: () => report({type: 'blur'}),
      submit: () => report({type: 'submit'}),
      pasted: ({month, year}) =>
        report({type: 'autocomplete', data: {expirationMonth: month, expirationYear: year}}),
    });
  }

  /** Runs a command of the page, after all earlier ones: an update must not overtake the start. */
  run(command: FieldCommand): void {
    this.#queue = this.#queue
      .then(() => this.#execute(command))
      .catch((cause: unknown) => {
        this.#report({type: 'refused', error: toErrorData(toError(cause))});
      });
  }

  /** Types for a test, after the commands that came before, and says when it has. */
  type(text: string, done: () => void): void {
    this.#queue = this.#queue.then(() => {
      this.#input.type(text);
      done();
    });
  }

  async #execute(command: FieldCommand): Promise<void> {
    if (command.type === 'start') return this.#start(command.jwt, readOptions(command.options));
    if (!this.#context) return;
    switch (command.type) {
      case 'update':
        this.#apply(readOptions(command.options));
        this.#report({type: 'updated'});
        break;
      case 'scheme':
        this.#sheet.setScheme(command.scheme);
        break;
      case 'clear':
        this.#input.clear();
        break;
      case 'focus':
        this.#focus();
        break;
      case 'look':
        this.#look?.();
        break;
      case 'token':
      case 'code-token':
        // Not awaited, because later commands must not wait for the network.
        void this.#sendToken(command);
    }
  }

  async #start(jwt: string, options: FieldOptions): Promise<void> {
    if (this.#context) return;
    const {codeLengths, expired, fieldType, foreign, signingKey, kid} = this.#identity;
    if (foreign) {
      throw new MicroformError(
        'CAPTURE_CONTEXT_INVALID',
        'The capture context is of a merchant that does not own this page’s origin.',
      );
    }
    if (expired) {
      throw new MicroformError(
        'CAPTURE_CONTEXT_EXPIRED',
        'The capture context has expired. Request a new one.',
      );
    }
    if (codeLengths && fieldType === 'number') {
      throw new MicroformError(
        'CREATE_FIELD_INVALID_FIELD_TYPE',
        'The capture context asks for the security code alone.',
      );
    }
    const {key, shopper} = await verifyContext(jwt, signingKey, kid);
    this.#context = {jwt, key};
    if (shopper !== undefined && (fieldType === 'number' || codeLengths)) this.#input.belongsTo(shopper);
    this.#apply(options);
    this.#createForm(key.kid);
    // The input's label is the one name of a live field: readers also say the title of a document that they enter.
    document.title = '';
    this.#report({type: 'ready'});
  }

  /**
   * The length of the security code: that of the saved card that it belongs to. With a card, 3 if the page limits it, else the length of the card's brand; undefined
   * while both lengths are possible.
   */
  #codeLength(): 3 | 4 | undefined {
    const {codeLengths: [length, other] = []} = this.#identity;
    if (length !== undefined) return other === undefined ? length : undefined;
    return this.#maxLength === 3 ? 3 : this.#brandCodeLength;
  }

  #createForm(kid: string): void {
    const {fieldType, microformId} = this.#identity;
    // Only documents of the same verified context meet: the id alone could be another merchant's choice.
    const channel = `${kid}-${microformId}`;
    const form = document.createElement('form');
    form.autocomplete = 'on';
    form.addEventListener('submit', (event) => event.preventDefault());
    this.#input.attachTo(form);
    if (fieldType === 'number') {
      addAutofillHelpers(form, (data) => this.#report({type: 'autocomplete', data}));
      this.#codeCollector = new CodeCollector(channel);
    } else if (!this.#identity.codeLengths) {
      answerCodeCollector(channel, {
        lengthChanged: (length) => {
          this.#brandCodeLength = length;
          this.#input.refresh();
        },
        collect: () => ({valid: this.#input.state.valid, code: this.#input.digits}),
      });
    }
    document.body.replaceChildren(form);
    // See `#focus`.
    document.addEventListener('keydown', () => {
      if (document.activeElement === document.body) this.#input.element.focus();
    });
    this.#look = watchCover(this.#input.element, (covered) => this.#report({type: 'covered', covered}));
  }

  /**
   * Focuses the input. WebKit ignores `focus()` in a frame that has received no click and no key yet. Keys
   * then go to the document, and the first one focuses the input (see `#createForm`). The focus is reported
   * at once, so that the page marks the field.
   */
  #focus(): void {
    const {element} = this.#input;
    element.focus();
    if (document.activeElement === element || element.disabled || this.#awaitsKey) return;
    this.#awaitsKey = true;
    this.#report({type: 'focus'});
    const waiting = new AbortController();
    const stopWaiting = (): void => {
      this.#awaitsKey = false;
      waiting.abort();
    };
    element.addEventListener('focus', stopWaiting, {signal: waiting.signal});
    const blur = (): void => {
      stopWaiting();
      this.#report({type: 'blur'});
    };
    window.addEventListener('blur', blur, {signal: waiting.signal});
  }

  #apply(options: FieldOptions): void {
    if (options.styles) this.#sheet.apply(options.styles);
    if (options.colorScheme) this.#sheet.setScheme(options.colorScheme);
    if (options.background) this.#sheet.setBackground(options.background);
    if (options.lang) document.documentElement.lang = options.lang;
    if (options.dir) document.documentElement.dir = options.dir;
    if (options.maxLength !== undefined) this.#maxLength = options.maxLength as 3 | 4;
    this.#input.update(options);
  }

  async #sendToken(command: TokenCommand): Promise<void> {
    try {
      this.#report({type: 'token', id: command.id, token: await this.#makeToken(command)});
    } catch (cause) {
      this.#report({type: 'token-refused', id: command.id, error: toErrorData(toError(cause))});
    }
  }

  #makeToken(command: TokenCommand): Promise<string> {
    return command.type === 'token' ? this.#tokenize(command) : this.#tokenizeCode();
  }

  /** The security code of a saved card, alone. */
  async #tokenizeCode(): Promise<string> {
    if (!this.#context || !this.#identity.codeLengths) {
      throw new MicroformError('CREATE_TOKEN_UNABLE_TO_START', 'Only the card number field makes tokens.');
    }
    if (!this.#input.state.valid) {
      throw new MicroformError('CREATE_TOKEN_VALIDATION_FIELDS', 'The fields are not valid.', {
        details: [{message: 'is not valid', location: 'securityCode'}],
      });
    }
    return submitCard({securityCode: this.#input.digits}, this.#context);
  }

  async #tokenize({expirationMonth, expirationYear, cardType, withCode}: CardCommand): Promise<string> {
    if (!this.#context || !this.#codeCollector) {
      throw new MicroformError('CREATE_TOKEN_UNABLE_TO_START', 'Only the card number field makes tokens.');
    }
    const collected = withCode ? await this.#codeCollector.collect() : undefined;
    if (withCode && !collected) {
      throw new MicroformError('CREATE_TOKEN_TIMEOUT', 'The security code field did not answer. Try again.');
    }
    const number = this.#input.digits;
    const details: MicroformErrorDetail[] = [];
    if (!this.#input.state.valid) details.push({message: 'is not valid', location: 'number'});
    if (collected && !collected.valid) details.push({message: 'is not valid', location: 'securityCode'});
    if (details.length) {
      throw new MicroformError('CREATE_TOKEN_VALIDATION_FIELDS', 'The fields are not valid.', {details});
    }
    const types = checkNumber(number)
      .candidates.filter(({valid}) => valid)
      .map(({brand}) => brand.typeCode);
    if (cardType !== undefined && !types.includes(cardType)) {
      throw new MicroformError('CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED', 'The card is not of this type.', {
        details: [{message: 'is another brand', location: 'type'}],
      });
    }
    const card = {
      number,
      expirationMonth,
      expirationYear,
      ...(collected && {securityCode: collected.code}),
      ...(cardType !== undefined && {type: cardType}),
    };
    return submitCard(card, this.#context);
  }
}
