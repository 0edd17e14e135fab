import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Estado',
  province: 'Província',
  prefecture: 'Prefeitura',
  emirate: 'Emirado',
  county: 'Condado',
  department: 'Departamento',
  district: 'Distrito',
  doSi: 'Província ou cidade',
  island: 'Ilha',
  parish: 'Paróquia',
  area: 'Área',
  region: 'Região',
  zipCode: 'Código postal (ZIP)',
  pinCode: 'Código postal (PIN)',
  eircode: 'Eircode',
  postcode: 'Código postal',
  suburb: 'Bairro',
  postTown: 'Localidade',
  cityDistrict: 'Distrito',
  fieldMissing: 'Preencha este campo',
  fieldChoose: 'Escolha na lista',
  fieldWrong: 'Verifique. Exemplo: {example}',
  optional: '{label} (opcional)',
};
