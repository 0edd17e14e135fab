import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Kortin numero',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Voimassaoloaika',
  expiryPlaceholder: 'KK / VV',
  securityCode: 'Turvakoodi',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 numeroa kortin takana',
  name: 'Nimi kortissa',
  numberMissing: 'Anna kortin numero',
  numberIncomplete: 'Numeroita puuttuu tai on väärin',
  numberWrong: 'Yksi numero voi olla väärin',
  expiryMissing: 'Anna voimassaoloaika',
  expiryIncomplete: 'Anna kuukausi ja vuosi',
  expiryMonth: 'Kuukausi on 01–12',
  expiryPast: 'Kortti on vanhentunut',
  expiryFar: 'Tarkista vuosi',
  securityCodeMissing: 'Anna {count}-numeroinen koodi',
  securityCodeWrong: 'Anna kaikki {count} numeroa',
  formIncomplete: 'Tarkista kortin tiedot',
  save: 'Tallenna kortti',
  saving: 'Korttia tallennetaan…',
  notice: 'Tiedot lähetetään salattuina suoraan korttipalveluun, ei koskaan kaupalle.',
  consent:
    '{shop} saa säilyttää tämän kortin ja veloittaa sitä myöhemmin tilauksistani. Voin perua tämän milloin tahansa.',
  errorNetwork: 'Yhteys katkesi. Tarkista internetyhteys ja yritä uudelleen.',
  errorMerchantRetry: 'Meillä tapahtui virhe. Yritä hetken kuluttua uudelleen.',
};
