import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/exports/index.js';
import '../../src/element/exports/define.js';
import {recordTrace, type Trace} from '../../src/inspector/index.js';
import {CardVaultError, type CardVaultErrorCode} from '../../src/protocol/index.js';
import {
  answerStepUp,
  createFakeAdapter,
  fillCard,
  replayTrace,
  testCard,
  testCards,
  type FakeAdapter,
  type FakeMethod,
  type FakeScript,
  type TestCard,
} from '../../src/testing/index.js';
import {waitUntil} from '../support/wait.js';

/** Values that no trace may hold, planted where a page, a server or a shopper can put some. */
const planted = {
  ...{secret: 'sk_live_0123456789abcdef', person: 'Amina Planted', mail: 'amina@planted.example'},
  ...{street: '17 Planted Street', token: 'pm_planted_token', tokenOfPage: 'tbt_planted'},
};
const words = Object.values(planted).join(' ');

/** A page with one element, as a test of a shop has it. */
class Shop {
  readonly adapter: FakeAdapter;
  element!: CardVaultElement;
  readonly #options: Partial<CardVaultElement>;

  constructor(script: FakeScript, options: Partial<CardVaultElement>) {
    this.adapter = createFakeAdapter(script);
    this.#options = options;
    this.open();
  }

  open(): void {
    this.element = document.createElement('card-vault');
    this.element.id = 'replayed';
    Object.assign(this.element, {shopName: planted.person}, this.#options);
    this.element.sessionUrl = `/planted/${planted.mail}/session?key=${planted.secret}`;
    this.element.billing = {street1: planted.street, city: planted.person};
    this.element.adapter = this.adapter;
    recordTrace(this.element);
    document.body.append(this.element);
  }

  /** Loads the page anew: a second element finds what the first has stored. */
  async reload(): Promise<void> {
    const kept = Object.entries(sessionStorage) as [string, string][];
    recordTrace(this.element).stop();
    this.element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
    // The next page begins now.
    Object.defineProperty(performance, 'timeOrigin', {value: Date.now(), configurable: true});
    this.open();
    await this.element.updateComplete;
  }

  get trace(): Trace {
    return recordTrace(this.element).trace;
  }

  fail(method: FakeMethod, code: CardVaultErrorCode, status?: number, times = 1): void {
    const details = {field: planted.mail, ...(status !== undefined && {status})};
    this.adapter.fail(method, new CardVaultError(code, words, details), times);
  }

  async press(card = testCard('2.1')): Promise<void> {
    await fillCard(this.element, card);
    void this.element.save().catch(() => undefined);
  }

  async called(method: FakeMethod): Promise<void> {
    await waitUntil(() => this.adapter.calls.some((call) => call.method === method), method);
  }

  async stands(...states: readonly string[]): Promise<void> {
    await waitUntil(() => states.includes(this.element.state), states.join());
  }

  close(): void {
    recordTrace(this.element).stop();
    this.element.remove();
    sessionStorage.clear();
    Reflect.deleteProperty(performance, 'timeOrigin');
  }
}

interface Run {
  readonly title: string;
  readonly act: (shop: Shop) => Promise<void>;
  readonly script?: FakeScript;
  readonly options?: Partial<CardVaultElement>;
}

const saved = (title: string, card: TestCard, run: Partial<Run> = {}): Run => ({
  title,
  async act(shop) {
    await shop.press(card);
    if (card.stepUp) await answerStepUp(shop.element, '1234');
  },
  ...run,
});

/** A request that fails, once or as often as it is made. */
const broken = (
  method: FakeMethod,
  code: CardVaultErrorCode,
  status?: number,
  times = 1,
  id: TestCard['case'] = '2.1',
): Run => ({
  title: `${method} fails ${times} times with ${code}${status ? `, ${status}` : ''}`,
  async act(shop) {
    shop.fail(method, code, status, times);
    if (method === 'openSession' || method === 'generateCaptureContext')
      return shop.element.whenReady().catch(() => undefined);
    await shop.press(testCard(id));
    if (id === '2.9') await answerStepUp(shop.element, '1234');
  },
});

const left = (method: FakeMethod, by: 'cancel' | 'reset'): Run => ({
  title: `${by}() while ${method} is under way`,
  async act(shop) {
    shop.adapter.hold(method);
    await shop.press();
    await shop.called(method);
    shop.element[by]();
  },
});

const payment = (securityCode: boolean): FakeScript => ({
  payment: {
    ...{amount: '48.00', currency: 'USD', securityCode},
    paymentMethod: {
      ...{token: planted.token, brand: 'visa', lastFour: '2701'},
      ...{expirationMonth: '01', expirationYear: '2029', singleUse: false},
    },
  },
});

const asked = testCard('2.9');
const runs: readonly Run[] = [
  ...testCards.filter(({brand}) => brand === 'visa').map((card) => saved(`${card.case} ${card.name}`, card)),
  ...(['mastercard', 'amex', 'discover'] as const).map((brand) =>
    saved(`2.1 ${brand}`, testCard('2.1', brand)),
  ),
  saved('2.3 mastercard', testCard('2.3', 'mastercard')),
  saved('2.9 amex', testCard('2.9', 'amex')),
  saved('2.10 discover', testCard('2.10', 'discover')),
  saved('2.9 in the page', asked, {options: {stepUp: 'inline'}}),
  saved('2.9 raw', asked, {script: {entryMode: 'raw'}, options: {entryMode: 'raw'}}),
  saved('a guest’s card', testCard('2.1'), {script: {guest: true}}),
  {
    title: 'a payment with a saved card',
    ...{script: payment(false), options: {savedCard: true}},
    async act({element}) {
      await element.whenReady();
      void element.save();
    },
  },
  {
    title: 'cancelled on the bank’s page',
    async act(shop) {
      await shop.press(asked);
      await answerStepUp(shop.element, 'cancel');
    },
  },
  {
    title: 'the bank’s page is closed',
    async act(shop) {
      await shop.press(asked);
      await answerStepUp(shop.element, '0000');
      shop.element.cancel();
    },
  },
  {
    title: 'three wrong codes',
    async act(shop) {
      await shop.press(asked);
      for (let time = 0; time < 3; time += 1) await answerStepUp(shop.element, '0000');
    },
  },
  broken('openSession', 'shop-server-unreachable'),
  broken('openSession', 'session-refused', 403),
  broken('openSession', 'login-required', 401),
  broken('generateCaptureContext', 'capture-context-invalid'),
  broken('processTransientToken', 'transient-token-expired', 400),
  broken('processTransientToken', 'too-many-cards', 429),
  broken('enroll', 'service-unreachable'),
  broken('enroll', 'service-unavailable', 503),
  broken('enroll', 'session-expired', 401),
  broken('authorize', 'request-refused', 402),
  broken('authorize', 'service-unavailable', 503),
  broken('authorize', 'service-unavailable', 503, 2),
  broken('fetchPayment', 'request-refused', 400, 1, '2.9'),
  broken('complete', 'order-changed', 409),
  broken('complete', 'session-refused', 403),
  left('processTransientToken', 'cancel'),
  left('enroll', 'cancel'),
  left('enroll', 'reset'),
  {
    title: 'loaded anew at the bank, which had said yes',
    async act(shop) {
      await shop.press(asked);
      await shop.stands('stepping-up');
      shop.adapter.answerStepUp('succeeded');
      await shop.reload();
    },
  },
  {
    title: 'loaded anew at the bank, which had said nothing',
    script: {stepUp: 'silence'},
    async act(shop) {
      await shop.press(asked);
      await shop.stands('stepping-up');
      await shop.reload();
    },
  },
  {
    title: 'loaded anew while the card is authorized',
    async act(shop) {
      const release = shop.adapter.hold('authorize');
      await shop.press();
      await shop.called('authorize');
      await shop.reload();
      release();
    },
  },
  {
    title: 'refused, emptied and saved',
    async act(shop) {
      shop.fail('enroll', 'service-unavailable', 503);
      await shop.press();
      await shop.stands('failed');
      shop.element.reset();
      await shop.press();
    },
  },
];

const endsOf = ({entries}: Trace): number =>
  entries.filter(({kind}) => kind === 'outcome' || kind === 'error').length;

describe('a trace is replayed', () => {
  let shop: Shop | undefined;
  afterEach(() => shop?.close());

  it('for forty kinds of runs', () => expect(runs).to.have.length.of.at.least(40));

  for (const {title, act, script = {}, options = {}} of runs)
    it(`to the same outcome, and holds nothing planted: ${title}`, async () => {
      shop = new Shop(script, options);
      await act(shop);
      await waitUntil(
        () => endsOf(shop!.trace) > 0 && /saved|stopped|failed|idle|collecting/.test(shop!.element.state),
        'an end',
      );
      await shop.element.updateComplete;
      const {trace} = shop;
      const text = JSON.stringify(trace);
      for (const [name, value] of [
        ...Object.entries(planted),
        ...testCards.map(({number}) => ['number', number]),
      ])
        expect(text, name).not.to.contain(value);
      expect(text.length).to.be.below(50_000);
      const heard: string[] = [];
      const hear = ({type, target}: Event) => target !== shop!.element && heard.push(type);
      for (const type of ['saved', 'paid', 'stopped', 'error', 'step'])
        document.addEventListener(`card-vault-${type}`, hear);
      const {expected, seen, same} = await replayTrace(JSON.parse(text) as Trace);
      for (const type of ['saved', 'paid', 'stopped', 'error', 'step'])
        document.removeEventListener(`card-vault-${type}`, hear);
      expect(seen).to.deep.equal(expected);
      expect(same).to.equal(true);
      expect(expected).to.have.length(endsOf(trace));
      expect(heard).to.deep.equal([]);
    });
});
