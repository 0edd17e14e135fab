import type {boxes as english} from '../en/boxes.js';
import type {Texts} from '../shapes.js';

export const boxes: Texts<typeof english> = {
  plansTitle: 'Eine Kiste für Ihren Tisch',
  plansLead: 'Wählen Sie, wie oft. Wir liefern donnerstags; Sie können jederzeit pausieren oder aufhören.',
  plansSmall: 'Sie bezahlen auf der Seite des Zahlungsdienstes und kommen hierher zurück.',
  lookingUp: 'Ihre Kiste wird gesucht',
  yourBox: 'Ihre Kiste',
  choose: 'Auswählen',
  oneBox:
    'Sie haben: {box}. Um zu wechseln, beenden Sie zuerst dieses Abo. Wenn es beendet ist, können Sie neu wählen.',
  perWeek: 'pro Woche',
  perMonth: 'pro Monat',
  perYear: 'pro Jahr',
  boxes: {
    'sorrel-weekly': {
      title: 'Wochenkiste',
      lead: 'Für eine Person, jeden Donnerstag',
      items: ['Sechs Gemüsesorten', 'Kräuter im Sommer', 'Ein Rezept'],
    },
    'sorrel-monthly': {
      title: 'Monatskiste',
      lead: 'Für zwei, einmal im Monat',
      items: ['Neun Gemüsesorten', 'Ein halbes Haferbrot', 'Eier vom Hof Ash'],
    },
    'sorrel-yearly': {
      title: 'Ernteanteil',
      lead: 'Ihr Teil der Ernte',
      items: ['Alle Wochenkisten', 'Ein Tag auf dem Hof', 'Äpfel im Herbst'],
    },
  },
  states: {
    pending: 'Warten auf die erste Zahlung',
    active: 'Unterwegs',
    late: 'Zahlung verspätet',
    paused: 'Pausiert',
    cancelled: 'Beendet',
    failed: 'Angehalten: Zahlung fehlgeschlagen',
  },
  nextPayment: 'Nächste Zahlung am {date}.',
  paidUntil: 'Bezahlt bis {date}.',
  tryAgain: 'Die letzte Zahlung ist fehlgeschlagen. Wir versuchen es am {date} noch einmal.',
  failedHelp: 'Wählen Sie unter „Karte und Zahlungen“ eine andere Karte, dann kommen Ihre Kisten wieder.',
  endsOn: 'Endet am {date}.',
  endedOn: 'Beendet am {date}.',
  pauseBox: 'Pausieren',
  resumeBox: 'Fortsetzen',
  cancelBox: 'Nach diesem Zeitraum beenden',
  keepBox: 'Meine Kiste doch behalten',
  endBox: 'Jetzt beenden',
  portal: 'Karte und Zahlungen',
  mails: 'Unsere Nachrichten an Sie',
  letters: {
    paid: '{date}: Vielen Dank, {price} bezahlt.',
    late: 'Die Zahlung von {price} ist fehlgeschlagen. Wir versuchen es am {date} noch einmal. Sie können Ihre Karte ändern.',
    withdrawn:
      'Die Zahlung von {price} ist fehlgeschlagen. Ihre Kisten werden angehalten. Sie können Ihre Karte ändern.',
    ended: 'Ihr Abo ist beendet. Sie sind jederzeit wieder willkommen.',
  },
  changed: 'Erledigt.',
  notChanged: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  boxUnavailable: 'Ihre Kiste kann gerade nicht angezeigt werden. Versuchen Sie es gleich noch einmal.',
  back: 'Sie haben die Kasse verlassen. Es wurde nichts bezahlt.',
};
