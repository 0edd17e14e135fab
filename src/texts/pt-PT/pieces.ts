import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'Mês de validade',
  expiryYearLabel: 'Ano de validade',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'AA',
};
