import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Kortnummer',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Utgångsdatum',
  expiryPlaceholder: 'MM / ÅÅ',
  securityCode: 'Säkerhetskod',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 siffror på kortets baksida',
  name: 'Namn på kortet',
  numberMissing: 'Ange kortnumret',
  numberIncomplete: 'Siffror saknas eller är fel',
  numberWrong: 'En siffra kan vara fel',
  expiryMissing: 'Ange utgångsdatum',
  expiryIncomplete: 'Ange månad och år',
  expiryMonth: 'Månaden är 01 till 12',
  expiryPast: 'Kortet har gått ut',
  expiryFar: 'Kontrollera året',
  securityCodeMissing: 'Ange den {count}-siffriga koden',
  securityCodeWrong: 'Ange alla {count} siffror',
  formIncomplete: 'Kontrollera dina kortuppgifter',
  save: 'Spara kort',
  saving: 'Kortet sparas…',
  notice: 'Krypteras och skickas direkt till korttjänsten, aldrig till butiken.',
  consent:
    '{shop} får spara det här kortet och senare debitera det för det jag beställer eller prenumererar på. Jag kan när som helst återkalla detta.',
  errorNetwork: 'Anslutningen bröts. Kontrollera internet och försök igen.',
  errorMerchantRetry: 'Något gick fel hos oss. Försök igen om en stund.',
};
