import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Le formulaire de carte se charge encore. Patientez un instant, puis réessayez. S’il n’apparaît pas, vérifiez votre connexion et rechargez la page.',
  scriptsOff: 'Pour saisir une carte, activez JavaScript dans votre navigateur et rechargez la page.',
  bankAnswered: 'Votre banque a répondu.',
  backToShop: 'Retour à la boutique',
  bankPage: 'Page de votre banque',
};
