import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Η φόρμα της κάρτας φορτώνεται ακόμα. Περιμένετε λίγο και δοκιμάστε ξανά. Αν δεν εμφανιστεί, ελέγξτε τη σύνδεση και φορτώστε ξανά τη σελίδα.',
  scriptsOff: 'Για να δώσετε κάρτα, ενεργοποιήστε τη JavaScript στον περιηγητή και φορτώστε ξανά τη σελίδα.',
  bankAnswered: 'Η τράπεζά σας απάντησε.',
  backToShop: 'Πίσω στο κατάστημα',
  bankPage: 'Σελίδα της τράπεζάς σας',
};
