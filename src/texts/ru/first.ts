import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Номер карты',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Срок действия',
  expiryPlaceholder: 'ММ / ГГ',
  securityCode: 'Код CVC',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 цифры на обороте карты',
  name: 'Имя на карте',
  numberMissing: 'Введите номер карты',
  numberIncomplete: 'Не хватает цифр или есть ошибка',
  numberWrong: 'Возможно, одна цифра неверна',
  expiryMissing: 'Введите срок действия',
  expiryIncomplete: 'Введите месяц и год',
  expiryMonth: 'Месяц — от 01 до 12',
  expiryPast: 'Срок действия карты истёк',
  expiryFar: 'Проверьте год',
  securityCodeMissing: 'Введите код из {count} цифр',
  securityCodeWrong: 'Введите все {count} цифры',
  formIncomplete: 'Проверьте данные карты',
  save: 'Сохранить карту',
  saving: 'Сохраняем карту…',
  notice: 'Данные шифруются и идут прямо в платёжный сервис, а не в магазин.',
  consent:
    '{shop} может сохранить эту карту и позже списывать с неё оплату моих заказов и подписок. Я могу отозвать согласие в любое время.',
  errorNetwork: 'Связь прервалась. Проверьте интернет и попробуйте снова.',
  errorMerchantRetry: 'У нас что-то пошло не так. Попробуйте снова чуть позже.',
};
