import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Đăng ký',
  subscriptions: 'Gói đăng ký của tôi',
  priceDay: '{price} mỗi ngày',
  priceWeek: '{price} mỗi tuần',
  priceMonth: '{price} mỗi tháng',
  priceYear: '{price} mỗi năm',
  priceEvery: '{price} mỗi {period}',
  checkoutUnavailable: 'Hiện không mở được trang thanh toán. Vui lòng thử lại sau.',
};
