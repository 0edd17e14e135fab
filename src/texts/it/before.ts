import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'Il modulo della carta si sta ancora caricando. Attendi un momento e riprova. Se non compare, controlla la connessione e ricarica la pagina.',
  scriptsOff: 'Per inserire una carta, attiva JavaScript nel browser e ricarica la pagina.',
  bankAnswered: 'La tua banca ha risposto.',
  backToShop: 'Torna al negozio',
  bankPage: 'Pagina della tua banca',
};
