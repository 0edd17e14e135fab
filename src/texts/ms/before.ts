import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Borang kad masih dimuatkan. Tunggu sebentar, kemudian cuba lagi. Jika tidak muncul, semak sambungan anda dan muat semula halaman ini.',
  scriptsOff: 'Untuk memasukkan butiran kad, hidupkan JavaScript dalam pelayar dan muat semula halaman ini.',
  bankAnswered: 'Bank anda telah menjawab.',
  backToShop: 'Kembali ke kedai',
  bankPage: 'Halaman bank anda',
};
