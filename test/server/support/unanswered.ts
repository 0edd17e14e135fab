/** A request that public clients of the original service make, and that the service refuses on purpose. */
export interface Unanswered {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With `{name}` for values. */
  readonly path: string;
  /** What the body says, beside what the call needs anyway. */
  readonly body?: object;
  /** The clients that ask. */
  readonly asks: string;
  /** Of a refused value: why, where the answer itself says only what is wrong. */
  readonly reason?: string;
  readonly isWithoutCredential?: boolean;
}

/** Paths that no route has. Their answers say why, and which way works (`service/src/platform/http/unanswered.ts`). */
export const unansweredPaths: readonly Unanswered[] = [
  {method: 'POST', path: '/user/v2', asks: 'node-core, PHP'},
  {method: 'GET', path: '/user/v2', asks: 'node-core'},
  {method: 'PUT', path: '/user/v2', asks: 'node-core'},
  {method: 'GET', path: '/user/v2/exists', asks: 'node-core'},
  {method: 'POST', path: '/user/v2/verify', asks: 'node-core'},
  {method: 'POST', path: '/user/v2/password-reset', asks: 'node-core'},
  {method: 'POST', path: '/user/v2/forget-password', asks: 'node-core'},
  {method: 'POST', path: '/user/v2/change-password', asks: 'node-core, PHP'},
  {method: 'POST', path: '/auth/v2/user/login', asks: 'node-core, PHP'},
  {method: 'POST', path: '/auth/v2/user/logout', asks: 'node-core'},
  {method: 'POST', path: '/user/v2/guest', asks: 'node-core'},
  {method: 'GET', path: '/order/discounts/v2/offers', asks: 'node-core'},
  {method: 'POST', path: '/order/payments/v3/{tracker}/discount', asks: 'node-core'},
  {method: 'POST', path: '/order/vault/v1/session', asks: 'node-core'},
  {method: 'POST', path: '/order/vault/v1/card', asks: 'node-core'},
  {method: 'POST', path: '/user/v2/push-notification/register', asks: 'node-core'},
  {method: 'POST', path: '/user/v2/push-notification/deactivate', asks: 'node-core'},
  {method: 'POST', path: '/invoice/quick-links/v2', asks: 'node-core'},
  {method: 'GET', path: '/invoice/quick-links/v2/{quicklink}', asks: 'node-core'},
  {method: 'POST', path: '/invoice/quick-links/v2/{quicklink}/pay', asks: 'node-core'},
  {method: 'PUT', path: '/invoice/quick-links/v2/pay-success', asks: 'node-core'},
  {method: 'POST', path: '/order/v1/init', asks: 'node-sdk 3'},
  {method: 'GET', path: '/components', asks: 'checkout-components'},
  {method: 'GET', path: '/drops/cardlink', asks: 'atoms'},
  {method: 'GET', path: '/drops/authlink', asks: 'atoms'},
  {method: 'POST', path: '/client/subscriptions/v1', asks: 'none known'},
  {method: 'GET', path: '/subscribe', asks: 'older releases of PHP'},
];

/** Values and requests that a route refuses. */
export const refusedRequests: readonly Unanswered[] = [
  {
    method: 'POST',
    path: '/user/v1/guest',
    asks: 'Android, iOS: their first call, without a credential',
    reason:
      'No merchant could be named, and anybody could fill the list of customers; with the secret key it is answered (wire 9.5)',
    isWithoutCredential: true,
  },
  {
    method: 'POST',
    path: '/order/payments/v3',
    body: {user: null},
    asks: 'PHP’s first example',
    reason: 'A tracker belongs to a customer (spec 2.2)',
  },
  {
    method: 'POST',
    path: '/order/payments/v3',
    body: {mode: 'subscription'},
    asks: 'React Native',
    reason: 'A subscription begins in the hosted checkout alone (spec 2.7)',
  },
  {
    method: 'POST',
    path: '/order/payments/v3',
    body: {intent: 'MPGS'},
    asks: 'React Native, Android',
    reason: 'Another processor, without hosted fields of this kind; `capabilities` says that it is not there',
  },
  {
    method: 'POST',
    path: '/order/payments/v3',
    body: {intent: 'PAYFAST'},
    asks: 'React Native, Android',
    reason: 'Another processor, without hosted fields of this kind; `capabilities` says that it is not there',
  },
  {
    method: 'POST',
    path: '/order/payments/v3',
    body: {intent: 'RAAST'},
    asks: 'React Native, Android',
    reason: 'Another processor, without hosted fields of this kind; `capabilities` says that it is not there',
  },
  {
    method: 'POST',
    path: '/client/plans/v1',
    body: {type: 'ONE_TIME'},
    asks: 'PHP, node-sdk 3',
    reason: 'A plan charges repeatedly (spec 2.6); one charge is a payment',
  },
  {
    method: 'POST',
    path: '/client/plans/v1',
    body: {interval: 'MINUTE_TEST_INTERVAL'},
    asks: 'PHP, node-sdk 3',
    reason: 'A test moves the clock instead of waiting (wire 1.9)',
  },
  {
    method: 'POST',
    path: '/order/payments/v3/{enrollable}',
    body: {payload: {authentication_setup: {}}},
    asks: 'iOS',
    reason: 'Without return addresses a step-up could not come back; there is no native library here',
  },
  {
    method: 'POST',
    path: '/order/payments/v3/{enrollable}',
    body: {
      payload: {
        authentication_setup: {success_url: 'https://safepay-sdk', failure_url: 'https://safepay-sdk'},
      },
    },
    asks: 'Android',
    reason: 'Shoppers are sent to the merchant’s own origins alone (guarantees 2.7)',
  },
  {
    method: 'POST',
    path: '/order/payments/v3/{enrolled}',
    body: {payload: {authorization: {do_capture: 'false'}}},
    asks: 'older releases of PHP: texts for booleans',
    reason: 'A text is no boolean: `"false"` is a true value in many languages, and this one moves money',
  },
  {
    method: 'POST',
    path: '/order/payments/v3/{charged}/refund',
    asks: 'everybody, within a day of the capture',
    reason: 'A capture that is not settled yet is voided (wire 1.6)',
  },
  {
    method: 'PUT',
    path: '/client/subscriptions/v1/{subscription}',
    body: {pause_collection: {payment_collection_behavior: 'UNSPECIFIED_PAYMENT_COLLECTION_BEHAVIOR'}},
    asks: 'node-sdk 3',
    reason: 'It does not say what becomes of the paused periods; each of its other three values does',
  },
];
