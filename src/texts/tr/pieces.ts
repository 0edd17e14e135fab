import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Son kullanma ayı',
  expiryYearLabel: 'Son kullanma yılı',
  expiryMonthPlaceholder: 'AA',
  expiryYearPlaceholder: 'YY',
};
