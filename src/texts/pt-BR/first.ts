import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Número do cartão',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Validade',
  expiryPlaceholder: 'MM / AA',
  securityCode: 'Código CVV',
  securityCodePlaceholder: '123',
  securityCodeHint: '3 dígitos no verso do cartão',
  name: 'Nome no cartão',
  numberMissing: 'Digite o número do cartão',
  numberIncomplete: 'Faltam dígitos ou há erro',
  numberWrong: 'Um dígito pode estar errado',
  expiryMissing: 'Digite a data',
  expiryIncomplete: 'Digite o mês e o ano',
  expiryMonth: 'Digite um mês, 01–12',
  expiryPast: 'Este cartão está vencido',
  expiryFar: 'Confira o ano',
  securityCodeMissing: 'Digite o código de {count} dígitos',
  securityCodeWrong: 'Digite os {count} dígitos',
  formIncomplete: 'Confira os dados do seu cartão',
  save: 'Salvar cartão',
  saving: 'Salvando cartão…',
  notice: 'Dados criptografados e enviados direto ao serviço de pagamento, nunca à loja.',
  consent:
    '{shop} pode guardar este cartão e cobrar nele depois o que eu pedir ou assinar. Posso retirar esta permissão a qualquer momento.',
  errorNetwork: 'A conexão caiu. Verifique sua internet e tente de novo.',
  errorMerchantRetry: 'Algo deu errado do nosso lado. Tente de novo em instantes.',
};
