import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: '有効期限の月',
  expiryYearLabel: '有効期限の年',
  expiryMonthPlaceholder: '月',
  expiryYearPlaceholder: '年',
};
