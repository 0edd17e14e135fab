import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Korttilomake latautuu vielä. Odota hetki ja yritä sitten uudelleen. Jos se ei tule näkyviin, tarkista yhteys ja lataa sivu uudelleen.',
  scriptsOff: 'Ota JavaScript käyttöön selaimessa ja lataa sivu uudelleen, jotta voit antaa kortin.',
  bankAnswered: 'Pankkisi on vastannut.',
  backToShop: 'Takaisin kauppaan',
  bankPage: 'Pankkisi sivu',
};
