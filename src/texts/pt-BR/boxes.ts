import type {boxes as english} from '../en/boxes.js';
import type {Texts} from '../shapes.js';

export const boxes: Texts<typeof english> = {
  plansTitle: 'Uma cesta na sua mesa',
  plansLead: 'Escolha a frequência. Entregamos às quintas; pause ou pare quando quiser.',
  plansSmall: 'Você paga na página do serviço de pagamento e volta para cá.',
  lookingUp: 'Procurando sua cesta',
  yourBox: 'Sua cesta',
  choose: 'Escolher',
  oneBox:
    'Você tem: {box}. Para trocar, encerre-a primeiro: você poderá escolher de novo quando ela terminar.',
  perWeek: 'por semana',
  perMonth: 'por mês',
  perYear: 'por ano',
  boxes: {
    'sorrel-weekly': {
      title: 'Cesta semanal',
      lead: 'Para uma pessoa, toda quinta-feira',
      items: ['Seis tipos de legumes', 'Ervas no verão', 'Uma receita'],
    },
    'sorrel-monthly': {
      title: 'Cesta mensal',
      lead: 'Para dois, uma vez por mês',
      items: ['Nove tipos de legumes', 'Meio pão de aveia', 'Ovos da fazenda Ash'],
    },
    'sorrel-yearly': {
      title: 'Cota da fazenda',
      lead: 'Sua parte da colheita',
      items: ['Todas as cestas semanais', 'Um dia na fazenda', 'Maçãs no outono'],
    },
  },
  states: {
    pending: 'Aguardando o primeiro pagamento',
    active: 'A caminho',
    late: 'Pagamento atrasado',
    paused: 'Pausada',
    cancelled: 'Encerrada',
    failed: 'Suspensa: pagamento não realizado',
  },
  nextPayment: 'Próximo pagamento em {date}.',
  paidUntil: 'Paga até {date}.',
  tryAgain: 'O último pagamento não foi feito. Tentaremos de novo em {date}.',
  failedHelp: 'Escolha outro cartão em “Cartão e pagamentos” e suas cestas continuam.',
  endsOn: 'Termina em {date}.',
  endedOn: 'Terminou em {date}.',
  pauseBox: 'Pausar',
  resumeBox: 'Retomar',
  cancelBox: 'Parar depois deste período',
  keepBox: 'Pensando bem, manter a cesta',
  endBox: 'Parar agora',
  portal: 'Cartão e pagamentos',
  mails: 'O que escrevemos para você',
  letters: {
    paid: '{date}: obrigado, você pagou {price}.',
    late: 'Não foi possível pagar {price}. Tentaremos de novo em {date}. Você pode trocar de cartão.',
    withdrawn: 'Não foi possível pagar {price}. Suas cestas param. Você pode trocar de cartão.',
    ended: 'Suas cestas terminaram. Volte quando quiser.',
  },
  changed: 'Pronto.',
  notChanged: 'Não funcionou. Tente de novo.',
  boxUnavailable: 'Não é possível mostrar sua cesta agora. Tente de novo em instantes.',
  back: 'Você saiu do pagamento. Nada foi pago.',
};
