import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Bulan luput',
  expiryYearLabel: 'Tahun luput',
  expiryMonthPlaceholder: 'BB',
  expiryYearPlaceholder: 'TT',
};
