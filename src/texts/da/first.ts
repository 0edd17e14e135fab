import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Kortnummer',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Udløbsdato',
  expiryPlaceholder: 'MM / ÅÅ',
  securityCode: 'Kontrolcifre',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 cifre på bagsiden af kortet',
  name: 'Navn på kortet',
  numberMissing: 'Indtast kortnummeret',
  numberIncomplete: 'Cifre mangler eller er forkerte',
  numberWrong: 'Et ciffer kan være forkert',
  expiryMissing: 'Indtast udløbsdatoen',
  expiryIncomplete: 'Indtast måned og år',
  expiryMonth: 'Måneden er 01 til 12',
  expiryPast: 'Kortet er udløbet',
  expiryFar: 'Tjek året',
  securityCodeMissing: 'Indtast de {count} kontrolcifre',
  securityCodeWrong: 'Indtast alle {count} cifre',
  formIncomplete: 'Tjek dine kortoplysninger',
  save: 'Gem kort',
  saving: 'Kortet gemmes…',
  notice: 'Krypteres og sendes direkte til korttjenesten, aldrig til butikken.',
  consent:
    '{shop} må gemme kortet og senere trække beløb på det for det, jeg bestiller eller abonnerer på. Jeg kan altid trække mit samtykke tilbage.',
  errorNetwork: 'Forbindelsen gik tabt. Tjek internettet, og prøv igen.',
  errorMerchantRetry: 'Noget gik galt hos os. Prøv igen om lidt.',
};
