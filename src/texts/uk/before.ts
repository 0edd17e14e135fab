import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Форма картки ще завантажується. Зачекайте трохи й спробуйте ще раз. Якщо вона не з’явиться, перевірте з’єднання й оновіть сторінку.',
  scriptsOff: 'Щоб увести картку, увімкніть JavaScript у браузері й оновіть сторінку.',
  bankAnswered: 'Ваш банк відповів.',
  backToShop: 'Повернутися до магазину',
  bankPage: 'Сторінка вашого банку',
};
