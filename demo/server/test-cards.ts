import {
  everydayCards,
  furtherTestCards,
  oneTimeCode,
  testCards,
  testExpiry,
  type TestCard,
} from 'card-vault/testing';

/**
 * The test cards as the drawer's picker wants them. They are asked for by script and never lie in the page, so that a
 * search of the page for a card number finds only the one that is picked.
 */
export function testCardSheet() {
  const row = (id: string, card: TestCard) => ({
    ...{id, brand: card.brand, number: card.number, securityCode: card.securityCode, status: card.status},
    ...{eci: card.eci, outcome: card.outcome, reason: card.reason},
  });
  const cards = [
    ...testCards.map((card) => row(card.case, card)),
    ...furtherTestCards.map((card) => row(isFailureCard(card) ? 'documented' : `earlier ${card.case}`, card)),
  ];
  return {cards, everyday: everydayCards, expiry: testExpiry().text, oneTimeCode};
}

/** The one card of `furtherTestCards` that is not of the earlier pack. */
const isFailureCard = ({number}: TestCard): boolean => number.startsWith('4456');

/** What the picker is given. */
export type TestCardSheet = ReturnType<typeof testCardSheet>;
