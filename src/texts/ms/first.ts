import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Nombor kad',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Tarikh luput',
  expiryPlaceholder: 'BB / TT',
  securityCode: 'Kod keselamatan',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 digit di belakang kad',
  name: 'Nama pada kad',
  numberMissing: 'Masukkan nombor kad',
  numberIncomplete: 'Ada digit yang kurang atau salah',
  numberWrong: 'Mungkin ada satu digit yang salah',
  expiryMissing: 'Masukkan tarikh luput',
  expiryIncomplete: 'Masukkan bulan dan tahun',
  expiryMonth: 'Bulan ialah 01 hingga 12',
  expiryPast: 'Kad ini telah luput',
  expiryFar: 'Semak tahunnya',
  securityCodeMissing: 'Masukkan kod {count} digit',
  securityCodeWrong: 'Masukkan kesemua {count} digit',
  formIncomplete: 'Semak butiran kad anda',
  save: 'Simpan kad',
  saving: 'Menyimpan kad…',
  notice: 'Disulitkan dan dihantar terus ke perkhidmatan kad, bukan ke kedai.',
  consent:
    '{shop} boleh menyimpan kad ini dan mengecajnya kemudian untuk pesanan atau langganan saya. Saya boleh membatalkannya pada bila-bila masa.',
  errorNetwork: 'Sambungan terputus. Semak internet anda dan cuba lagi.',
  errorMerchantRetry: 'Ada masalah di pihak kami. Sila cuba semula sebentar lagi.',
};
