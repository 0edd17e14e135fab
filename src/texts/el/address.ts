import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Πολιτεία',
  province: 'Επαρχία',
  prefecture: 'Νομός',
  emirate: 'Εμιράτο',
  county: 'Κομητεία',
  department: 'Διοικητικό διαμέρισμα',
  district: 'Περιοχή πόλης',
  doSi: 'Επαρχία ή πόλη',
  island: 'Νησί',
  parish: 'Ενορία',
  area: 'Περιοχή',
  region: 'Περιφέρεια',
  zipCode: 'Ταχ. κώδικας (ZIP)',
  pinCode: 'Ταχ. κώδικας (PIN)',
  eircode: 'Eircode',
  postcode: 'Ταχυδρομικός κώδικας',
  suburb: 'Προάστιο',
  postTown: 'Πόλη',
  cityDistrict: 'Περιοχή πόλης',
  fieldMissing: 'Συμπληρώστε το πεδίο',
  fieldChoose: 'Επιλέξτε από τη λίστα',
  fieldWrong: 'Ελέγξτε το. Παράδειγμα: {example}',
  optional: '{label} (προαιρετικό)',
};
