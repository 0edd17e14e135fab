/** A promise that an ordinary test shows: `npm run prove` runs that test for itself, as often as is said here. */
export interface TestedPromise {
  readonly id: string;
  readonly file: string;
  /** The beginning of the test's title. */
  readonly title: string;
  /** `CARD_VAULT_ROUNDS` of the short run and of the full one; nothing for a test that is whole at once. */
  readonly rounds?: readonly [short: number, full: number];
}

export const tests: Readonly<Record<string, TestedPromise>> = {
  'same-request-at-once': {
    id: 'A4',
    file: 'service/test/at-once.test.ts',
    title: 'a request that moves money, sent many times at once, has one effect',
    rounds: [10, 200],
  },
  'schedule-arithmetic': {
    id: 'A6',
    file: 'service/test/billing/schedule.test.ts',
    title: 'charge dates equal an independent clamp on random schedules, wherever the service runs',
    rounds: [20, 1000],
  },
  'guest-method-once': {
    id: 'A10',
    file: 'service/test/payments.test.ts',
    title: 'a guest’s method used by 64 trackers at once has one success',
    rounds: [20, 200],
  },
  'stop-means-stop': {
    id: 'A11',
    file: 'service/test/stop-means-stop.test.ts',
    title: 'after a status that says stop no sequence of actions moves the tracker, in any mode',
    rounds: [3, 5],
  },
  'two-tabs': {
    id: 'A17',
    file: 'service/test/lasting-names.test.ts',
    title: 'an order has money once, however many pages pay it at once while its amount changes',
    rounds: [30, 2000],
  },
  'altered-webhooks': {
    id: 'B3',
    file: 'test/server/altered-webhooks.test.ts',
    title: 'an altered webhook is never believed, a genuine one always',
    rounds: [10, 200],
  },
  'hostile-return-addresses': {
    id: 'B4',
    file: 'service/test/checkout-links.test.ts',
    title: 'none of many hostile return URLs is accepted, and every good one is',
    rounds: [3, 50],
  },
  'secret-key-from-browser': {
    id: 'B6',
    file: 'service/test/http.test.ts',
    title: 'a secret key that comes out of a browser is refused on every route',
  },
  'forged-request-headers': {
    id: 'E1',
    file: 'test/server/origin.test.ts',
    title: 'no header of a request makes the kit name an origin that was not configured',
  },
  'another-merchants-origin': {
    id: 'E2',
    file: 'service/test/origins.test.ts',
    title: 'a merchant gets nothing for an origin that is another’s',
  },
  'shared-links': {
    id: 'E4',
    file: 'service/test/shared-links.test.ts',
    title: 'a link of one customer, opened by many browsers in any order, belongs to the first that presses',
    rounds: [6, 57],
  },
  'old-webhooks': {
    id: 'E6',
    file: 'test/server/old-webhooks.test.ts',
    title: 'an old webhook is handled once or refused, under each scheme, also after a restart',
  },
  'ended-tokens': {
    id: 'E7',
    file: 'service/test/checkout-browsers.test.ts',
    title: 'a browser’s token that was revoked or has ended opens no door',
  },
};
