import type {BegunRequest} from '../../adapter/begun.js';
import type {BegunFields} from '../../gateways/microform-mounted.js';

/**
 * Session that the page has begun before the element was there (decision 0053). `abort` ends both, and leaves
 * no frame behind.
 */
export interface BegunSession extends BegunRequest {
  /**
   * The hosted fields of that session, once they are live and the library has them; nothing where the page
   * leaves them to the element.
   */
  readonly fields?: Promise<BegunFields | undefined>;
}
