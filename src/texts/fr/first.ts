import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Numéro de carte',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Date d’expiration',
  expiryPlaceholder: 'MM / AA',
  securityCode: 'Cryptogramme',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 chiffres au dos de la carte',
  name: 'Nom sur la carte',
  numberMissing: 'Saisissez le numéro de carte',
  numberIncomplete: 'Chiffres manquants ou faux',
  numberWrong: 'Un chiffre semble faux',
  expiryMissing: 'Saisissez la date',
  expiryIncomplete: 'Saisissez le mois et l’année',
  expiryMonth: 'Saisissez un mois de 01 à 12',
  expiryPast: 'Cette carte a expiré',
  expiryFar: 'Vérifiez l’année',
  securityCodeMissing: 'Saisissez le cryptogramme à {count} chiffres',
  securityCodeWrong: 'Saisissez les {count} chiffres',
  formIncomplete: 'Vérifiez les données de votre carte',
  save: 'Enregistrer la carte',
  saving: 'Enregistrement…',
  notice: 'Envoi chiffré directement au service de paiement, jamais à la boutique.',
  consent:
    '{shop} peut conserver cette carte et la débiter plus tard pour mes commandes et abonnements. Je peux retirer cet accord à tout moment.',
  errorNetwork: 'La connexion est interrompue. Vérifiez votre accès à Internet et réessayez.',
  errorMerchantRetry: 'Une erreur s’est produite de notre côté. Réessayez dans un instant.',
};
