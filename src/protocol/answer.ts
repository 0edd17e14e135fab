import {CardVaultError} from './errors.js';

/**
 * A place in an answer of unknown shape: the value found there and the JSON pointer (RFC 6901) that leads to it. Reading
 * something that is not there or has another type throws `answer-unreadable`, which names the place, what was expected
 * and what kind of thing stood there, and never the value itself.
 */
export class Answer {
  readonly value: unknown;
  readonly pointer: string;

  constructor(value: unknown, pointer = '') {
    this.value = value;
    this.pointer = pointer;
  }

  /** True unless the place is missing or `null`. */
  get present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** The place further down; a missing one is only an error once it is read. No key that is read needs the escapes of pointers. */
  at(...keys: readonly string[]): Answer {
    let {value, pointer} = this;
    for (const key of keys) {
      value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
      pointer += `/${key}`;
    }
    return new Answer(value, pointer);
  }

  /** A text that is not empty. */
  text(): string {
    return typeof this.value === 'string' && this.value !== '' ? this.value : this.refuse('a text');
  }

  /** A text, or nothing when it is missing, `null` or empty. */
  optionalText(): string | undefined {
    return this.present && this.value !== '' ? this.text() : undefined;
  }

  /** Text for display from a text or a number; empty when there is neither. Never a reason to give up. */
  display(): string {
    return typeof this.value === 'string' || typeof this.value === 'number' ? String(this.value) : '';
  }

  number(): number {
    return typeof this.value === 'number' && Number.isFinite(this.value)
      ? this.value
      : this.refuse('a number');
  }

  flag(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.refuse('true or false');
  }

  /** The places of a list. */
  items(): readonly Answer[] {
    if (!Array.isArray(this.value)) return this.refuse('a list');
    return this.value.map((item: unknown, index) => new Answer(item, `${this.pointer}/${index}`));
  }

  /** An absolute http(s) address, resolved against `base` when one is given. */
  address(base?: string): string {
    return this.url(base).href;
  }

  /** The same address, as an object with its parts. */
  url(base?: string): URL {
    const text = this.text();
    const url = URL.canParse(text, base) && new URL(text, base);
    return url && ['http:', 'https:'].includes(url.protocol) ? url : this.refuse('an http address');
  }

  /** An ISO instant, as written. */
  instant(): string {
    const text = this.text();
    return Number.isNaN(Date.parse(text)) ? this.refuse('an ISO instant') : text;
  }

  refuse(expected: string): never {
    const where = this.pointer || '/';
    throw new CardVaultError(
      'answer-unreadable',
      `The answer's ${where} should be ${expected} but is ${kindOf(this.value)}.`,
      {field: where},
    );
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (typeof value === 'string') return value ? 'another text' : 'an empty text';
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}
