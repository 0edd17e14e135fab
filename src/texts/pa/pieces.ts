import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'ਮਿਆਦ ਦਾ ਮਹੀਨਾ',
  expiryYearLabel: 'ਮਿਆਦ ਦਾ ਸਾਲ',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
};
