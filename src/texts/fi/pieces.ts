import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Kuukausi kortissa',
  expiryYearLabel: 'Vuosi kortissa',
  expiryMonthPlaceholder: 'KK',
  expiryYearPlaceholder: 'VV',
};
