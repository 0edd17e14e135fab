import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'समाप्ति का महीना',
  expiryYearLabel: 'समाप्ति का वर्ष',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
};
