/** What the skeleton says, in the element's own words, and what is said where the script does not come. */
export interface MarkupTexts {
  readonly number: string;
  readonly expiry: string;
  readonly securityCode: string;
  readonly name: string;
  /** In the frames, and what a screen reader says of the code. */
  readonly numberPlaceholder: string;
  readonly securityCodePlaceholder: string;
  readonly securityCodeHint: string;
  /** The longest errors of each field; their lines are kept free from the first paint on. `{count}` is 4. */
  readonly numberIncomplete: string;
  readonly numberWrong: string;
  readonly expiryPast: string;
  readonly securityCodeMissing: string;
  readonly securityCodeWrong: string;
  readonly notice: string;
  /** `{shop}` is the option `shopName`. */
  readonly consent: string;
  readonly save: string;
  /** At a press before the script is there, and when it takes long. */
  readonly waiting: string;
  /** Where the browser runs no scripts. */
  readonly scriptsOff: string;
}

export const rightToLeft: readonly string[] = ['ar', 'ur'];

const en: MarkupTexts = {
  number: 'Card number',
  expiry: 'Expiry date',
  securityCode: 'Security code',
  name: 'Name on card',
  numberPlaceholder: '1234 1234 1234 1234',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 digits on the back of the card',
  numberIncomplete: 'Check the number: digits are missing or wrong',
  numberWrong: 'Check the number: one digit may be wrong',
  expiryPast: 'This card has expired',
  securityCodeMissing: 'Enter the {count}-digit code',
  securityCodeWrong: 'Enter all {count} digits',
  notice: 'Your card details go straight to the card service. The shop never sees them.',
  consent:
    '{shop} may keep this card and charge it later for what I order or subscribe to. I can take this back at any time.',
  save: 'Save card',
  waiting:
    'The card form is still loading. Wait a moment, then try again. If it does not appear, check your connection and reload this page.',
  scriptsOff: 'To enter a card, turn on JavaScript in your browser and reload this page.',
};

const ar: MarkupTexts = {
  number: 'رقم البطاقة',
  expiry: 'تاريخ الانتهاء',
  securityCode: 'رمز الأمان',
  name: 'الاسم على البطاقة',
  numberPlaceholder: '1234 1234 1234 1234',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 أرقام على ظهر البطاقة',
  numberIncomplete: 'راجع رقم البطاقة. قد تنقصه أرقام أو يكون فيه خطأ',
  numberWrong: 'راجع رقم البطاقة. قد يكون أحد الأرقام خطأ',
  expiryPast: 'انتهت صلاحية هذه البطاقة',
  securityCodeMissing: 'أدخل الرمز ({count} أرقام)',
  securityCodeWrong: 'أدخل الأرقام كلها ({count})',
  notice: 'تُرسل بيانات بطاقتك مباشرة إلى خدمة البطاقات. لا يراها المتجر أبدًا.',
  consent:
    'يجوز لـ {shop} حفظ هذه البطاقة والخصم منها لاحقًا مقابل ما أطلبه أو أشترك فيه. يمكنني سحب هذه الموافقة في أي وقت.',
  save: 'احفظ البطاقة',
  waiting:
    'ما زال نموذج البطاقة قيد التحميل. انتظر لحظة ثم حاول مرة أخرى. إن لم يظهر، فتحقق من الاتصال وأعد تحميل الصفحة.',
  scriptsOff: 'لإدخال بطاقة، فعّل JavaScript في متصفحك وأعد تحميل الصفحة.',
};

const ur: MarkupTexts = {
  number: 'کارڈ نمبر',
  expiry: 'میعاد ختم ہونے کی تاریخ',
  securityCode: 'سیکیورٹی کوڈ',
  name: 'کارڈ پر درج نام',
  numberPlaceholder: '1234 1234 1234 1234',
  securityCodePlaceholder: '123',
  securityCodeHint: 'کارڈ کی پشت پر ۳ ہندسے',
  numberIncomplete: 'کارڈ نمبر دیکھ لیں۔ کچھ ہندسے کم یا غلط ہیں',
  numberWrong: 'کارڈ نمبر دیکھ لیں۔ کوئی ہندسہ غلط ہو سکتا ہے',
  expiryPast: 'یہ کارڈ ختم ہو چکا ہے',
  securityCodeMissing: '{count} ہندسوں کا کوڈ لکھیں',
  securityCodeWrong: 'پورے {count} ہندسے لکھیں',
  notice: 'آپ کے کارڈ کی تفصیلات سیدھی کارڈ سروس کو جاتی ہیں۔ دکان انہیں کبھی نہیں دیکھتی۔',
  consent:
    '{shop} یہ کارڈ محفوظ رکھ سکتا ہے اور میری آئندہ خریداریوں یا سبسکرپشن کی رقم اس سے لے سکتا ہے۔ یہ اجازت کسی بھی وقت واپس لی جا سکتی ہے۔',
  save: 'کارڈ محفوظ کریں',
  waiting:
    'کارڈ فارم ابھی لوڈ ہو رہا ہے۔ ایک لمحہ رک کر دوبارہ کوشش کریں۔ اگر فارم نہ آئے تو اپنا کنکشن دیکھیں اور صفحہ دوبارہ لوڈ کریں۔',
  scriptsOff: 'کارڈ درج کرنے کے لیے اپنے براؤزر میں JavaScript چالو کریں اور صفحہ دوبارہ لوڈ کریں۔',
};

/** By language, as the element ships them. */
export const markupTexts: Readonly<Record<string, MarkupTexts>> = {en, ar, ur};
