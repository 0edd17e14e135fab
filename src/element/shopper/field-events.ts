import {CardVaultEvent} from '../events.js';
import type {FieldName} from '../options.js';

export interface CardVaultFieldDetail {
  readonly field: FieldName;
}
/** The shopper has entered a field, a hosted one too. */
export class CardVaultFocusEvent extends CardVaultEvent<CardVaultFieldDetail> {
  constructor(detail: CardVaultFieldDetail) {
    super('card-vault-focus', detail);
  }
}

/** The shopper has left a field. */
export class CardVaultBlurEvent extends CardVaultEvent<CardVaultFieldDetail> {
  constructor(detail: CardVaultFieldDetail) {
    super('card-vault-blur', detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'card-vault-focus': CardVaultFocusEvent;
    'card-vault-blur': CardVaultBlurEvent;
  }
}
