import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'O formulário do cartão ainda está carregando. Espere um momento e tente de novo. Se ele não aparecer, verifique sua conexão e recarregue a página.',
  scriptsOff: 'Para informar um cartão, ative o JavaScript no navegador e recarregue a página.',
  bankAnswered: 'Seu banco respondeu.',
  backToShop: 'Voltar à loja',
  bankPage: 'Página do seu banco',
};
