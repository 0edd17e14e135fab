// Registers <card-vault> in a browser; on a server it registers a class that is never made.
import '../element/exports/define.js';
import {CardVaultElement} from '../element/exports/index.js';
import {ofVault} from '../element/offered.js';
import {componentOf, type ComponentFor, type ExposedOf} from './element-component.js';

/**
 * Members of a template ref of `<CardVault>`. Before the component is mounted there is no element and the
 * methods throw.
 */
export type CardVaultExposed = ExposedOf<CardVaultElement, typeof ofVault>;

/**
 * `<card-vault>` for Vue 3. Props are the element's options and may change at any time; one that is taken back returns to
 * its default. Attributes that are no option (`id`, `class`, `form`, `lang` …) fall through to the tag. An `adapter` is
 * made once, outside the template: another one is another session. A template writes events as `@before-save`.
 *
 * @example
 * <CardVault session-url="/card-vault/session" @saved="({detail}) => (card = detail.paymentMethod)" />
 */
export const CardVault = componentOf({
  name: 'CardVault',
  elementClass: CardVaultElement,
  offered: ofVault,
}) as ComponentFor<CardVaultElement, typeof ofVault>;

/**
 * For `compilerOptions.isCustomElement`, in templates that use the tag itself instead of the component.
 *
 * @example
 * vue({template: {compilerOptions: {isCustomElement: isCardVaultElement}}})
 */
export function isCardVaultElement(tag: string): boolean {
  return tag === 'card-vault' || tag.startsWith('card-vault-');
}

export {CardVaultSubscribe} from './subscribe.js';
export type {CardVaultSubscribeElement, CardVaultSubscribeExposed} from './subscribe.js';
export type {CardVaultElement} from '../element/exports/index.js';
export type * from '../element/events.js';
export type * from '../element/list/events.js';
