import {LitElement, html, nothing, type TemplateResult} from 'lit';
import {property, query, state} from 'lit/decorators.js';
import {repeat} from 'lit/directives/repeat.js';
import {legend, picture} from './picture.js';
import {dayMs, instantAt, monthsLater, positionIn, spanAround, zooms, type Span, type Zoom} from './span.js';
import {calendarStyles} from './styles.js';
import {Watch} from './watch.js';
import {travelProgress} from './travel-progress.js';
import {dayText, eventText, feedDayText, hourText, targetText} from './words.js';

const feedLength = 10;
/** The buttons that move the clock: their text, and the instant they move it to. */
const jumps: readonly (readonly [text: string, target: (now: number) => number])[] = [
  ['+1 day', (now) => now + dayMs],
  ['+1 week', (now) => now + 7 * dayMs],
  ['+1 month', (now) => monthsLater(now, 1)],
  ['+1 year', (now) => monthsLater(now, 12)],
];

/**
 * A timeline of past and coming charges, with a head, a handle that drags the service's clock forward. The
 * dashboard shows it, and so may a shop's test page whose server forwards its requests.
 */
export class ServiceCalendar extends LitElement {
  static override styles = calendarStyles;

  /** URL of the requests, ending with a slash. */
  @property() source = '/sandbox/v1/';
  /** Whether to list the newest events below the timeline. */
  @property({type: Boolean}) feed = false;
  /** Whether only the date and the buttons that move it are shown, and what a movement did. */
  @property({type: Boolean}) folded = false;
  @query('.head') private head!: HTMLElement | null;
  @query('.track') private track!: HTMLElement | null;
  @state() private span: Span | undefined;
  @state() private zoom: Zoom = '1 year';
  @state() private width = 0;
  /** The time that the user has chosen, in epoch milliseconds; undefined before a choice. */
  @state() private target: number | undefined;
  @state() private dragging = false;
  readonly #watch = new Watch(this);
  #stopHadFocus = false;
  readonly #resize = new ResizeObserver(
    ([entry]) => (this.width = Math.floor(entry?.contentRect.width ?? 0)),
  );

  constructor() {
    super();
    this.addEventListener('keydown', this.#stopOnEscape);
  }

  /** End of the visible period; `Watch` reads coming charges until then. */
  get until(): number | undefined {
    return this.span?.to;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
  }

  protected override willUpdate(): void {
    // Asked before the update, which may remove the button.
    this.#stopHadFocus = this.shadowRoot?.activeElement?.matches('.stop') ?? false;
    const {now} = this.#watch;
    if (now === undefined) return;
    if (!this.dragging) this.span = spanAround(now, this.zoom, this.span);
    if (this.target !== undefined && this.target <= now) this.target = undefined;
  }

  protected override updated(): void {
    const {now} = this.#watch;
    if (!this.track || !this.span || now === undefined) return;
    this.#resize.observe(this.track);
    const xOf = positionIn(this.span, this.width, this.#rtl);
    // Set from the script, because the page's policy forbids style attributes.
    this.head?.style.setProperty('--head', `${xOf(this.target ?? now)}px`);
    // The stop button disappears when the movement ends, so its focus moves to the head.
    if (this.#stopHadFocus && !this.#watch.travel) this.head?.focus();
  }

  get #rtl(): boolean {
    return getComputedStyle(this).direction === 'rtl';
  }

  readonly #stopOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && this.#watch.travel) void this.#watch.stop();
  };

  #moveClock(to: number): void {
    if (this.#watch.travel) return;
    this.target = undefined;
    void this.#watch.go(to);
  }

  /** Chooses a visible target, in whole days, because the timeline is too coarse for hours. */
  #choose(at: number): void {
    const {now = 0} = this.#watch;
    const maxDays = Math.floor(((this.span?.to ?? now) - now) / dayMs);
    const wantedDays = Math.round((at - now) / dayMs);
    const days = Math.min(Math.max(wantedDays, 0), maxDays);
    this.target = days === 0 ? undefined : now + days * dayMs;
  }

  #chooseAt(event: PointerEvent): void {
    if (!this.span || !this.track) return;
    const x = event.clientX - this.track.getBoundingClientRect().left;
    this.#choose(instantAt(this.span, this.width, this.#rtl)(x));
  }

  readonly #press = (event: PointerEvent) => {
    if (this.#watch.travel || event.button !== 0) return;
    const onHead = event.target === this.head;
    // A press on the timeline only chooses a target. Moving takes a drag or a button, because the clock
    // cannot be moved back.
    if (!onHead) return this.#chooseAt(event);
    this.dragging = true;
    this.head?.setPointerCapture(event.pointerId);
  };

  readonly #move = (event: PointerEvent) => {
    if (this.dragging) this.#chooseAt(event);
  };

  readonly #release = (event: PointerEvent) => {
    if (!this.dragging) return;
    this.dragging = false;
    if (event.type === 'pointercancel') this.target = undefined;
    else if (this.target !== undefined) this.#moveClock(this.target);
  };

  readonly #key = (event: KeyboardEvent) => {
    const {now, travel} = this.#watch;
    if (now === undefined || travel || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.target ?? now;
    const forward = this.#rtl ? 'ArrowLeft' : 'ArrowRight';
    const back = this.#rtl ? 'ArrowRight' : 'ArrowLeft';
    const days = event.shiftKey ? 7 : 1;
    const moves: Readonly<Record<string, () => void>> = {
      [forward]: () => this.#choose(at + days * dayMs),
      [back]: () => this.#choose(at - days * dayMs),
      ArrowUp: () => this.#choose(at + days * dayMs),
      ArrowDown: () => this.#choose(at - days * dayMs),
      PageUp: () => this.#choose(monthsLater(at, 1)),
      PageDown: () => this.#choose(monthsLater(at, -1)),
      Home: () => this.#choose(now),
      End: () => this.#choose(this.span?.to ?? now),
      Enter: () => this.target !== undefined && this.#moveClock(this.target),
      Escape: () => {
        this.target = undefined;
        this.dragging = false;
      },
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  /** The date, and the buttons that move the clock or change the visible period. */
  #top(now: number): TemplateResult {
    const busy = this.#watch.travel !== undefined;
    const next = this.#watch.data.coming.find(({at, kind}) => kind !== 'skipped' && Date.parse(at) > now);
    return html`<div class="top">
      <p class="date"><b>${dayText(now)}</b> <span>${hourText(now)} service time</span></p>
      <span class="group" role="group" aria-label="Move the clock forward">
        ${jumps.map(
          ([text, jump]) =>
            html`<button type="button" aria-disabled=${busy} @click=${() => this.#moveClock(jump(now))}>
              ${text}
            </button>`,
        )}
        <button
          type="button"
          aria-disabled=${busy || !next}
          @click=${() => next && this.#moveClock(Date.parse(next.at))}
        >
          Next charge
        </button>
      </span>
      ${this.folded ? nothing : this.#zooms()}
    </div>`;
  }

  #zooms(): TemplateResult {
    return html`<span class="group" role="group" aria-label="In view">
      ${(Object.keys(zooms) as Zoom[]).map(
        (name) =>
          html`<button
            type="button"
            aria-pressed=${name === this.zoom}
            @click=${() => {
              this.zoom = name;
              this.#watch.refresh();
            }}
          >
            <bdi>${name}</bdi>
          </button>`,
      )}
    </span>`;
  }

  #timeline(now: number, span: Span): TemplateResult {
    const {marks, eventTimes, travel, data} = this.#watch;
    const undelivered = data.deliveries
      .filter(({state: deliveryState}) => deliveryState !== 'delivered')
      .map(({created_at}) => Date.parse(created_at));
    const head = this.target ?? now;
    return html`<div
      class="track"
      @pointerdown=${this.#press}
      @pointermove=${this.#move}
      @pointerup=${this.#release}
      @pointercancel=${this.#release}
    >
      ${picture({span, width: this.width, rtl: this.#rtl, now, head, marks, events: eventTimes, undelivered})}
      <div
        class="head"
        role="slider"
        tabindex="0"
        aria-label="The service’s clock"
        aria-valuemin="0"
        aria-valuemax=${Math.floor((span.to - now) / dayMs)}
        aria-valuenow=${Math.round((head - now) / dayMs)}
        aria-valuetext=${targetText(now, head, marks)}
        aria-disabled=${travel !== undefined}
        title="Drag to move time forward. Keys: arrows for days, Shift for weeks, Page Up for months, Enter to go."
        @keydown=${this.#key}
      ></div>
    </div>`;
  }

  /** Shows the target, the progress or the result in the same place, so that the layout does not jump. */
  #bottom(now: number): TemplateResult {
    const {marks, travel, result} = this.#watch;
    const problem = this.#watch.problem || this.#watch.refusal;
    if (travel) {
      const stop = () => void this.#watch.stop();
      return travelProgress({travel, now, stopping: this.#watch.stopping, stop});
    }
    const message =
      this.target === undefined
        ? html`<p class=${problem ? 'problem' : 'say'} role="status">
            ${problem || result || 'Drag the head to move time forward.'}
          </p>`
        : html`<p class="say" role="status">${targetText(now, this.target, marks)}</p>`;
    const {target} = this;
    return html`<div class="bottom">
      ${message}
      ${
        target === undefined || this.dragging
          ? this.folded
            ? nothing
            : legend
          : html`<span class="group">
              <button type="button" class="go" @click=${() => this.#moveClock(target)}>
                Go to ${dayText(target)}
              </button>
              <button type="button" @click=${() => (this.target = undefined)}>Stay</button>
            </span>`
      }
    </div>`;
  }

  #newestEvents(): TemplateResult | typeof nothing {
    if (!this.feed) return nothing;
    const events = this.#watch.data.events.slice(0, feedLength);
    return html`<ol class="feed" aria-label="Newest events" reversed>
      ${
        events.length === 0
          ? html`<li class="empty">Nothing has happened to a subscription yet.</li>`
          : repeat(
              events,
              ({id}) => id,
              (event) =>
                html`<li>
                  <time datetime=${event.at}>${feedDayText(Date.parse(event.at))}</time
                  ><span>${eventText(event)}</span>
                </li>`,
            )
      }
    </ol>`;
  }

  override render(): TemplateResult {
    const {now, problem} = this.#watch;
    if (now === undefined || !this.span) return html`<p class="say">${problem || 'Asking for the time…'}</p>`;
    if (this.folded) {
      const {travel, result, refusal} = this.#watch;
      return html`${this.#top(now)} ${travel || result || problem || refusal ? this.#bottom(now) : nothing}`;
    }
    return html`${this.#top(now)} ${this.#timeline(now, this.span)} ${this.#bottom(now)}
    ${this.#newestEvents()}`;
  }
}
