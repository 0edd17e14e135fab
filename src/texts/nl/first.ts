import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Kaartnummer',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Vervaldatum',
  expiryPlaceholder: 'MM / JJ',
  securityCode: 'Beveiligingscode',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 cijfers achter op de kaart',
  name: 'Naam op de kaart',
  numberMissing: 'Vul het kaartnummer in',
  numberIncomplete: 'Cijfers ontbreken of kloppen niet',
  numberWrong: 'Eén cijfer klopt misschien niet',
  expiryMissing: 'Vul de datum in',
  expiryIncomplete: 'Vul maand en jaar in',
  expiryMonth: 'Vul een maand in, 01–12',
  expiryPast: 'Deze kaart is verlopen',
  expiryFar: 'Controleer het jaar',
  securityCodeMissing: 'Vul de {count}-cijferige code in',
  securityCodeWrong: 'Vul alle {count} cijfers in',
  formIncomplete: 'Controleer je kaartgegevens',
  save: 'Kaart opslaan',
  saving: 'Kaart wordt opgeslagen…',
  notice: 'Gaat versleuteld rechtstreeks naar de betaaldienst, nooit naar de winkel.',
  consent:
    '{shop} mag deze kaart bewaren en er later mee afschrijven wat ik bestel of waarop ik mij abonneer. Ik kan dit op elk moment intrekken.',
  errorNetwork: 'De verbinding is weggevallen. Controleer je internet en probeer het opnieuw.',
  errorMerchantRetry: 'Er ging bij ons iets mis. Probeer het zo meteen opnieuw.',
};
