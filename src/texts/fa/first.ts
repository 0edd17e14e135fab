import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'شماره کارت',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'تاریخ انقضا',
  expiryPlaceholder: 'ماه / سال',
  securityCode: 'کد CVV2',
  securityCodePlaceholder: '123',
  securityCodeHint: '۳ رقم پشت کارت',
  name: 'نام روی کارت',
  numberMissing: 'شماره کارت را وارد کنید',
  numberIncomplete: 'رقمی کم یا اشتباه است',
  numberWrong: 'شاید یک رقم اشتباه باشد',
  expiryMissing: 'تاریخ انقضا را وارد کنید',
  expiryIncomplete: 'ماه و سال را وارد کنید',
  expiryMonth: 'ماه از ۰۱ تا ۱۲ است',
  expiryPast: 'این کارت منقضی شده است',
  expiryFar: 'سال را بررسی کنید',
  securityCodeMissing: 'کد {count} رقمی را وارد کنید',
  securityCodeWrong: 'هر {count} رقم را وارد کنید',
  formIncomplete: 'اطلاعات کارت را بررسی کنید',
  save: 'ذخیره کارت',
  saving: 'در حال ذخیره کارت…',
  notice: 'اطلاعات رمزگذاری می‌شود و مستقیم به سرویس کارت می‌رود، نه به فروشگاه.',
  consent:
    '{shop} می‌تواند این کارت را نگه دارد و بعداً برای سفارش‌ها و اشتراک‌های من از آن برداشت کند. هر زمان بخواهم می‌توانم این اجازه را پس بگیرم.',
  errorNetwork: 'اتصال قطع شد. اینترنت خود را بررسی و دوباره تلاش کنید.',
  errorMerchantRetry: 'مشکلی از سمت ما پیش آمد. لطفاً کمی بعد دوباره تلاش کنید.',
};
