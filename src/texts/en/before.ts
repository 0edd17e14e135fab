/** Sentences that servers write by themselves: the tag before its script, beside the words of `first.ts`, and the pages around the bank's. */
export const before = {
  waiting:
    'The card form is still loading. Wait a moment, then try again. If it does not appear, check your connection and reload this page.',
  scriptsOff: 'To enter a card, turn on JavaScript in your browser and reload this page.',
  bankAnswered: 'Your bank has answered.',
  backToShop: 'Back to the shop',
  bankPage: 'Your bank’s page',
} as const;
