import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Месяц окончания',
  expiryYearLabel: 'Год окончания',
  expiryMonthPlaceholder: 'ММ',
  expiryYearPlaceholder: 'ГГ',
};
