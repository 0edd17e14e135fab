import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Numero della carta',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Scadenza',
  expiryPlaceholder: 'MM / AA',
  securityCode: 'Codice CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 cifre sul retro della carta',
  name: 'Nome sulla carta',
  numberMissing: 'Inserisci il numero della carta',
  numberIncomplete: 'Cifre mancanti o errate',
  numberWrong: 'Una cifra può essere errata',
  expiryMissing: 'Inserisci la data',
  expiryIncomplete: 'Inserisci mese e anno',
  expiryMonth: 'Inserisci un mese, 01–12',
  expiryPast: 'Questa carta è scaduta',
  expiryFar: 'Controlla l’anno',
  securityCodeMissing: 'Inserisci il codice di {count} cifre',
  securityCodeWrong: 'Inserisci tutte le {count} cifre',
  formIncomplete: 'Controlla i dati della carta',
  save: 'Salva carta',
  saving: 'Salvataggio…',
  notice: 'Dati cifrati e inviati direttamente al servizio di pagamento, mai al negozio.',
  consent:
    '{shop} può conservare questa carta e usarla in seguito per addebitare i miei ordini e abbonamenti. Posso revocare il consenso in qualsiasi momento.',
  errorNetwork: 'La connessione si è interrotta. Controlla internet e riprova.',
  errorMerchantRetry: 'Qualcosa è andato storto da parte nostra. Riprova tra un momento.',
};
