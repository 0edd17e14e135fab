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
export function createBoxes({plans, subscriptions, checkout}) {
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

  return {
    ofShopper,
    /** Where a click on a box leads: the service's hosted checkout, with a way back. */
    async subscribeUrl({name, customer, shop, locale}) {
      const offer = (await offers()).find((one) => one.name === name);
      if (!offer) return undefined;
      const back = `${shop}/plans/back`;
      return checkout.subscribeUrl({
        ...{plan: offer.token, customer, reference: name, locale},
        ...{redirectUrl: back, cancelUrl: back},
      });
    },
    portalUrl: ({customer, shop, locale}) =>
      checkout.portalUrl({customer, returnUrl: `${shop}/plans`, locale}),
    /** Changes the shopper's own subscription, and nobody else's, whatever the browser sends. */
    async change(customer, what) {
      const subscription = await ofShopper(customer);
      if (!subscription || !Object.hasOwn(changes, what)) return false;
      await changes[what](subscription.token);
      return true;
    },
  };
}
