import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Форма карты ещё загружается. Подождите немного и попробуйте снова. Если она не появится, проверьте соединение и обновите страницу.',
  scriptsOff: 'Чтобы ввести карту, включите JavaScript в браузере и обновите страницу.',
  bankAnswered: 'Ваш банк ответил.',
  backToShop: 'Вернуться в магазин',
  bankPage: 'Страница вашего банка',
};
