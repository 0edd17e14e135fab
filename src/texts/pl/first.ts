import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Numer karty',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Data ważności',
  expiryPlaceholder: 'MM / RR',
  securityCode: 'Kod CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 cyfry na odwrocie karty',
  name: 'Imię i nazwisko na karcie',
  numberMissing: 'Wpisz numer karty',
  numberIncomplete: 'Brakuje cyfr lub są błędne',
  numberWrong: 'Jedna cyfra może być błędna',
  expiryMissing: 'Wpisz datę',
  expiryIncomplete: 'Wpisz miesiąc i rok',
  expiryMonth: 'Wpisz miesiąc, 01–12',
  expiryPast: 'Ta karta straciła ważność',
  expiryFar: 'Sprawdź rok',
  securityCodeMissing: 'Wpisz {count}-cyfrowy kod',
  securityCodeWrong: 'Wpisz wszystkie {count} cyfry',
  formIncomplete: 'Sprawdź dane karty',
  save: 'Zapisz kartę',
  saving: 'Zapisywanie karty…',
  notice: 'Dane trafiają zaszyfrowane prosto do serwisu płatniczego, nigdy do sklepu.',
  consent:
    '{shop} może zachować tę kartę i później obciążać ją za moje zamówienia i subskrypcje. Mogę to w każdej chwili cofnąć.',
  errorNetwork: 'Utracono połączenie. Sprawdź internet i spróbuj ponownie.',
  errorMerchantRetry: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie za chwilę.',
};
