import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Kart formu hâlâ yükleniyor. Biraz bekleyip tekrar deneyin. Görünmezse bağlantınızı kontrol edip sayfayı yenileyin.',
  scriptsOff: 'Kart girmek için tarayıcınızda JavaScript’i açıp sayfayı yenileyin.',
  bankAnswered: 'Bankanız yanıt verdi.',
  backToShop: 'Mağazaya dön',
  bankPage: 'Bankanızın sayfası',
};
