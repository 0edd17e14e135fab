import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'فرم کارت هنوز در حال بارگذاری است. کمی صبر کنید و دوباره تلاش کنید. اگر نمایان نشد، اتصال را بررسی و صفحه را دوباره بارگذاری کنید.',
  scriptsOff: 'برای وارد کردن کارت، جاوااسکریپت را در مرورگر روشن و صفحه را دوباره بارگذاری کنید.',
  bankAnswered: 'بانک شما پاسخ داده است.',
  backToShop: 'بازگشت به فروشگاه',
  bankPage: 'صفحه بانک شما',
};
