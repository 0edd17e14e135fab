import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Αριθμός κάρτας',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Λήξη',
  expiryPlaceholder: 'ΜΜ / ΕΕ',
  securityCode: 'Κωδικός CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 ψηφία στο πίσω μέρος της κάρτας',
  name: 'Όνομα στην κάρτα',
  numberMissing: 'Πληκτρολογήστε τον αριθμό κάρτας',
  numberIncomplete: 'Λείπουν ψηφία ή είναι λάθος',
  numberWrong: 'Ίσως ένα ψηφίο είναι λάθος',
  expiryMissing: 'Πληκτρολογήστε την ημερομηνία λήξης',
  expiryIncomplete: 'Πληκτρολογήστε μήνα και έτος',
  expiryMonth: 'Ο μήνας είναι 01 έως 12',
  expiryPast: 'Η κάρτα έχει λήξει',
  expiryFar: 'Ελέγξτε το έτος',
  securityCodeMissing: 'Πληκτρολογήστε {count} ψηφία',
  securityCodeWrong: 'Πληκτρολογήστε και τα {count} ψηφία',
  formIncomplete: 'Ελέγξτε τα στοιχεία της κάρτας',
  save: 'Αποθήκευση κάρτας',
  saving: 'Αποθήκευση κάρτας…',
  notice: 'Κρυπτογραφημένα, απευθείας στην υπηρεσία πληρωμών, ποτέ στο κατάστημα.',
  consent:
    '{shop} μπορεί να φυλάξει αυτήν την κάρτα και να τη χρεώνει αργότερα για τις παραγγελίες και τις συνδρομές μου. Μπορώ να το ανακαλέσω οποτεδήποτε.',
  errorNetwork: 'Η σύνδεση χάθηκε. Ελέγξτε το ίντερνετ και δοκιμάστε ξανά.',
  errorMerchantRetry: 'Κάτι πήγε στραβά από τη μεριά μας. Δοκιμάστε ξανά σε λίγο.',
};
