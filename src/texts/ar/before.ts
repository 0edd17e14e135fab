import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'ما زال نموذج البطاقة قيد التحميل. انتظر لحظة ثم حاول مرة أخرى. إن لم يظهر، فتحقق من الاتصال وأعد تحميل الصفحة.',
  scriptsOff: 'لإدخال بطاقة، فعّل JavaScript في متصفحك وأعد تحميل الصفحة.',
  bankAnswered: 'لقد أجاب مصرفك.',
  backToShop: 'العودة إلى المتجر',
  bankPage: 'صفحة مصرفك',
};
