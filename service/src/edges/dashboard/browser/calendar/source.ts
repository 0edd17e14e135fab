import type {SandboxEvent} from '../../../sandbox/events.js';
import type {ChargeView} from '../../../sandbox/billing-views.js';
import type {ComingCharge} from '../../../sandbox/coming-charges.js';

/** A clock movement under way, with the numbers of its results so far. */
export interface Travel {
  readonly from: string;
  readonly to: string;
  readonly charges?: number;
  readonly events?: number;
  readonly deliveries?: number;
}

/** The service's clock. */
export interface ClockState {
  readonly now: string;
  /** Missing or null while the clock is not being moved. */
  readonly travel?: Travel | null;
}

/** A webhook delivery, with the fields that the calendar shows. */
export interface Delivery {
  readonly type: string;
  readonly state: 'pending' | 'delivered' | 'dead';
  readonly created_at: string;
}

/** Thrown when the service refuses a request. */
class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** The data that the calendar shows. */
export interface CalendarData {
  readonly charges: readonly ChargeView[];
  readonly coming: readonly ComingCharge[];
  readonly events: readonly SandboxEvent[];
  readonly deliveries: readonly Delivery[];
}

/**
 * Reads the calendar's data and moves the service's clock. Requests go to the service's `/sandbox/v1/`, or
 * to a path of a shop's server that forwards them.
 */
export class CalendarSource {
  readonly #base: string;
  #dataText = '';
  #data: CalendarData = {charges: [], coming: [], events: [], deliveries: []};

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends a GET request, or a POST request with a body, and returns the `data` of the answer. */
  async #request(path: string, body?: unknown): Promise<unknown> {
    const init =
      body === undefined
        ? {}
        : {method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json'}};
    const response = await fetch(this.#base + path, init);
    const {data, code, message} = (await response.json()) as {data: unknown; code?: string; message?: string};
    if (!response.ok) throw new ServiceRefusal(message ?? `The service answered ${response.status}.`, code);
    return data;
  }

  async clock(): Promise<ClockState> {
    return (await this.#request('clock')) as ClockState;
  }

  /** Reads the data up to an instant. Returns the same object again while nothing has changed. */
  async read(until: number): Promise<CalendarData> {
    const [charges, coming, events, deliveries] = await Promise.all([
      this.#request('charges?limit=400'),
      this.#request(`coming-charges?limit=400&until=${new Date(until).toISOString()}`),
      this.#request('events?type=subscription&limit=400'),
      this.#request('deliveries?limit=400'),
    ]);
    const data = {charges, coming, events, deliveries};
    const dataText = JSON.stringify(data);
    if (dataText !== this.#dataText) {
      this.#dataText = dataText;
      this.#data = data as CalendarData;
    }
    return this.#data;
  }

  /**
   * Moves the clock forward. Resolves when all work that falls due on the way is done.
   *
   * @returns false if the movement was stopped before its end.
   */
  async travel(to: number): Promise<boolean> {
    try {
      await this.#request('clock/advance', {to: new Date(to).toISOString()});
      return true;
    } catch (error) {
      if (error instanceof ServiceRefusal && error.code === 'clock.stopped') return false;
      throw error;
    }
  }

  /** Stops the movement. Resolves when all work that was due until then is done. */
  async stop(): Promise<void> {
    await this.#request('clock/stop', {});
  }
}
