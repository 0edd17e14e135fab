import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'État',
  province: 'Province',
  prefecture: 'Préfecture',
  emirate: 'Émirat',
  county: 'Comté',
  department: 'Département',
  district: 'District',
  doSi: 'Province ou ville',
  island: 'Île',
  parish: 'Paroisse',
  area: 'Zone',
  region: 'Région',
  zipCode: 'Code postal (ZIP)',
  pinCode: 'Code postal (PIN)',
  eircode: 'Eircode',
  postcode: 'Code postal',
  suburb: 'Quartier',
  postTown: 'Ville',
  cityDistrict: 'District',
  fieldMissing: 'Remplissez ce champ',
  fieldChoose: 'Choisissez dans la liste',
  fieldWrong: 'À vérifier. Exemple : {example}',
  optional: '{label} (facultatif)',
};
