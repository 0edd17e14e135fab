import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'رقم البطاقة',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'تاريخ الانتهاء',
  expiryPlaceholder: 'MM / YY',
  securityCode: 'رمز الأمان',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 أرقام على ظهر البطاقة',
  name: 'الاسم على البطاقة',
  numberMissing: 'أدخل رقم البطاقة',
  numberIncomplete: 'بعض الأرقام ناقصة أو خاطئة',
  numberWrong: 'قد يكون أحد الأرقام خاطئًا',
  expiryMissing: 'أدخل التاريخ',
  expiryIncomplete: 'أدخل الشهر والسنة',
  expiryMonth: 'أدخل شهرًا من 01 إلى 12',
  expiryPast: 'انتهت صلاحية هذه البطاقة',
  expiryFar: 'راجع السنة',
  securityCodeMissing: 'أدخل الرمز ({count} أرقام)',
  securityCodeWrong: 'أدخل الأرقام كلها ({count})',
  formIncomplete: 'يرجى مراجعة بيانات بطاقتك',
  save: 'حفظ البطاقة',
  saving: 'جارٍ حفظ البطاقة…',
  notice: 'تُرسل بياناتك مشفّرة مباشرة إلى خدمة البطاقات، ولا تصل إلى المتجر أبدًا.',
  consent:
    'يجوز لـ {shop} حفظ هذه البطاقة والخصم منها لاحقًا مقابل ما أطلبه أو أشترك فيه. يمكنني سحب هذه الموافقة في أي وقت.',
  errorNetwork: 'انقطع الاتصال. تحقق من الإنترنت وحاول مجددًا.',
  errorMerchantRetry: 'حدث خطأ من جانبنا. حاول بعد قليل من فضلك.',
};
