import type {PaymentMethod} from '../../protocol/index.js';
import {CardVaultEvent} from '../events.js';

export interface CardVaultListReadyDetail {
  /** How many saved cards there are. */
  readonly count: number;
  /** Token of the card that is chosen; empty where none is. */
  readonly value: string;
}
/** The saved cards are shown; fired again after each load. */
export class CardVaultListReadyEvent extends CardVaultEvent<CardVaultListReadyDetail> {
  constructor(detail: CardVaultListReadyDetail) {
    super('card-vault-list-ready', detail);
  }
}

export interface CardVaultChooseDetail {
  /** The card that is chosen; undefined where none is. */
  readonly paymentMethod: PaymentMethod | undefined;
  /** The shopper is about to enter another card. */
  readonly another: boolean;
}
/** Another card is chosen, or none. */
export class CardVaultChooseEvent extends CardVaultEvent<CardVaultChooseDetail> {
  constructor(detail: CardVaultChooseDetail) {
    super('card-vault-choose', detail);
  }
}

export interface CardVaultMethodDetail {
  readonly paymentMethod: PaymentMethod;
}
/** A card is removed, and the shop's server has confirmed it. */
export class CardVaultRemovedEvent extends CardVaultEvent<CardVaultMethodDetail> {
  constructor(detail: CardVaultMethodDetail) {
    super('card-vault-removed', detail);
  }
}
/** A card has become the default, and the shop's server has confirmed it. */
export class CardVaultDefaultEvent extends CardVaultEvent<CardVaultMethodDetail> {
  constructor(detail: CardVaultMethodDetail) {
    super('card-vault-default', detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'card-vault-list-ready': CardVaultListReadyEvent;
    'card-vault-choose': CardVaultChooseEvent;
    'card-vault-removed': CardVaultRemovedEvent;
    'card-vault-default': CardVaultDefaultEvent;
  }
}
