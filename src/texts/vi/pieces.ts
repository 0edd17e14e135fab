import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Tháng hết hạn',
  expiryYearLabel: 'Năm hết hạn',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
};
