import type {PaidOutcome} from '../../flow/index.js';
import {CardVaultEvent} from '../events.js';

/** A session that pays has ended with its payment; `detail` is the outcome that `save()` resolves with. */
export class CardVaultPaidEvent extends CardVaultEvent<PaidOutcome> {
  constructor(detail: PaidOutcome) {
    super('card-vault-paid', detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'card-vault-paid': CardVaultPaidEvent;
  }
}
