import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: '만료 월',
  expiryYearLabel: '만료 연도',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
};
