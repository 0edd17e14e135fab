import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Negara bagian',
  province: 'Provinsi',
  prefecture: 'Prefektur',
  emirate: 'Keamiran',
  county: 'Kabupaten',
  department: 'Departemen',
  district: 'Distrik',
  doSi: 'Provinsi atau kota',
  island: 'Pulau',
  parish: 'Paroki',
  area: 'Kawasan',
  region: 'Wilayah',
  zipCode: 'Kode pos (ZIP)',
  pinCode: 'Kode pos (PIN)',
  eircode: 'Eircode',
  postcode: 'Kode pos',
  suburb: 'Kelurahan',
  postTown: 'Kota',
  cityDistrict: 'Distrik',
  fieldMissing: 'Isi kolom ini',
  fieldChoose: 'Pilih dari daftar',
  fieldWrong: 'Periksa lagi. Contoh: {example}',
  optional: '{label} (opsional)',
};
