import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {marksOf, type Mark} from './marks.js';
import {CalendarSource, type CalendarData, type Travel} from './source.js';
import {dayMs} from './span.js';
import {arrivalText} from './words.js';

const pollIntervalMs = 1500;
const pollIntervalWhileTravellingMs = 250;
/** During a movement the long lists are read less often than the clock, because the service is busy. */
const dataIntervalMs = 1000;
const noData: CalendarData = {charges: [], coming: [], events: [], deliveries: []};

/** The element that shows the calendar, as this controller sees it. */
export interface WatchHost extends ReactiveControllerHost {
  readonly source: string;
  /** End of the visible period, in epoch milliseconds. */
  readonly until: number | undefined;
}

/** A controller that polls the clock and the calendar's data, and moves the clock. */
export class Watch implements ReactiveController {
  /** Time of the service's clock in epoch milliseconds; undefined until the first answer. */
  now: number | undefined;
  /** The movement under way. Another page may have started it. */
  travel: Travel | undefined;
  data = noData;
  marks: readonly Mark[] = [];
  /** Times of the events, in epoch milliseconds. */
  eventTimes: readonly number[] = [];
  problem = '';
  /** Whether this page is stopping the movement. */
  stopping = false;
  /** Describes the result of the last movement. */
  result = '';
  /** Why the last movement failed. */
  refusal = '';
  readonly #host: WatchHost;
  #source: CalendarSource | undefined;
  #ownTravel: Travel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latestLoad = 0;
  #dataReadAt = -Infinity;

  constructor(host: WatchHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#source = new CalendarSource(this.#host.source);
    document.addEventListener('visibilitychange', this.refresh);
    this.refresh();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.refresh);
    clearTimeout(this.#timer);
    this.#latestLoad++;
  }

  /** Loads at once, and then at intervals while the page is visible. */
  readonly refresh = (): void => {
    clearTimeout(this.#timer);
    void this.#load(++this.#latestLoad);
  };

  /** Moves the clock to an instant. Resolves when all work that falls due on the way is done. */
  async go(to: number): Promise<void> {
    const from = this.now;
    if (this.travel || this.#source === undefined || from === undefined || to <= from) return;
    this.#ownTravel = {from: new Date(from).toISOString(), to: new Date(to).toISOString()};
    this.travel = this.#ownTravel;
    this.result = '';
    this.refusal = '';
    this.refresh();
    let completed = false;
    try {
      completed = await this.#source.travel(to);
    } catch (error) {
      this.refusal = (error as Error).message;
    }
    this.#ownTravel = undefined;
    await this.#describe(from, completed ? to : undefined);
  }

  /**
   * Stops the movement under way, even if another page started it. Resolves when all work that was due until
   * then is done.
   */
  async stop(): Promise<void> {
    if (!this.travel || this.stopping || this.#source === undefined) return;
    const from = Date.parse(this.travel.from);
    this.stopping = true;
    this.#host.requestUpdate();
    try {
      await this.#source.stop();
    } catch (error) {
      this.refusal = (error as Error).message;
    }
    this.stopping = false;
    // A movement that this page started describes its own result, in `go`.
    if (this.#ownTravel) this.#host.requestUpdate();
    else await this.#describe(from, undefined);
  }

  /** Reads the data and describes the result of a movement. Without `to`, the movement was stopped. */
  async #describe(from: number, to: number | undefined): Promise<void> {
    this.#dataReadAt = -Infinity;
    await this.#load(++this.#latestLoad);
    const now = this.now ?? from;
    if (this.refusal === '') this.result = arrivalText({from, to, now}, this);
    this.#host.requestUpdate();
  }

  /** Reads the clock and the data. The answers are dropped if a load with a higher number has started. */
  async #load(loadNumber: number): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const {now, travel} = await this.#source!.clock();
      if (loadNumber !== this.#latestLoad) return;
      this.now = Date.parse(now);
      this.travel = travel ?? this.#ownTravel;
      this.#host.requestUpdate();
      if (this.travel && performance.now() - this.#dataReadAt < dataIntervalMs) return;
      const until = this.#host.until ?? this.now + 366 * dayMs;
      const data = await this.#source!.read(until);
      this.#dataReadAt = performance.now();
      if (loadNumber === this.#latestLoad) this.#show(data);
    } catch (error) {
      if (loadNumber !== this.#latestLoad) return;
      // Without the service, `fetch` throws a TypeError; a proxy's answer is not JSON.
      const isUnreachable = error instanceof TypeError || error instanceof SyntaxError;
      this.problem = isUnreachable ? 'The service does not answer. Trying again.' : (error as Error).message;
      this.#host.requestUpdate();
    } finally {
      const interval = this.travel ? pollIntervalWhileTravellingMs : pollIntervalMs;
      const isLatest = loadNumber === this.#latestLoad;
      if (isLatest && !document.hidden) this.#timer = setTimeout(this.refresh, interval);
    }
  }

  #show(data: CalendarData): void {
    this.problem = '';
    if (data !== this.data) {
      this.data = data;
      this.marks = marksOf(data.charges, data.coming);
      this.eventTimes = data.events.map(({at}) => Date.parse(at));
    }
    this.#host.requestUpdate();
  }
}
