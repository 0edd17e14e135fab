import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {marksOf} from './marks.js';
import type {Mark} from './marks.js';
import {CalendarSource} from './source.js';
import type {Happenings, Travel} from './source.js';
import {dayMs} from './span.js';
import {arrivalText} from './words.js';

const restingMs = 1500;
const travellingMs = 250;
/**
 * The lists are long and the server is busy during a movement, so they are polled less often than the clock.
 */
const listsMs = 1000;
const nothing: Happenings = {charges: [], coming: [], events: [], deliveries: []};

/** The strip's element, as far as it says what to ask. */
export interface WatchHost extends ReactiveControllerHost {
  readonly source: string;
  /** Epoch milliseconds up to which coming charges are wanted. */
  readonly until: number | undefined;
}

/** Looks again and again how the clock stands and what has happened, and sends the clock on its way. */
export class Watch implements ReactiveController {
  /** Epoch milliseconds of the service's clock; nothing until it has answered once. */
  now: number | undefined;
  /** The movement under way, also one that another page began. */
  travel: Travel | undefined;
  found = nothing;
  marks: readonly Mark[] = [];
  /** When events were, epoch milliseconds. */
  eventTimes: readonly number[] = [];
  problem = '';
  /** This page has asked to stop it. */
  stopping = false;
  /** The result of the last movement, or why it failed. */
  arrived = '';
  refused = '';
  readonly #host: WatchHost;
  #source: CalendarSource | undefined;
  #own: Travel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;
  #listed = -Infinity;

  constructor(host: WatchHost) {
    (this.#host = host).addController(this);
  }

  hostConnected(): void {
    this.#source = new CalendarSource(this.#host.source);
    document.addEventListener('visibilitychange', this.refresh);
    this.refresh();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.refresh);
    clearTimeout(this.#timer);
    this.#round++;
  }

  readonly refresh = (): void => {
    clearTimeout(this.#timer);
    void this.#load(++this.#round);
  };

  /** Sends the clock to an instant and resolves when everything that fell due on the way is done. */
  async go(to: number): Promise<void> {
    const from = this.now;
    if (this.travel || this.#source === undefined || from === undefined || to <= from) return;
    this.#own = {from: new Date(from).toISOString(), to: new Date(to).toISOString()};
    this.travel = this.#own;
    this.arrived = '';
    this.refused = '';
    this.refresh();
    let whole = false;
    try {
      whole = await this.#source.travel(to);
    } catch (error) {
      this.refused = (error as Error).message;
    }
    this.#own = undefined;
    await this.#describe(from, whole ? to : undefined);
  }

  /** Stops the movement under way, also another page's, and resolves when what was due until then is done. */
  async stop(): Promise<void> {
    if (!this.travel || this.stopping || this.#source === undefined) return;
    const from = Date.parse(this.travel.from);
    this.stopping = true;
    this.#host.requestUpdate();
    try {
      await this.#source.stop();
    } catch (error) {
      this.refused = (error as Error).message;
    }
    this.stopping = false;
    // A movement that this page began reports its own end.
    if (this.#own) this.#host.requestUpdate();
    else await this.#describe(from, undefined);
  }

  /** Refreshes and describes the result of a movement; one without `to` was stopped. */
  async #describe(from: number, to: number | undefined): Promise<void> {
    this.#listed = -Infinity;
    await this.#load(++this.#round);
    const now = this.now ?? from;
    if (this.refused === '') this.arrived = arrivalText({from, to, now}, this);
    this.#host.requestUpdate();
  }

  /** One round of asking. A later round makes the answers of an earlier one worthless. */
  async #load(round: number): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const {now, travel} = await this.#source!.clock();
      if (round !== this.#round) return;
      this.now = Date.parse(now);
      this.travel = travel ?? this.#own;
      this.#host.requestUpdate();
      if (this.travel && performance.now() - this.#listed < listsMs) return;
      const until = this.#host.until ?? this.now + 366 * dayMs;
      const found = await this.#source!.happenings(until);
      this.#listed = performance.now();
      this.#take(found, round);
    } catch (error) {
      if (round !== this.#round) return;
      const network = error instanceof TypeError || error instanceof SyntaxError;
      this.problem = network ? 'The service does not answer. Trying again.' : (error as Error).message;
      this.#host.requestUpdate();
    } finally {
      const pause = this.travel ? travellingMs : restingMs;
      if (round === this.#round && !document.hidden) this.#timer = setTimeout(this.refresh, pause);
    }
  }

  #take(found: Happenings, round: number): void {
    if (round !== this.#round) return;
    this.problem = '';
    if (found !== this.found) {
      this.found = found;
      this.marks = marksOf(found.charges, found.coming);
      this.eventTimes = found.events.map(({at}) => Date.parse(at));
    }
    this.#host.requestUpdate();
  }
}
