/**
 * English, as far as the first sight of the element needs it; the rest is in `en-later.ts`. `{…}` is filled
 * in.
 */
export const en = {
  number: 'Card number',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Expiry date',
  expiryPlaceholder: 'MM / YY',
  securityCode: 'Security code',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 digits on the back of the card',
  name: 'Name on card',
  numberMissing: 'Enter the card number',
  numberIncomplete: 'Check the number: digits are missing or wrong',
  numberWrong: 'Check the number: one digit may be wrong',
  expiryMissing: 'Enter the date',
  expiryIncomplete: 'Enter month and year',
  expiryMonth: 'Enter a month, 01–12',
  expiryPast: 'This card has expired',
  expiryFar: 'Check the year',
  securityCodeMissing: 'Enter the {count}-digit code',
  securityCodeWrong: 'Enter all {count} digits',
  formIncomplete: 'Check your card details',
  save: 'Save card',
  saving: 'Saving card…',
  notice: 'Your card details go straight to the card service. The shop never sees them.',
  consent:
    '{shop} may keep this card and charge it later for what I order or subscribe to. I can take this back at any time.',
  errorNetwork: 'We lost the connection. Check your internet and try again.',
  errorMerchantRetry: 'Something went wrong on our side. Please try again in a moment.',
} as const;
