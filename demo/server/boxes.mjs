/**
 * What Sorrel sells by subscription. The service knows a plan by the token that it gave it, Sorrel by `name`, which it also gives
 * as its reference; a plan that is missing is made when it is first needed.
 */
export const boxes = [
  {name: 'sorrel-weekly', amount: '14.00', interval: 'WEEK', product: 'Weekly box'},
  {name: 'sorrel-monthly', amount: '48.00', interval: 'MONTH', product: 'Monthly box'},
  {name: 'sorrel-yearly', amount: '520.00', interval: 'YEAR', product: 'Farm share'},
].map((box) => ({...box, currency: 'USD'}));

const terms = ['amount', 'currency', 'interval', 'product'];

/** Sorrel's dealings with the service about subscriptions; `client` is that of `card-vault/server`. */
export function createBoxes({plans, subscriptions}) {
  let known;

  /** The boxes with the tokens of their plans. Asked for once; a failure is forgotten. */
  function offers() {
    known ??= findOrMake().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function findOrMake() {
    const {items} = await plans.search({limit: 100, active: true, archived: false});
    return Promise.all(
      boxes.map(async ({name, ...box}) => {
        const found = items.find((plan) => terms.every((term) => plan[term] === box[term]));
        return {name, token: (found ?? (await plans.create(box))).token};
      }),
    );
  }

  /** The shopper's newest subscription that is not over, else the newest. */
  async function ofShopper(customer) {
    const {items} = await subscriptions.search({customer});
    return items.find(({state}) => state !== 'cancelled') ?? items[0];
  }

  const changes = {
    pause: (one) => subscriptions.pause(one),
    resume: (one) => subscriptions.resume(one),
    cancel: (one) => subscriptions.cancel(one, {atPeriodEnd: true}),
    keep: (one) => subscriptions.keep(one),
    end: (one) => subscriptions.cancel(one),
  };

  /** True while the shopper has a box: it is their only one until it has ended. */
  const isTaken = async (customer) => ((await ofShopper(customer))?.state ?? 'cancelled') !== 'cancelled';

  const nameOf = async (plan) => (await offers()).find(({token}) => token === plan)?.name;

  return {
    offers,
    ofShopper,
    /** What a shopper may subscribe to; its price is for everybody to read. */
    async isOffered(plan, {request, customer}) {
      if ((await nameOf(plan)) === undefined) return false;
      return request.method === 'GET' || customer === undefined || !(await isTaken(customer));
    },
    /** Sorrel's name for what is subscribed to: the page has no say. */
    nameOf,
    /** Changes the shopper's own subscription, and nobody else's, whatever the browser sends. */
    async change(customer, what) {
      const subscription = await ofShopper(customer);
      if (!subscription || !Object.hasOwn(changes, what)) return false;
      await changes[what](subscription.token);
      return true;
    },
  };
}
