import type {later as english} from '../en/later.js';
import type {Texts} from '../shapes.js';

export const later: Texts<typeof english> = {
  unknownBrand: 'Karte',
  securityCodePlaceholder4: '1234',
  securityCodeHint4: '4 Ziffern auf der Vorderseite der Karte',
  brandNotAccepted: 'Wir akzeptieren nur {accepted}',
  brandRefused: '{brand} wird hier nicht akzeptiert',
  cardRefused: 'Diese Karte wird hier nicht akzeptiert',
  acceptedBrands: 'Akzeptierte Karten: {brands}',
  brandChoice: 'Karte verwenden als',
  brandChoiceOffered: 'Ihre Karte gehört zu mehreren Marken. Sie haben die Wahl zwischen {brands}.',
  nameMissing: 'Name auf der Karte eingeben',
  nameIsNumber: 'Hier bitte den Namen eingeben, nicht die Nummer',
  nameLetters: 'Bitte nur Buchstaben, keine Symbole',
  loading: 'Kartenfelder werden geladen…',
  stillLoading: 'Kartenfelder werden noch geladen…',
  elsewhere:
    'Sie bestätigen gerade in einem anderen Tab. Schließen Sie den Vorgang dort ab, dann zeigt diese Seite das Ergebnis.',
  checkingWithBank: 'Prüfung bei Ihrer Bank…',
  waitingForBank: 'Warten auf Ihre Bank…',
  takingLonger: 'Das dauert länger als sonst. Bitte lassen Sie diese Seite offen.',
  cancel: 'Abbrechen',
  offline:
    'Sie sind offenbar offline. Ihre Eingaben bleiben erhalten. Machen Sie weiter, sobald die Verbindung wieder da ist.',
  savedTitle: 'Karte gespeichert',
  savedCard: '{card}, gültig bis {expiry}',
  singleUse: 'Einmal verwendbar',
  tryAgain: 'Erneut versuchen',
  fieldsMoved: 'Die Seite hat sich geändert. Bitte geben Sie Kartennummer und Code noch einmal ein.',
  renewed:
    'Zu Ihrer Sicherheit ist das Formular abgelaufen. Bitte geben Sie Kartennummer und Code noch einmal ein.',
  renewalSoon:
    'Zu Ihrer Sicherheit werden die Kartenfelder in zwei Minuten geleert. Schließen Sie die Eingabe vorher ab.',
  saveAnother: 'Andere Karte verwenden',
  tryAnotherCard: 'Andere Karte verwenden',
  stoppedTitle: 'Ihre Karte wurde nicht gespeichert',
  unfinishedTitle: 'Noch nicht gespeichert',
  failedTitle: 'Wir konnten Ihre Karte nicht speichern',
  loadFailedTitle: 'Das Kartenformular konnte nicht geladen werden',
  issuerDeclined:
    'Ihre Bank hat diese Karte nicht freigegeben. Nehmen Sie eine andere oder fragen Sie Ihre Bank.',
  issuerRejected:
    'Ihre Bank hat diese Karte abgelehnt. Verwenden Sie eine andere Karte oder fragen Sie Ihre Bank nach dem Grund.',
  issuerUnavailable:
    'Wir konnten Ihre Bank nicht erreichen. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  cardNotEligible: 'Diese Karte lässt sich online nicht bestätigen. Bitte verwenden Sie eine andere Karte.',
  cancelledAtIssuer:
    'Sie haben auf der Seite Ihrer Bank abgebrochen. Machen Sie weiter, wenn Sie so weit sind.',
  closedByShopper: 'Sie haben die Seite Ihrer Bank geschlossen. Machen Sie weiter, wenn Sie so weit sind.',
  stepUpLimit: 'Auf der Seite Ihrer Bank ist die Zeit abgelaufen. Machen Sie weiter, wenn Sie so weit sind.',
  interrupted:
    'Sie haben die Seite vor der Bestätigung durch Ihre Bank verlassen. Machen Sie weiter, wenn Sie so weit sind.',
  unknownStatus: 'Die Antwort Ihrer Bank war nicht eindeutig. Bitte verwenden Sie eine andere Karte.',
  notCharged: 'Es wurde nichts abgebucht.',
  smallHold:
    'Es wurde nichts abgebucht. Ein kleiner Betrag kann vorübergehend vorgemerkt sein und verschwindet wieder.',
  unknownHold:
    'Es wurde nichts abgebucht. Zeigt Ihre Bank einen kleinen vorgemerkten Betrag, verschwindet er wieder.',
  errorFieldsBlocked:
    'Ihr Browser oder eine Erweiterung blockiert das Kartenformular. Lassen Sie es zu und versuchen Sie es noch einmal.',
  errorFramed:
    'Diese Seite wird innerhalb einer anderen Website gezeigt. Öffnen Sie sie in einem eigenen Tab.',
  errorFieldsSlow:
    'Das Laden hat zu lange gedauert. Prüfen Sie Ihr Internet und versuchen Sie es noch einmal.',
  errorMerchant:
    'Wir können gerade keine Karten annehmen. Bitte versuchen Sie es später noch einmal oder wenden Sie sich an den Shop.',
  errorMerchantAt:
    'Wir können gerade keine Karten annehmen. Bitte versuchen Sie es später noch einmal oder wenden Sie sich an {shop}.',
  errorCard: 'Mit dieser Karte ist etwas schiefgegangen. Bitte verwenden Sie eine andere Karte.',
  errorClock: 'Prüfen Sie Datum und Uhrzeit dieses Geräts und versuchen Sie es dann noch einmal.',
  errorShopper: 'Zu Ihrer Sicherheit ist das Formular abgelaufen. Bitte versuchen Sie es noch einmal.',
  errorLogin: 'Sie sind abgemeldet. Bitte melden Sie sich wieder an und versuchen Sie es dann noch einmal.',
  errorTooManyCards:
    'Es wurden zu viele Karten versucht. Bitte warten Sie eine Stunde und versuchen Sie es noch einmal oder wenden Sie sich an den Shop.',
  errorCompletion:
    'Ihre Bank hat die Karte freigegeben, aber die letzte Antwort ging verloren. Sie können es gefahrlos noch einmal versuchen.',
  errorTokenization:
    'Wir konnten Ihre Karte nicht senden. Prüfen Sie Ihr Internet und versuchen Sie es noch einmal.',
  stepUpTitle: 'Karte bestätigen',
  stepUpShop: 'Karte für {shop} bestätigen',
  stepUpLine: 'Ihre Bank möchte prüfen, ob Sie es sind',
  stepUpFrame: 'Seite Ihrer Bank',
  stepUpLoading: 'Die Seite Ihrer Bank wird geladen',
  stepUpCancel: 'Ohne Speichern schließen',
  stepUpEnding: 'Dieses Fenster schließt sich in zwei Minuten, und Ihre Karte wird nicht gespeichert.',
  stepUpMore: 'Ich brauche mehr Zeit',
  stepUpMoreTime: 'Sie haben fünf Minuten mehr Zeit.',
  billing: 'Rechnungsadresse',
  countryMissing: 'Land wählen',
  street1Missing: 'Straße und Hausnummer eingeben',
  cityMissing: 'Ort eingeben',
  stateMissing: 'Bundesland oder Provinz eingeben',
  postalCodeMissing: 'Postleitzahl eingeben',
  postalCodeWrong: 'Postleitzahl prüfen',
  consentLabel: 'Spätere Zahlungen',
  consentMissing: 'Zum Speichern der Karte bitte ankreuzen',
  pay: '{amount} bezahlen',
  paying: '{amount} wird bezahlt…',
  paidTitle: '{amount} bezahlt',
  paidShop: '{amount} an {shop} bezahlt',
  notPaidTitle: 'Ihre Zahlung wurde nicht ausgeführt',
  notPaidYetTitle: 'Noch nicht bezahlt',
  payFailedTitle: 'Wir konnten Ihre Zahlung nicht abschließen',
  payUnknown:
    'Wir wissen noch nicht, ob Sie bezahlt haben. Versuchen Sie es noch einmal: Sie können nicht doppelt bezahlen.',
  payCompletion:
    'Ihre Bank hat die Zahlung freigegeben, aber die letzte Antwort ging verloren. Sie können es gefahrlos noch einmal versuchen.',
  errorOrderPaid: 'Diese Bestellung ist bereits bezahlt. Es wurde nicht noch einmal abgebucht.',
  errorOrderChanged:
    'Ihre Bestellung hat sich geändert. Laden Sie die Seite neu, um den neuen Betrag zu bezahlen.',
  stepUpPayTitle: 'Zahlung bestätigen',
  stepUpPayShop: 'Zahlung an {shop} bestätigen',
  stepUpPayCancel: 'Ohne Zahlung schließen',
  stepUpPayEnding: 'Dieses Fenster schließt sich in zwei Minuten, und es wird nichts bezahlt.',
};
