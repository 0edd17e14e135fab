import type {pieces as english} from '../en/pieces.js';
import type {Texts} from '../shapes.js';

export const pieces: Texts<typeof english> = {
  expiryMonthLabel: 'เดือนที่หมดอายุ',
  expiryYearLabel: 'ปีที่หมดอายุ',
  expiryMonthPlaceholder: 'ดด',
  expiryYearPlaceholder: 'ปป',
};
