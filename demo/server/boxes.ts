import type {NewPlan, OffersPlan, ServiceClient, Subscription} from 'card-vault/server';

/**
 * What Sorrel sells by subscription. The service knows a plan by the token that it gave it, Sorrel by `name`, which it also gives
 * as its reference; a plan that is missing is made when it is first needed.
 */
export const boxes = [
  {name: 'sorrel-weekly', amount: '14.00', currency: 'USD', interval: 'WEEK', product: 'Weekly box'},
  {name: 'sorrel-monthly', amount: '48.00', currency: 'USD', interval: 'MONTH', product: 'Monthly box'},
  {name: 'sorrel-yearly', amount: '520.00', currency: 'USD', interval: 'YEAR', product: 'Farm share'},
] as const satisfies readonly NewPlan[];

export type BoxName = (typeof boxes)[number]['name'];

/** A box with the token of its plan. */
export interface Offer {
  readonly name: BoxName;
  readonly token: string;
}

const terms = ['amount', 'currency', 'interval', 'product'] as const;

/** Sorrel's dealings with the service about subscriptions; `client` is that of `card-vault/server`. */
export function createBoxes({plans, subscriptions}: Pick<ServiceClient, 'plans' | 'subscriptions'>) {
  let known: Promise<readonly Offer[]> | undefined;

  /** The boxes with the tokens of their plans. Asked for once; a failure is forgotten. */
  function offers(): Promise<readonly Offer[]> {
    known ??= findOrMake().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function findOrMake(): Promise<readonly Offer[]> {
    const {items} = await plans.search({limit: 100, active: true, archived: false});
    return Promise.all(
      boxes.map(async ({name, ...box}) => {
        const found = items.find((plan) => terms.every((term) => plan[term] === box[term]));
        return {name, token: (found ?? (await plans.create(box))).token};
      }),
    );
  }

  /** The shopper's newest subscription that is not over, else the newest. */
  async function ofShopper(customer: string): Promise<Subscription | undefined> {
    const {items} = await subscriptions.search({customer});
    return items.find(({state}) => state !== 'cancelled') ?? items[0];
  }

  const changes = {
    pause: (one: string) => subscriptions.pause(one),
    resume: (one: string) => subscriptions.resume(one),
    cancel: (one: string) => subscriptions.cancel(one, {atPeriodEnd: true}),
    keep: (one: string) => subscriptions.keep(one),
    end: (one: string) => subscriptions.cancel(one),
  };
  const isChange = (what: unknown): what is keyof typeof changes =>
    typeof what === 'string' && Object.hasOwn(changes, what);

  /** True while the shopper has a box: it is their only one until it has ended. */
  const isTaken = async (customer: string): Promise<boolean> =>
    ((await ofShopper(customer))?.state ?? 'cancelled') !== 'cancelled';

  const nameOf = async (plan: string): Promise<BoxName | undefined> =>
    (await offers()).find(({token}) => token === plan)?.name;

  const isOffered: OffersPlan = async (plan, {request, customer}) => {
    if ((await nameOf(plan)) === undefined) return false;
    return request.method === 'GET' || customer === undefined || !(await isTaken(customer));
  };

  return {
    offers,
    ofShopper,
    /** What a shopper may subscribe to; its price is for everybody to read. */
    isOffered,
    /** Sorrel's name for what is subscribed to: the page has no say. */
    nameOf,
    /** Changes the subscription of this shopper only: the browser cannot name another one. */
    async change(customer: string, what: unknown): Promise<boolean> {
      const subscription = await ofShopper(customer);
      if (!subscription || !isChange(what)) return false;
      await changes[what](subscription.token);
      return true;
    },
  };
}

export type Boxes = ReturnType<typeof createBoxes>;
