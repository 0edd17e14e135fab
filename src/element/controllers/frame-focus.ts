import type {FieldName} from '../options.js';

/**
 * Milliseconds that a frame may take to report the last digit. Where the shopper has left it and it has not said so yet, that is
 * under way, and takes longer on a busy machine: the loss of focus is what a frame reports last.
 */
export function reportLimit(host: HTMLElement, focused: FieldName | undefined): number {
  const {activeElement} = host.getRootNode() as Document | ShadowRoot;
  const isHosted = focused === 'number' || focused === 'security-code';
  return isHosted && activeElement?.localName !== 'iframe' ? 2_000 : 250;
}
