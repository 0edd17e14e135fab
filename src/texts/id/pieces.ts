import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Bulan kedaluwarsa',
  expiryYearLabel: 'Tahun kedaluwarsa',
  expiryMonthPlaceholder: 'BB',
  expiryYearPlaceholder: 'TT',
};
