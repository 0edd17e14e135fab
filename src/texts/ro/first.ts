import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Numărul cardului',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Data expirării',
  expiryPlaceholder: 'LL / AA',
  securityCode: 'Cod CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 cifre pe spatele cardului',
  name: 'Numele de pe card',
  numberMissing: 'Introduceți numărul cardului',
  numberIncomplete: 'Lipsesc cifre sau sunt greșite',
  numberWrong: 'O cifră poate fi greșită',
  expiryMissing: 'Introduceți data',
  expiryIncomplete: 'Introduceți luna și anul',
  expiryMonth: 'Introduceți o lună, 01–12',
  expiryPast: 'Cardul a expirat',
  expiryFar: 'Verificați anul',
  securityCodeMissing: 'Introduceți codul de {count} cifre',
  securityCodeWrong: 'Introduceți toate cele {count} cifre',
  formIncomplete: 'Verificați datele cardului',
  save: 'Salvează cardul',
  saving: 'Se salvează cardul…',
  notice: 'Datele ajung criptate direct la serviciul de plăți, niciodată la magazin.',
  consent:
    '{shop} poate păstra acest card și îl poate debita ulterior pentru ce comand sau la ce mă abonez. Pot retrage acest acord oricând.',
  errorNetwork: 'Conexiunea s-a întrerupt. Verificați internetul și încercați din nou.',
  errorMerchantRetry: 'A apărut o eroare la noi. Încercați din nou peste câteva clipe.',
};
