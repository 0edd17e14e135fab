import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: '구독',
  subscriptions: '내 구독',
  priceDay: '하루 {price}',
  priceWeek: '주 {price}',
  priceMonth: '월 {price}',
  priceYear: '연 {price}',
  priceEvery: '{period}마다 {price}',
  checkoutUnavailable: '지금은 결제 페이지를 열 수 없습니다. 나중에 다시 시도하세요.',
};
