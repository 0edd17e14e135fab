import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Vervalmaand',
  expiryYearLabel: 'Vervaljaar',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'JJ',
};
