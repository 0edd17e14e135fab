import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Mois d’expiration',
  expiryYearLabel: 'Année d’expiration',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'AA',
};
