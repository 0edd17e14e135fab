/** The tag before its script, beside the words of `first.ts`. */
export const before = {
  waiting:
    'The card form is still loading. Wait a moment, then try again. If it does not appear, check your connection and reload this page.',
  scriptsOff: 'To enter a card, turn on JavaScript in your browser and reload this page.',
} as const;
