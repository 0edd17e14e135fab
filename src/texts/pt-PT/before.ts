import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'O formulário do cartão ainda está a carregar. Aguarde um momento e tente novamente. Se não aparecer, verifique a ligação e recarregue a página.',
  scriptsOff: 'Para introduzir um cartão, ative o JavaScript no navegador e recarregue a página.',
  bankAnswered: 'O seu banco respondeu.',
  backToShop: 'Voltar à loja',
  bankPage: 'Página do seu banco',
};
