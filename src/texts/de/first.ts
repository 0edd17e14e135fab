import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Kartennummer',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Gültig bis',
  expiryPlaceholder: 'MM / JJ',
  securityCode: 'Sicherheitscode',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 Ziffern auf der Rückseite der Karte',
  name: 'Name auf der Karte',
  numberMissing: 'Kartennummer eingeben',
  numberIncomplete: 'Ziffern fehlen oder sind falsch',
  numberWrong: 'Eine Ziffer ist wohl falsch',
  expiryMissing: 'Datum eingeben',
  expiryIncomplete: 'Monat und Jahr eingeben',
  expiryMonth: 'Monat von 01 bis 12 eingeben',
  expiryPast: 'Die Karte ist abgelaufen',
  expiryFar: 'Jahr prüfen',
  securityCodeMissing: '{count}-stelligen Code eingeben',
  securityCodeWrong: 'Alle {count} Ziffern eingeben',
  formIncomplete: 'Bitte prüfen Sie Ihre Kartendaten',
  save: 'Karte speichern',
  saving: 'Karte wird gespeichert…',
  notice: 'Wird verschlüsselt direkt an den Kartendienst gesendet, nie an den Shop.',
  consent:
    '{shop} darf diese Karte speichern und später mit dem belasten, was ich bestelle oder abonniere. Das kann ich jederzeit widerrufen.',
  errorNetwork: 'Die Verbindung ist unterbrochen. Prüfen Sie Ihr Internet und versuchen Sie es noch einmal.',
  errorMerchantRetry: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
};
