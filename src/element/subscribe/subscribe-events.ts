import {CardVaultEvent} from '../events.js';

export interface CardVaultSubscribeStartedDetail {
  /** Token of the plan. */
  readonly plan: string;
  /** The page's own reference, if it has one. */
  readonly reference: string | undefined;
}
/** The shopper is on the way to the hosted checkout. What becomes of it is told to the shop's server. */
export class CardVaultSubscribeStartedEvent extends CardVaultEvent<CardVaultSubscribeStartedDetail> {
  constructor(detail: CardVaultSubscribeStartedDetail) {
    super('card-vault-subscribe-started', detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'card-vault-subscribe-started': CardVaultSubscribeStartedEvent;
  }
}
