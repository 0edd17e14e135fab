import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'El formulario de la tarjeta aún se está cargando. Espera un momento e inténtalo de nuevo. Si no aparece, revisa tu conexión y recarga la página.',
  scriptsOff: 'Para introducir una tarjeta, activa JavaScript en tu navegador y recarga la página.',
  bankAnswered: 'Tu banco ha respondido.',
  backToShop: 'Volver a la tienda',
  bankPage: 'Página de tu banco',
};
