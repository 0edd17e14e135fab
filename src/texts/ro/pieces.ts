import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Luna expirării',
  expiryYearLabel: 'Anul expirării',
  expiryMonthPlaceholder: 'LL',
  expiryYearPlaceholder: 'AA',
};
