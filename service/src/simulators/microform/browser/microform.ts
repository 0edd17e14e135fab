import {fieldTypes, type FieldType, type UnverifiedContext} from './context.js';
import {MicroformError, type MicroformErrorDetail} from './errors.js';
import {HostedField, randomId, toError} from './hosted-field.js';
import type {FieldReport} from './messages.js';
import {readStyles, type FieldStyles} from './options.js';

export type TokenCallback = (error: MicroformError | null, token?: string) => void;

/** How long the page waits for a token. It is longer than the 30 seconds after which the field gives up. */
const tokenTimeoutMs = 35_000;

/** The object that `new Flex(context).microform(…)` returns: the fields of one card (wire 2.2). */
export class Microform {
  readonly #context: UnverifiedContext;
  readonly #styles: FieldStyles;
  readonly #id = randomId();
  readonly #fields = new Map<FieldType, HostedField>();
  readonly #pendingRequests = new Map<number, (report: FieldReport) => void>();
  #lastRequest = 0;

  constructor(context: UnverifiedContext, options: unknown) {
    this.#context = context;
    const styles =
      typeof options === 'object' && options !== null ? (options as {styles?: unknown}).styles : undefined;
    this.#styles = readStyles(styles);
  }

  createField(type: unknown, options?: unknown): HostedField {
    const fieldType = fieldTypes.find((known) => known === type);
    if (!fieldType || !this.#context.fields.includes(fieldType)) {
      throw new MicroformError(
        'CREATE_FIELD_INVALID_FIELD_TYPE',
        `createField(): the type must be one of: ${this.#context.fields.join(', ')}.`,
      );
    }
    if (this.#fields.has(fieldType))
      throw new MicroformError('CREATE_FIELD_DUPLICATE', `There is already a ${fieldType} field.`);
    const field: HostedField = new HostedField({
      type: fieldType,
      context: this.#context,
      microformId: this.#id,
      styles: this.#styles,
      options,
      onAnswer: (report) => this.#pendingRequests.get(report.id)?.(report),
      onDispose: () => this.#fields.delete(fieldType),
    });
    this.#fields.set(fieldType, field);
    return field;
  }

  /** Submits the card. Calls back once, with an error or with the transient token. */
  createToken(options: unknown, callback: TokenCallback): void {
    const isCard = this.#context.fields.includes('number');
    const field = this.#loadedField(isCard ? 'number' : 'securityCode');
    if (field instanceof MicroformError) return queueMicrotask(() => callback(field));
    const tokenOptions = isCard ? readTokenOptions(options) : undefined;
    if (tokenOptions instanceof MicroformError) return queueMicrotask(() => callback(tokenOptions));
    const id = ++this.#lastRequest;
    const end = (error: MicroformError | null, token?: string) => {
      clearTimeout(timer);
      this.#pendingRequests.delete(id);
      if (token === undefined) callback(error);
      else callback(null, token);
    };
    const timer = setTimeout(
      () => end(new MicroformError('CREATE_TOKEN_TIMEOUT', 'The card field did not answer. Try again.')),
      tokenTimeoutMs,
    );
    this.#pendingRequests.set(id, (report) => {
      if (report.type === 'token') end(null, report.token);
      else if (report.type === 'token-refused') end(toError(report.error));
    });
    const withCode = this.#fields.get('securityCode')?.loaded === true;
    field.send(tokenOptions ? {type: 'token', id, ...tokenOptions, withCode} : {type: 'code-token', id});
  }

  /** The field that makes the tokens. */
  #loadedField(type: FieldType): HostedField | MicroformError {
    const field = this.#fields.get(type);
    const name = type === 'number' ? 'card number' : 'security code';
    if (!field) {
      return new MicroformError('CREATE_TOKEN_NO_FIELDS', `Create and load a ${name} field first.`);
    }
    if (field.loaded) return field;
    return new MicroformError('CREATE_TOKEN_NO_FIELDS_LOADED', `The ${name} field has not been loaded.`);
  }
}

interface TokenOptions {
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly cardType?: string;
}

function readTokenOptions(options: unknown): TokenOptions | MicroformError {
  // Reads own properties only, because other scripts of the page may have changed `Object.prototype`.
  const readOwn = (name: string): unknown =>
    typeof options === 'object' && options !== null && Object.hasOwn(options, name)
      ? (options as Record<string, unknown>)[name]
      : undefined;
  const expirationMonth = readOwn('expirationMonth');
  const expirationYear = readOwn('expirationYear');
  const type = readOwn('type');
  const details: MicroformErrorDetail[] = [];
  if (typeof expirationMonth !== 'string' || !/^(0[1-9]|1[0-2])$/.test(expirationMonth)) {
    details.push({message: 'must be a string of two digits, 01 to 12', location: 'expirationMonth'});
  }
  if (typeof expirationYear !== 'string' || !/^20\d\d$/.test(expirationYear)) {
    details.push({message: 'must be a string of four digits, 20yy', location: 'expirationYear'});
  }
  if (type !== undefined && (typeof type !== 'string' || !/^\d{3}$/.test(type))) {
    details.push({message: 'must be a string of three digits', location: 'type'});
  }
  if (details.length) {
    return new MicroformError('CREATE_TOKEN_VALIDATION_PARAMS', 'The options of createToken are not valid.', {
      details,
    });
  }
  return {
    expirationMonth: expirationMonth as string,
    expirationYear: expirationYear as string,
    ...(typeof type === 'string' && {cardType: type}),
  };
}
