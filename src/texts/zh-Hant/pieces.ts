import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: '到期月份',
  expiryYearLabel: '到期年份',
  expiryMonthPlaceholder: '月',
  expiryYearPlaceholder: '年',
};
