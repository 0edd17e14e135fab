import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Negeri',
  province: 'Wilayah',
  prefecture: 'Prefektur',
  emirate: 'Emiriah',
  county: 'Kaunti',
  department: 'Jabatan',
  district: 'Daerah',
  doSi: 'Wilayah atau bandar',
  island: 'Pulau',
  parish: 'Mukim',
  area: 'Kawasan',
  region: 'Rantau',
  zipCode: 'Kod ZIP',
  pinCode: 'Kod PIN',
  eircode: 'Eircode',
  postcode: 'Poskod',
  suburb: 'Pinggir bandar',
  postTown: 'Bandar',
  cityDistrict: 'Daerah',
  fieldMissing: 'Isi ruangan ini',
  fieldChoose: 'Pilih daripada senarai',
  fieldWrong: 'Semak semula. Contoh: {example}',
  optional: '{label} (pilihan)',
};
