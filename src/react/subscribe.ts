import type * as React from 'react';
import {CardVaultSubscribeElement} from '../element/exports/index.js';
import {ofSubscribe} from '../element/offered.js';
import {componentOf, type PropsOf} from './component.js';

/** Props of `<CardVaultSubscribe>`. */
export type CardVaultSubscribeProps = PropsOf<CardVaultSubscribeElement, typeof ofSubscribe>;

/**
 * `<card-vault-subscribe>` for React 18 and 19: the button that leads to the hosted checkout of a plan. `ref` gives the
 * element, with `subscribe()`.
 *
 * @example
 * <CardVaultSubscribe plan="plan_basic">Subscribe</CardVaultSubscribe>
 */
export const CardVaultSubscribe: React.ForwardRefExoticComponent<
  CardVaultSubscribeProps & React.RefAttributes<CardVaultSubscribeElement>
> = componentOf<CardVaultSubscribeElement, CardVaultSubscribeProps>({
  name: 'CardVaultSubscribe',
  elementClass: CardVaultSubscribeElement,
  offered: ofSubscribe,
});

export type {CardVaultSubscribeElement};
