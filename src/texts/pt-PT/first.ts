import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Número do cartão',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Validade',
  expiryPlaceholder: 'MM / AA',
  securityCode: 'Código CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 algarismos no verso do cartão',
  name: 'Nome no cartão',
  numberMissing: 'Introduza o número do cartão',
  numberIncomplete: 'Faltam algarismos ou há erro',
  numberWrong: 'Um algarismo pode estar errado',
  expiryMissing: 'Introduza a data',
  expiryIncomplete: 'Introduza o mês e o ano',
  expiryMonth: 'Introduza um mês, 01–12',
  expiryPast: 'Este cartão expirou',
  expiryFar: 'Verifique o ano',
  securityCodeMissing: 'Introduza o código de {count} algarismos',
  securityCodeWrong: 'Introduza os {count} algarismos',
  formIncomplete: 'Verifique os dados do cartão',
  save: 'Guardar cartão',
  saving: 'A guardar o cartão…',
  notice: 'Dados cifrados e enviados diretamente ao serviço de pagamento, nunca à loja.',
  consent:
    '{shop} pode guardar este cartão e debitar nele mais tarde o que eu encomendar ou subscrever. Posso retirar esta autorização a qualquer momento.',
  errorNetwork: 'Perdemos a ligação. Verifique a Internet e tente novamente.',
  errorMerchantRetry: 'Algo correu mal do nosso lado. Tente novamente dentro de momentos.',
};
