import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Mes de caducidad',
  expiryYearLabel: 'Año de caducidad',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'AA',
};
