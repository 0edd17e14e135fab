import {listed} from '../../gateways/listed.js';

interface Valued extends HTMLElement {
  readonly value: string;
  readonly inactive: boolean;
}

const slot = 'card-vault-value';

/**
 * An `<input type=hidden>` in the element for scripts that read a form by its inputs, such as jQuery's
 * `serialize()`: they know no other controls. To the browser it has no name, so a submission and `FormData`
 * have the token once. It says what the element says, at any time.
 */
export function offerValue(host: Valued): void {
  const inputs = listed(host.children).filter((child) => child.slot === slot);
  const own = inputs.find((input) => offered.get(input) === host);
  // A copy of the page's HTML has a copy of it.
  for (const input of inputs) if (input !== own || !host.value) input.remove();
  if (own || !host.value) return;
  const input = host.ownerDocument.createElement('input');
  input.type = 'hidden';
  input.slot = slot;
  Object.defineProperties(input, {
    name: {get: () => (host.value && !host.inactive && host.getAttribute('name')) || ''},
    value: {get: () => host.value},
  });
  offered.set(input, host);
  host.append(input);
}

const offered = new WeakMap<Element, Element>();
