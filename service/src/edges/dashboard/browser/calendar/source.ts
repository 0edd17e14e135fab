import type {SandboxEvent} from '../../../sandbox/events.js';
import type {ChargeView} from '../../../sandbox/billing-views.js';
import type {ComingCharge} from '../../../sandbox/coming-charges.js';

/** A clock movement under way, with its results so far. */
export interface Travel {
  readonly from: string;
  readonly to: string;
  readonly charges?: number;
  readonly events?: number;
  readonly deliveries?: number;
}

export interface ClockState {
  readonly now: string;
  readonly travel?: Travel | null;
}

/** An event on its way to a shop, as far as the strip shows it. */
export interface Sent {
  readonly type: string;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly created_at: string;
}

/** The service said no. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** What the strip is drawn from. */
export interface Happenings {
  readonly charges: readonly ChargeView[];
  readonly coming: readonly ComingCharge[];
  readonly events: readonly SandboxEvent[];
  readonly deliveries: readonly Sent[];
}

/**
 * Where the strip asks: the service's own `/sandbox/v1/`, or a path of a shop's server that passes the same
 * questions on.
 */
export class CalendarSource {
  readonly #base: string;
  #texts = '';
  #happenings: Happenings = {charges: [], coming: [], events: [], deliveries: []};

  constructor(base: string) {
    this.#base = base;
  }

  async #ask(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#base + path, {
      ...(body !== undefined && {
        ...{method: 'POST', body: JSON.stringify(body)},
        headers: {'content-type': 'application/json'},
      }),
    });
    const {data, code, message} = (await response.json()) as {data: unknown; code?: string; message?: string};
    if (!response.ok) throw new Refused(message ?? `The service answered ${response.status}.`, code);
    return data;
  }

  async clock(): Promise<ClockState> {
    return (await this.#ask('clock')) as ClockState;
  }

  /** Answers the very same object while nothing has changed. */
  async happenings(until: number): Promise<Happenings> {
    const [charges, coming, events, deliveries] = await Promise.all([
      this.#ask('charges?limit=400'),
      this.#ask(`coming-charges?limit=400&until=${new Date(until).toISOString()}`),
      this.#ask('events?type=subscription&limit=400'),
      this.#ask('deliveries?limit=400'),
    ]);
    const found = {charges, coming, events, deliveries};
    const texts = JSON.stringify(found);
    if (texts !== this.#texts) {
      this.#texts = texts;
      this.#happenings = found as Happenings;
    }
    return this.#happenings;
  }

  /** Resolves when everything due on the way is done; false if it was stopped before the end. */
  async travel(to: number): Promise<boolean> {
    try {
      await this.#ask('clock/advance', {to: new Date(to).toISOString()});
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === 'clock.stopped') return false;
      throw error;
    }
  }

  /** Resolves when everything that was due until then is done. */
  async stop(): Promise<void> {
    await this.#ask('clock/stop', {});
  }
}
