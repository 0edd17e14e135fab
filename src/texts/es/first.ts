import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Número de tarjeta',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Caducidad',
  expiryPlaceholder: 'MM / AA',
  securityCode: 'Código CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 cifras en el reverso de la tarjeta',
  name: 'Nombre en la tarjeta',
  numberMissing: 'Escribe el número de tarjeta',
  numberIncomplete: 'Faltan cifras o hay un error',
  numberWrong: 'Puede haber una cifra mal',
  expiryMissing: 'Escribe la fecha',
  expiryIncomplete: 'Escribe el mes y el año',
  expiryMonth: 'Escribe un mes, 01–12',
  expiryPast: 'Esta tarjeta ha caducado',
  expiryFar: 'Revisa el año',
  securityCodeMissing: 'Escribe el código de {count} cifras',
  securityCodeWrong: 'Escribe las {count} cifras',
  formIncomplete: 'Revisa los datos de tu tarjeta',
  save: 'Guardar tarjeta',
  saving: 'Guardando tarjeta…',
  notice: 'Los datos van cifrados directamente al servicio de pago, nunca a la tienda.',
  consent:
    '{shop} puede guardar esta tarjeta y cargar en ella más adelante lo que pida o aquello a lo que me suscriba. Puedo retirar este permiso cuando quiera.',
  errorNetwork: 'Hemos perdido la conexión. Revisa tu internet e inténtalo de nuevo.',
  errorMerchantRetry: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo en un momento.',
};
