import {readContext, type UnverifiedContext} from './context.js';
import {MicroformError} from './errors.js';
import {Microform} from './microform.js';

/** The global object of the library (wire 2.2). */
class Flex {
  readonly #context: UnverifiedContext;

  /** @throws {MicroformError} CAPTURE_CONTEXT_INVALID or CAPTURE_CONTEXT_EXPIRED. */
  constructor(captureContext: unknown) {
    this.#context = readContext(captureContext);
  }

  /** `microform("card", options)` or `microform(options)`. */
  microform(typeOrOptions?: unknown, options?: unknown): Microform {
    if (typeof typeOrOptions === 'string' && typeOrOptions !== 'card') {
      throw new MicroformError('CREATE_FIELD_INVALID_FIELD_TYPE', 'microform(): the type must be "card".');
    }
    return new Microform(this.#context, typeof typeOrOptions === 'string' ? options : typeOrOptions);
  }
}

// Writable, because a later capture context may load a newer library. The page uses the last one.
Object.defineProperty(globalThis, 'Flex', {
  value: Flex,
  configurable: true,
  writable: true,
  enumerable: false,
});
