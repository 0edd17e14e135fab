import {fieldTypes} from './context.js';
import type {FieldType, ReadContext} from './context.js';
import {MicroformError} from './errors.js';
import type {MicroformErrorDetail} from './errors.js';
import {HostedField, errorOf, randomId} from './hosted-field.js';
import type {FieldReport} from './messages.js';
import {readStyles} from './options.js';
import type {FieldStyles} from './options.js';

export type TokenCallback = (error: MicroformError | null, token?: string) => void;

/** The frame gives up after 30 seconds; this is the limit for a frame that says nothing at all. */
const tokenLimit = 35_000;

/** `new Flex(context).microform(…)`: the fields of one card (wire 2.2). */
export class Microform {
  readonly #context: ReadContext;
  readonly #styles: FieldStyles;
  readonly #id = randomId();
  readonly #fields = new Map<FieldType, HostedField>();
  readonly #waiting = new Map<number, (report: FieldReport) => void>();
  #lastRequest = 0;

  constructor(context: ReadContext, options: unknown) {
    this.#context = context;
    const styles =
      typeof options === 'object' && options !== null ? (options as {styles?: unknown}).styles : undefined;
    this.#styles = readStyles(styles);
  }

  createField(type: unknown, options?: unknown): HostedField {
    const known = fieldTypes.find((one) => one === type);
    if (!known) {
      throw new MicroformError(
        'CREATE_FIELD_INVALID_FIELD_TYPE',
        `A field is one of: ${fieldTypes.join(', ')}`,
      );
    }
    if (this.#fields.has(known))
      throw new MicroformError('CREATE_FIELD_DUPLICATE', `There is a ${known} field already`);
    const field: HostedField = new HostedField({
      type: known,
      context: this.#context,
      microformId: this.#id,
      styles: this.#styles,
      options,
      answered: (report) => this.#waiting.get(report.id)?.(report),
      gone: () => this.#fields.delete(known),
    });
    this.#fields.set(known, field);
    return field;
  }

  /** Encrypts and submits the card; calls back with an error or with the transient token, once. */
  createToken(options: unknown, callback: TokenCallback): void {
    const number = this.#fields.get('number');
    const problem = this.#problem(number);
    const read = readTokenOptions(options);
    const error = problem ?? (read instanceof MicroformError ? read : undefined);
    if (error || !number || read instanceof MicroformError) {
      queueMicrotask(() => callback(error ?? null));
      return;
    }
    const id = ++this.#lastRequest;
    const end = (error: MicroformError | null, token?: string) => {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (token === undefined) callback(error);
      else callback(null, token);
    };
    const timer = setTimeout(
      () => end(new MicroformError('CREATE_TOKEN_TIMEOUT', 'The card number field did not answer')),
      tokenLimit,
    );
    this.#waiting.set(id, (report) => {
      if (report.type === 'token') end(null, report.token);
      else if (report.type === 'token-refused') end(errorOf(report.error));
    });
    number.send({type: 'token', id, ...read, withCode: this.#fields.get('securityCode')?.loaded === true});
  }

  #problem(number: HostedField | undefined): MicroformError | undefined {
    if (!this.#fields.size || !number) {
      return new MicroformError('CREATE_TOKEN_NO_FIELDS', 'Create and load a card number field first');
    }
    return number.loaded
      ? undefined
      : new MicroformError('CREATE_TOKEN_NO_FIELDS_LOADED', 'The card number field has not been loaded');
  }
}

interface TokenOptions {
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly cardType?: string;
}

function readTokenOptions(options: unknown): TokenOptions | MicroformError {
  // Only what the page gave: something else on it may have written into every object there is.
  const own = (name: string): unknown =>
    typeof options === 'object' && options !== null && Object.hasOwn(options, name)
      ? (options as Record<string, unknown>)[name]
      : undefined;
  const [expirationMonth, expirationYear, type] = [
    own('expirationMonth'),
    own('expirationYear'),
    own('type'),
  ];
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
    return new MicroformError('CREATE_TOKEN_VALIDATION_PARAMS', 'The options of createToken are not valid', {
      details,
    });
  }
  return {
    expirationMonth: expirationMonth as string,
    expirationYear: expirationYear as string,
    ...(typeof type === 'string' && {cardType: type}),
  };
}
