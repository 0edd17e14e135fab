import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Номер картки',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Термін дії',
  expiryPlaceholder: 'ММ / РР',
  securityCode: 'Код CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 цифри на звороті картки',
  name: 'Ім’я на картці',
  numberMissing: 'Введіть номер картки',
  numberIncomplete: 'Бракує цифр або є помилка',
  numberWrong: 'Можливо, одна цифра неправильна',
  expiryMissing: 'Введіть термін дії',
  expiryIncomplete: 'Введіть місяць і рік',
  expiryMonth: 'Місяць — від 01 до 12',
  expiryPast: 'Термін дії картки минув',
  expiryFar: 'Перевірте рік',
  securityCodeMissing: 'Введіть код із {count} цифр',
  securityCodeWrong: 'Введіть усі {count} цифри',
  formIncomplete: 'Перевірте дані картки',
  save: 'Зберегти картку',
  saving: 'Зберігаємо картку…',
  notice: 'Дані шифруються і йдуть прямо до платіжного сервісу, а не до магазину.',
  consent:
    '{shop} може зберегти цю картку й пізніше списувати з неї оплату моїх замовлень і підписок. Я можу відкликати згоду будь-коли.',
  errorNetwork: 'З’єднання втрачено. Перевірте інтернет і спробуйте ще раз.',
  errorMerchantRetry: 'У нас щось пішло не так. Спробуйте ще раз за мить.',
};
