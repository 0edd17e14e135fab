import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Μήνας λήξης',
  expiryYearLabel: 'Έτος λήξης',
  expiryMonthPlaceholder: 'ΜΜ',
  expiryYearPlaceholder: 'ΕΕ',
};
