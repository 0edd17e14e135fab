import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Formularul cardului încă se încarcă. Așteptați puțin, apoi încercați din nou. Dacă nu apare, verificați conexiunea și reîncărcați pagina.',
  scriptsOff: 'Pentru a introduce un card, activați JavaScript în browser și reîncărcați pagina.',
  bankAnswered: 'Banca dvs. a răspuns.',
  backToShop: 'Înapoi la magazin',
  bankPage: 'Pagina băncii dvs.',
};
