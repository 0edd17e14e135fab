/** Cards that the bank declines, by what its code is; the later one pays first. */
export type DecliningCase =
  | 'card_declined'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'fraudulent'
  | 'account_closed'
  | 'insufficient_funds_later';

/** One card whose amounts the test bank declines. It asks for no step-up. */
export interface DecliningTestCard {
  readonly case: DecliningCase;
  readonly brand: 'visa';
  readonly number: string;
  /** Any code does but those of zeros alone. */
  readonly securityCode: string;
  /** The bank's code, as `failure` of events and attempts has it. */
  readonly failure: string;
  /**
   * Requests that are declined: `always` also the save, `charges` every payment and charge of a subscription, `renewals` every charge of a
   * subscription after the first one.
   */
  readonly declines: 'always' | 'charges' | 'renewals';
}

const card = (
  id: DecliningCase,
  number: string,
  declines: DecliningTestCard['declines'] = 'charges',
): DecliningTestCard => ({
  ...{case: id, brand: 'visa', number, securityCode: '123', declines},
  failure: id.replace('_later', ''),
});

/** All cards that the test bank declines; each of `testCards` is paid. */
export const decliningTestCards: readonly DecliningTestCard[] = [
  card('card_declined', '4000000000000002', 'always'),
  card('insufficient_funds', '4000000000009995'),
  card('lost_card', '4000000000009987'),
  card('stolen_card', '4000000000009979'),
  card('fraudulent', '4100000000000019'),
  card('account_closed', '4000000000009938'),
  card('insufficient_funds_later', '4000000000000341', 'renewals'),
];

/** Codes that no card has: the bank declines what brings one. */
export const isWrongCode = (securityCode: string): boolean => /^0+$/.test(securityCode);
