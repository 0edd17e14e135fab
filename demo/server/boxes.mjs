/**
 * What Sorrel sells by subscription. The service knows a plan by the token that it gave it; Sorrel knows it by `name`, and makes
 * what is missing when it is first needed.
 */
export const boxes = [
  {name: 'sorrel-weekly', amount: '14.00', interval: 'WEEK', product: 'Weekly box'},
  {name: 'sorrel-monthly', amount: '48.00', interval: 'MONTH', product: 'Monthly box'},
  {name: 'sorrel-yearly', amount: '520.00', interval: 'YEAR', product: 'Farm share'},
].map((box) => ({...box, currency: 'USD', interval_count: 1, type: 'RECURRING', active: true}));

/**
 * Sorrel's dealings with the service about subscriptions. `ask` sends one request with the secret key and answers its data.
 */
export function createBoxes({ask, checkout}) {
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
    const {list} = await ask('GET', '/client/plans/v1/search?limit=100&archived=false');
    return Promise.all(
      boxes.map(async (box) => {
        const plan =
          list.find(({name, active}) => name === box.name && active) ??
          (await ask('POST', '/client/plans/v1/', box));
        return {...box, token: plan.token};
      }),
    );
  }

  /** The shopper's newest subscription that is not over, else the newest. */
  async function ofShopper(customer) {
    const {list} = await ask('GET', `/client/subscriptions/v1/search?limit=20&customer=${customer}`);
    return list.find(({state}) => state !== 'cancelled') ?? list[0];
  }

  const path = (subscription) => `/client/subscriptions/v1/${encodeURIComponent(subscription)}`;
  const changes = {
    pause: (one) => ask('PUT', path(one), {pause_collection: {payment_collection_behavior: 'MARK_VOID'}}),
    resume: (one) => ask('PUT', `${path(one)}/resumption`, {}),
    cancel: (one) => ask('POST', `${path(one)}/cancel`, {at_period_end: true}),
    keep: (one) => ask('PUT', path(one), {cancel_at_period_end: false}),
    end: (one) => ask('POST', `${path(one)}/cancel`, {}),
  };

  return {
    offers,
    ofShopper,
    /** Where a click on a box leads: the service's hosted checkout, with a way back. */
    async subscribeUrl({name, customer, shop, locale}) {
      const offer = (await offers()).find((one) => one.name === name);
      if (!offer) return undefined;
      return checkout().subscribeUrl({
        plan: offer.token,
        customer,
        redirectUrl: `${shop}/plans/back`,
        cancelUrl: `${shop}/plans/back`,
        reference: name,
        locale,
      });
    },
    portalUrl: ({customer, shop, locale}) =>
      checkout().portalUrl({customer, returnUrl: `${shop}/plans`, locale}),
    /** Changes the shopper's own subscription, and nobody else's, whatever the browser sends. */
    async change(customer, what) {
      const subscription = await ofShopper(customer);
      if (!subscription || !Object.hasOwn(changes, what)) return false;
      await changes[what](subscription.token);
      return true;
    },
  };
}
