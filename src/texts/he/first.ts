import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'מספר כרטיס',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'תוקף',
  expiryPlaceholder: 'חודש / שנה',
  securityCode: 'קוד אבטחה',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 הספרות בגב הכרטיס',
  name: 'השם על הכרטיס',
  numberMissing: 'יש להזין את מספר הכרטיס',
  numberIncomplete: 'חסרות ספרות או שיש טעות',
  numberWrong: 'ייתכן שספרה אחת שגויה',
  expiryMissing: 'יש להזין את התוקף',
  expiryIncomplete: 'יש להזין חודש ושנה',
  expiryMonth: 'החודש הוא 01 עד 12',
  expiryPast: 'תוקף הכרטיס פג',
  expiryFar: 'בדקו את השנה',
  securityCodeMissing: 'יש להזין קוד בן {count} ספרות',
  securityCodeWrong: 'יש להזין את כל {count} הספרות',
  formIncomplete: 'בדקו את פרטי הכרטיס',
  save: 'שמירת הכרטיס',
  saving: 'הכרטיס נשמר…',
  notice: 'הפרטים מוצפנים ועוברים ישירות לשירות הכרטיסים, לעולם לא לחנות.',
  consent:
    '{shop} רשאית לשמור כרטיס זה ולחייב אותו בהמשך עבור ההזמנות והמינויים שלי. אפשר לבטל הסכמה זו בכל עת.',
  errorNetwork: 'החיבור נותק. בדקו את האינטרנט ונסו שוב.',
  errorMerchantRetry: 'משהו השתבש אצלנו. נסו שוב בעוד רגע.',
};
