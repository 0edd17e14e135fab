import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Das Kartenformular lädt noch. Warten Sie einen Moment und versuchen Sie es dann noch einmal. Erscheint es nicht, prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
  scriptsOff:
    'Um eine Karte einzugeben, schalten Sie JavaScript in Ihrem Browser ein und laden Sie die Seite neu.',
  bankAnswered: 'Ihre Bank hat geantwortet.',
  backToShop: 'Zurück zum Shop',
  bankPage: 'Seite Ihrer Bank',
};
