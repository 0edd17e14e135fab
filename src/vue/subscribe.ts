import {CardVaultSubscribeElement} from '../element/exports/index.js';
import {ofSubscribe} from '../element/offered.js';
import {componentOf, type ComponentFor, type ExposedOf} from './element-component.js';

/** Members of a template ref of `<CardVaultSubscribe>`. */
export type CardVaultSubscribeExposed = ExposedOf<CardVaultSubscribeElement, typeof ofSubscribe>;

/**
 * `<card-vault-subscribe>` for Vue 3: the button that leads to the hosted checkout of a plan.
 *
 * @example
 * <CardVaultSubscribe plan="plan_basic">Subscribe</CardVaultSubscribe>
 */
export const CardVaultSubscribe = componentOf({
  name: 'CardVaultSubscribe',
  elementClass: CardVaultSubscribeElement,
  offered: ofSubscribe,
}) as ComponentFor<CardVaultSubscribeElement, typeof ofSubscribe>;

export type {CardVaultSubscribeElement};
