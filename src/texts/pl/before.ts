import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Formularz karty jeszcze się wczytuje. Poczekaj chwilę i spróbuj ponownie. Jeśli się nie pojawi, sprawdź połączenie i odśwież stronę.',
  scriptsOff: 'Aby wpisać kartę, włącz JavaScript w przeglądarce i odśwież stronę.',
  bankAnswered: 'Twój bank odpowiedział.',
  backToShop: 'Wróć do sklepu',
  bankPage: 'Strona Twojego banku',
};
