import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'ختم ہونے کا مہینہ',
  expiryYearLabel: 'ختم ہونے کا سال',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
};
