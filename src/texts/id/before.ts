import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Formulir kartu masih dimuat. Tunggu sebentar, lalu coba lagi. Jika tidak muncul, periksa koneksi dan muat ulang halaman ini.',
  scriptsOff: 'Untuk memasukkan kartu, aktifkan JavaScript di browser dan muat ulang halaman ini.',
  bankAnswered: 'Bank Anda telah menjawab.',
  backToShop: 'Kembali ke toko',
  bankPage: 'Halaman bank Anda',
};
