import type {CardVaultServer} from '../../../src/server/index.js';

export interface Order {
  readonly amount: number;
  readonly currency: string;
  /** Kept before the charge, so that no crash between the two can charge again. */
  tracker?: string;
  /** The card that the tracker was opened for. Another one is taken only once this payment is at its end. */
  card?: string;
  /** How many payments of it ended unpaid: the next one is opened under another name. */
  unpaid?: number;
}

/** What a shop does with saved cards; its maps stand for tables of its database. */
export function createShop(vault: CardVaultServer, orders: ReadonlyMap<string, Order>) {
  const {payments} = vault.client;
  const cards = new Map<string, string>();

  const orderOf = (id: string): Order & {readonly tracker: string} => {
    const order = orders.get(id);
    if (!order?.tracker) throw new Error(`There is no payment of order ${id}.`);
    return {...order, tracker: order.tracker};
  };

  return {
    /** The form around <card-vault> was posted: by a page, or by a program that made the token up. */
    async keepCard(customer: string, form: FormData): Promise<string> {
      const card = await vault.verify(form.get('payment_method'), customer);
      if (!card) return 'Please enter your card again.';
      cards.set(customer, card.token);
      return `Saved: ${card.brand} ending in ${card.lastFour}`;
    },

    /** Called twice, or again after a lost answer, it is one charge. After `declined` or `expired` the next call charges anew. */
    async pay(customer: string, id: string) {
      const order = orders.get(id);
      const paymentMethod = order && (order.card ??= cards.get(customer));
      if (!order || !paymentMethod) throw new Error(`Order ${id} has no card.`);
      const {amount, currency, unpaid = 0} = order;
      const terms = {customer, paymentMethod, amount, currency, orderId: id};
      const name = {idempotencyKey: `order-${id}-${unpaid}`};
      const tracker = (order.tracker ??= (await payments.open(terms, name)).tracker);
      const payment = await payments.charge({...terms, tracker});
      const isOver = payment.status === 'declined' || payment.status === 'expired';
      if (isOver && order.tracker === tracker) {
        delete order.tracker; // no bank is asked on it any more
        delete order.card;
        order.unpaid = unpaid + 1;
      }
      return payment;
    },

    /** From a day after the payment; each return of goods is one refund, however often it is sent. */
    giveBack: (id: string, amount: number, goods: string) =>
      payments.refund(orderOf(id).tracker, {amount, idempotencyKey: `return-${goods}`}),

    /** On the day of the payment: nothing was bought. */
    cancel: (id: string) => payments.void(orderOf(id).tracker),
  };
}
