import {readContext} from './context.js';
import type {ReadContext} from './context.js';
import {MicroformError} from './errors.js';
import {Microform} from './microform.js';

/** The global of the library (wire 2.2). */
class Flex {
  readonly #context: ReadContext;

  /** Throws `MicroformError` CAPTURE_CONTEXT_INVALID for what is no capture context. */
  constructor(captureContext: unknown) {
    this.#context = readContext(captureContext);
  }

  /** `microform("card", options)` or `microform(options)`. */
  microform(typeOrOptions?: unknown, options?: unknown): Microform {
    if (typeof typeOrOptions === 'string' && typeOrOptions !== 'card') {
      throw new MicroformError(
        'CREATE_FIELD_INVALID_FIELD_TYPE',
        'This service has microforms of type "card"',
      );
    }
    return new Microform(this.#context, typeof typeOrOptions === 'string' ? options : typeOrOptions);
  }
}

// A later context may bring a later library: the page always gets the one it loaded last.
Object.defineProperty(globalThis, 'Flex', {
  value: Flex,
  configurable: true,
  writable: true,
  enumerable: false,
});
