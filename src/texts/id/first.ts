import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Nomor kartu',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Masa berlaku',
  expiryPlaceholder: 'BB / TT',
  securityCode: 'Kode keamanan',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 angka di belakang kartu',
  name: 'Nama pada kartu',
  numberMissing: 'Masukkan nomor kartu',
  numberIncomplete: 'Ada angka yang kurang atau salah',
  numberWrong: 'Mungkin ada satu angka salah',
  expiryMissing: 'Masukkan masa berlaku',
  expiryIncomplete: 'Masukkan bulan dan tahun',
  expiryMonth: 'Bulan harus 01–12',
  expiryPast: 'Kartu ini sudah kedaluwarsa',
  expiryFar: 'Periksa tahunnya',
  securityCodeMissing: 'Masukkan kode {count} angka',
  securityCodeWrong: 'Masukkan semua {count} angka',
  formIncomplete: 'Periksa data kartu Anda',
  save: 'Simpan kartu',
  saving: 'Menyimpan kartu…',
  notice: 'Dienkripsi dan dikirim langsung ke layanan kartu, tidak pernah ke toko.',
  consent:
    '{shop} boleh menyimpan kartu ini dan menagihnya nanti untuk pesanan atau langganan saya. Saya dapat mencabut izin ini kapan saja.',
  errorNetwork: 'Koneksi terputus. Periksa internet Anda dan coba lagi.',
  errorMerchantRetry: 'Ada masalah di pihak kami. Coba lagi sebentar lagi.',
};
