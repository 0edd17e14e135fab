import type {boxes as english} from '../en/boxes.js';
import type {Texts} from '../shapes.js';

export const boxes: Texts<typeof english> = {
  plansTitle: 'Un panier sur votre table',
  plansLead: 'Choisissez le rythme. Nous livrons le jeudi ; mettez en pause ou arrêtez quand vous voulez.',
  plansSmall: 'Vous payez sur la page du service de paiement et revenez ici.',
  lookingUp: 'Recherche de votre panier',
  yourBox: 'Votre panier',
  choose: 'Choisir',
  oneBox:
    'Vous avez : {box}. Pour changer, arrêtez d’abord cette formule ; vous pourrez choisir à nouveau quand elle sera terminée.',
  perWeek: 'par semaine',
  perMonth: 'par mois',
  perYear: 'par an',
  boxes: {
    'sorrel-weekly': {
      title: 'Panier hebdomadaire',
      lead: 'Pour une personne, chaque jeudi',
      items: ['Six sortes de légumes', 'Des herbes en été', 'Une recette'],
    },
    'sorrel-monthly': {
      title: 'Panier mensuel',
      lead: 'Pour deux, une fois par mois',
      items: ['Neuf sortes de légumes', 'Un demi-pain à l’avoine', 'Des œufs de la ferme Ash'],
    },
    'sorrel-yearly': {
      title: 'Part de ferme',
      lead: 'Votre part de la récolte',
      items: ['Tous les paniers hebdomadaires', 'Une journée à la ferme', 'Des pommes en automne'],
    },
  },
  states: {
    pending: 'En attente du premier paiement',
    active: 'En route',
    late: 'Paiement en retard',
    paused: 'En pause',
    cancelled: 'Terminé',
    failed: 'Suspendu : échec du paiement',
  },
  nextPayment: 'Prochain paiement le {date}.',
  paidUntil: 'Payé jusqu’au {date}.',
  tryAgain: 'Le dernier paiement n’est pas passé. Nous réessaierons le {date}.',
  failedHelp: 'Choisissez une autre carte dans « Carte et paiements », et vos paniers reprendront.',
  endsOn: 'Se termine le {date}.',
  endedOn: 'Terminé le {date}.',
  pauseBox: 'Mettre en pause',
  resumeBox: 'Reprendre',
  cancelBox: 'Arrêter après cette période',
  keepBox: 'Finalement, garder mon panier',
  endBox: 'Arrêter maintenant',
  portal: 'Carte et paiements',
  mails: 'Nos messages pour vous',
  letters: {
    paid: '{date} : merci, vous avez payé {price}.',
    late: 'Le paiement de {price} n’a pas abouti. Nous réessaierons le {date}. Vous pouvez changer de carte.',
    withdrawn: 'Le paiement de {price} n’a pas abouti. Vos paniers s’arrêtent. Vous pouvez changer de carte.',
    ended: 'Vos paniers sont terminés. Revenez quand vous voulez.',
  },
  changed: 'C’est fait.',
  notChanged: 'Cela n’a pas fonctionné. Veuillez réessayer.',
  boxUnavailable: 'Votre panier ne peut pas être affiché pour l’instant. Réessayez dans un instant.',
  back: 'Vous avez quitté la page de paiement. Rien n’a été payé.',
};
