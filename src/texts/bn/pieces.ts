import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'মেয়াদ শেষের মাস',
  expiryYearLabel: 'মেয়াদ শেষের বছর',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
};
