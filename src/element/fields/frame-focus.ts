import type {FieldName} from '../options.js';

/**
 * Milliseconds that a frame may take to report the last digit. It reports the loss of focus last: where the
 * shopper has left it and that report is not here yet, it is on its way, and takes longer on a busy machine.
 */
export function reportLimit(host: HTMLElement, focused: FieldName | undefined): number {
  const {activeElement} = host.getRootNode() as Document | ShadowRoot;
  const isHosted = focused === 'number' || focused === 'security-code';
  return isHosted && activeElement?.localName !== 'iframe' ? 2_000 : 250;
}
