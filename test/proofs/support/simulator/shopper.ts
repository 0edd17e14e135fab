import {randomUUID} from 'node:crypto';
import {testCards} from '../../../../service/src/simulators/issuer/test-cards.js';
import type {Json} from '../../../../service/test/support/harness.js';
import {shop} from './ground.js';
import type {Random} from './random.js';
import type {Asked, Reply, World} from './world.js';

/** What is asked next (spec 3.1), or how it ended. `over` is a tracker that ended without the shopper, `gone` a closed tab. */
export type Step =
  | ('customer' | 'tracker' | 'setup' | 'device-data' | 'enrollment' | 'step-up' | 'return')
  | ('authorization' | 'reversal' | 'saved' | 'stopped' | 'declined' | 'over' | 'gone');

const ends: readonly Step[] = ['saved', 'stopped', 'declined', 'over', 'gone'];
const stopping = ['UNAVAILABLE', 'FAILED', 'REJECTED', 'NOT_ELIGIBLE'];
const path = '/order/payments/v3';
/** Of the bank's one-time code. */
const code = '1234';

/** Cards of every case of the bank; the last is authenticated and then declined. */
const visas = [
  ...testCards.filter(({brand}) => brand === 'visa').map(({number}) => number),
  '4000000000000002',
];
/** Cases in which a card is saved, or a challenge is shown: they lead furthest. */
const going = testCards.filter((card) => ['2.1', '2.3', '2.9'].includes(card.case)).map(({number}) => number);

/**
 * A shopper who saves a card, and the shop's server beside them: it keeps what it was told, and repeats a request whose answer it did
 * not get under the same idempotency key.
 */
export class Shopper {
  readonly number: string;
  readonly isVerification: boolean;
  readonly isGuest: boolean;
  step: Step = 'customer';
  customer: string | undefined;
  tracker: string | undefined;
  /** Acknowledged with an answer of the service: the token of the method, and what was held and given back. */
  method: string | undefined;
  isAuthorized = false;
  isReversed = false;
  /** The last request that was answered, and its answer. */
  last: {readonly asked: Asked; readonly text: string; readonly at: number} | undefined;
  /** What a stop was answered with. */
  stop: string | undefined;
  /** Trackers on which a guest's method was used, and the answers. */
  readonly uses = new Map<string, number>();
  readonly #world: World;
  readonly #random: Random;
  #key = randomUUID();
  #setup: {readonly token: string; readonly session: string} | undefined;
  #challenge: {readonly token: string; readonly transaction: string} | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#random = world.random;
    this.number = this.#random.from(this.#random.chance(0.6) ? going : visas);
    this.isVerification = this.#random.chance(0.4);
    this.isGuest = this.#random.chance(0.4);
  }

  get isDone(): boolean {
    return ends.includes(this.step);
  }

  /** Goes one step further, or stays where it is when there is no answer. `times` sends the request so often at once. */
  async goOn(times = 1): Promise<void> {
    if (this.isDone) return;
    if (this.step === 'device-data') return this.#collect();
    if (this.step === 'step-up') return this.#stepUp();
    if (this.step === 'return') await this.#waitForTheDead();
    const asked = this.request();
    const send = () => this.#world.ask(this.#random.whole(0, 1), asked);
    const replies = await Promise.all(Array.from({length: times}, send));
    const answered = replies.filter((reply) => reply !== undefined);
    const good = answered.filter(({status}) => status === 200 || status === 303);
    if (asked.key !== undefined && new Set(good.map(({text}) => text)).size > 1)
      this.#complain(`V16 two answers to one key: ${asked.path}`);
    const reply = good[0] ?? answered[0];
    if (reply) this.#hear(asked, reply);
  }

  /** The next request of the shop's server, or of the browser that returns from the bank. */
  request(): Asked & {readonly body: object} {
    const key = this.#key;
    const own = `${path}/${this.tracker}`;
    const card = {card_number: this.number, expiration_month: '01', expiration_year: '2040', cvv: '123'};
    const setup = {
      success_url: `${shop}/saved`,
      failure_url: `${shop}/not-saved`,
      ...(this.#setup?.session && {device_fingerprint_session_id: this.#setup.session}),
    };
    const verification = this.isVerification;
    switch (this.step) {
      case 'customer':
        return {path: '/user/customers/v1/', key, body: {first_name: 'Ada', is_guest: this.isGuest}};
      case 'tracker': {
        const more = {currency: 'PKR', entry_mode: 'raw', is_account_verification: verification};
        return {path: `${path}/`, key, body: {user: this.customer, ...more}};
      }
      case 'setup':
        return {path: own, key, body: {payload: {payment_method: {card}}}};
      case 'enrollment':
        return {path: own, key, body: {payload: {authentication_setup: setup}}};
      case 'return': {
        const form = new URLSearchParams({TransactionId: this.#challenge!.transaction});
        return {path: `${own}/validation`, secret: null, body: form};
      }
      case 'authorization':
        return {path: own, key, body: {payload: {authorization: {do_capture: false}}}};
      default:
        return {path: own, key, body: {}};
    }
  }

  /** A shopper who returns from the bank while another form is under way waits in real time: here for a lease of the dead. */
  async #waitForTheDead(): Promise<void> {
    const {rig, clock} = this.#world;
    const leased = await rig.database.query('SELECT 1 FROM trackers WHERE token = $1 AND claim IS NOT NULL', [
      this.tracker,
    ]);
    // Twice a lease: clocks are ten minutes apart.
    if (leased.length > 0) clock.time += 21 * 60_000;
  }

  #complain(what: string): void {
    this.#world.violations.push(`${what} (${this.tracker ?? this.customer ?? 'no shopper yet'})`);
  }

  #hear(asked: Asked, reply: Reply): void {
    const {status, text} = reply;
    if (status === 303) return this.#comeBack(reply);
    const json = JSON.parse(text) as Json;
    if (status === 200) {
      this.last = {asked, text, at: this.#world.clock.time};
      this.#key = randomUUID();
      return this.#take(json);
    }
    const said = String(json['code']);
    if (status === 402) this.step = 'declined';
    else if (said === 'tracker.busy' || said === 'idempotency.in_flight') this.#world.clock.time += 31_000;
    // No caller waits for ever, and one that asks after two days finds that the key was forgotten.
    else if (/tracker\.(ended|expired|action_not_allowed)/.test(said)) this.step = 'over';
    // The network or the bank did not answer; the same request is made again.
    else if (status !== 500 || (this.#world.networkMode === 'fine' && this.#world.bankMode === 'fine'))
      this.#complain(`V26 ${asked.path} was answered ${status} ${said} at ${this.step}`);
  }

  /** What a good answer says. */
  #take(json: Json): void {
    const data = json['data']!;
    const action = data['action'];
    switch (this.step) {
      case 'customer':
        this.customer = String(data['token']);
        this.step = 'tracker';
        return;
      case 'tracker':
        this.tracker = String(data['tracker']!['token']);
        this.step = 'setup';
        return;
      case 'setup': {
        const token = String(action!['payer_authentication_setup']!['access_token']);
        this.#setup = {token, session: ''};
        this.step = 'device-data';
        return;
      }
      case 'enrollment':
        return this.#enrolled(action!);
      case 'authorization':
        this.isAuthorized = true;
        this.step = this.isVerification ? 'saved' : 'reversal';
        return;
      default:
        this.isReversed = true;
        this.step = 'saved';
    }
  }

  #enrolled(action: Json): void {
    const status = String(action['authentication_status']);
    const enrollment = action['payer_authentication_enrollment']!;
    if (stopping.includes(status)) {
      this.stop = status;
      this.step = 'stopped';
    } else if (status === 'REQUIRED') {
      const transaction = String(enrollment['authentication_transaction_id']);
      this.#challenge = {token: String(enrollment['access_token']), transaction};
      this.step = 'step-up';
    } else this.step = 'authorization';
  }

  #comeBack({location}: Reply): void {
    const url = new URL(location!);
    if (url.origin !== shop) this.#complain(`V23 the shopper was sent to ${url.origin}`);
    const method = url.searchParams.get('payment_method');
    this.method = method ?? undefined;
    this.isAuthorized = method !== null;
    if (url.searchParams.has('error')) this.step = 'stopped';
    else this.step = this.isVerification ? 'saved' : 'reversal';
  }

  /** The browser shows the bank's page of device data, or does not. */
  async #collect(): Promise<void> {
    const {token} = this.#setup!;
    this.step = 'enrollment';
    if (this.#random.chance(0.15)) return;
    await this.#visit('/V1/Cruise/Collect', {JWT: token});
    const [, claims = ''] = token.split('.');
    const {ReferenceId} = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
    this.#setup = {token, session: ReferenceId!};
  }

  /** The browser shows the bank's challenge: the right code, some wrong ones, a way out, or nothing at all. */
  async #stepUp(): Promise<void> {
    const {token} = this.#challenge!;
    this.step = 'return';
    await this.#visit('/V2/Cruise/StepUp', {JWT: token});
    const luck = this.#random.next();
    if (luck < 0.1) return;
    const wrong = luck < 0.2 ? 3 : luck < 0.3 ? 1 : 0;
    for (let count = 0; count < wrong; count++) await this.#type(token, {action: 'confirm', code: '0000'});
    if (luck < 0.4 && luck >= 0.3) await this.#type(token, {action: 'cancel'});
    else await this.#type(token, {action: 'confirm', code});
  }

  async #visit(page: string, form: Record<string, string>): Promise<void> {
    const {issuer, urls} = this.#world.ground;
    const answer = await issuer.routes.request(`${urls.issuer}${page}`, {
      method: 'POST',
      headers: {origin: shop},
      body: new URLSearchParams(form),
    });
    // A page that is opened too late refuses: the tab was left open for days.
    if (answer.status !== 200 && answer.status !== 400) throw new Error(`${page} answered ${answer.status}`);
  }

  async #type(token: string, action: object): Promise<void> {
    const {issuer, urls} = this.#world.ground;
    await issuer.routes.request(`${urls.issuer}/V2/Cruise/StepUp/answer`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: urls.issuer},
      body: JSON.stringify({token, ...action}),
    });
  }
}
