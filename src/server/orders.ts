/**
 * Orders whose payments this process has opened, at a service without the feature `lasting-names`. Other processes know nothing of them:
 * there the hook `payment`, which is asked before each capture, keeps an order from being paid twice.
 */
export interface Orders {
  /** Notes a tracker of the order, and answers the one that was noted before. */
  open(key: string, tracker: string): string | undefined;
  /** The tracker that has taken the order, if another one has. Nothing: this one takes it. */
  take(key: string, tracker: string): string | undefined;
  /** Gives the order to this tracker: the one that had it has no money any more. */
  give(key: string, tracker: string): void;
}

const mostOrders = 10_000;

export const orderKey = (customer: string, order: string): string => JSON.stringify([customer, order]);

export function createOrders(): Orders {
  const orders = new Map<string, {opened: string; takenBy?: string}>();
  const noted = (key: string, tracker: string) => {
    const order = orders.get(key) ?? {opened: tracker};
    orders.delete(key);
    orders.set(key, order);
    const [oldest] = orders.keys();
    if (orders.size > mostOrders && oldest !== undefined) orders.delete(oldest);
    return order;
  };
  return {
    open(key, tracker) {
      const order = noted(key, tracker);
      const before = order.opened;
      order.opened = tracker;
      return before === tracker ? undefined : before;
    },
    take(key, tracker) {
      const order = noted(key, tracker);
      order.takenBy ??= tracker;
      return order.takenBy === tracker ? undefined : order.takenBy;
    },
    give(key, tracker) {
      noted(key, tracker).takenBy = tracker;
    },
  };
}
