import {everydayCards, oneTimeCode, testCards, testExpiry} from 'card-vault/testing';

/**
 * The test cards as the drawer's picker wants them. They are asked for by script and never lie in the page, so that a
 * search of the page for a card number finds only the one that is picked.
 */
export function testCardSheet() {
  const cards = testCards.map(({case: id, brand, number, securityCode, status, eci, outcome, reason}) => ({
    id,
    brand,
    number,
    securityCode,
    status,
    eci,
    outcome,
    reason,
  }));
  return {cards, everyday: everydayCards, expiry: testExpiry().text, oneTimeCode};
}
