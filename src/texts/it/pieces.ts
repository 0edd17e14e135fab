import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Mese di scadenza',
  expiryYearLabel: 'Anno di scadenza',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'AA',
};
