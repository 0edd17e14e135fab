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
  numberIncomplete: 'Tjek nummeret: cifre mangler eller er forkerte',
  numberWrong: 'Tjek nummeret: et ciffer kan være forkert',
  expiryMissing: 'Indtast datoen',
  expiryIncomplete: 'Indtast måned og år',
  expiryMonth: 'Indtast en måned, 01–12',
  expiryPast: 'Kortet er udløbet',
  expiryFar: 'Tjek året',
  securityCodeMissing: 'Indtast koden på {count} cifre',
  securityCodeWrong: 'Indtast alle {count} cifre',
  formIncomplete: 'Tjek dine kortoplysninger',
  save: 'Gem kort',
  saving: 'Kortet gemmes…',
  notice: 'Dine kortoplysninger går direkte til korttjenesten. Butikken ser dem aldrig.',
  consent:
    '{shop} må gemme kortet og senere trække det, jeg bestiller eller abonnerer på. Jeg kan til enhver tid trække det tilbage.',
  errorNetwork: 'Forbindelsen gik tabt. Tjek internettet, og prøv igen.',
  errorMerchantRetry: 'Noget gik galt hos os. Prøv igen om lidt.',
};
