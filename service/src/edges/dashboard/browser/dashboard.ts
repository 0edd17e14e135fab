import {LitElement, html, nothing, type TemplateResult} from 'lit';
import {property, state} from 'lit/decorators.js';
import {request, type ViewData, type ViewName} from './api.js';
import {plansView, subscriptionsView} from './billing.js';
import {deliveriesView} from './deliveries.js';
import {ServiceCalendar} from './calendar/calendar.js';
import {faultsView} from './faults.js';
import {findAddress, rowsWith, searched, searchedRows, textOfAddress, type Searched} from './find.js';
import {dashboardStyles} from './dashboard-styles.js';
import {customersView, eventsView, ledgerView, logsView, paymentMethodsView, requestsView} from './tables.js';
import {emptyView} from './pieces.js';
import {trackersView} from './trackers.js';

/** Titles of the views, in the order of the navigation. */
const titles: Readonly<Record<ViewName, string>> = {
  trackers: 'Trackers',
  customers: 'Customers',
  'payment-methods': 'Payment methods',
  plans: 'Plans',
  subscriptions: 'Subscriptions',
  moves: 'Ledger',
  events: 'Events',
  deliveries: 'Deliveries',
  requests: 'Requests',
  logs: 'Log',
  faults: 'Faults',
};
/** Views that no charge, event or delivery of the calendar explains: it is one line there. */
const timeless: readonly ViewName[] = ['customers', 'payment-methods', 'requests', 'logs', 'faults'];
const viewNames = Object.keys(titles) as readonly ViewName[];
const refreshMs = 1500;
/** Rows that a list begins with, and that each press adds. */
const rowsAtOnce = 25;

/**
 * The service's dashboard. It polls the data of the chosen view, except while the tab is hidden, and redraws
 * only when the data has changed.
 */
export class ServiceDashboard extends LitElement {
  static override styles = dashboardStyles;

  /** How events are signed, if the service answers as the recorded one. */
  @property() rehearsal?: string;
  @state() private view: ViewName = 'trackers';
  /** What is searched for, in all lists instead of one. */
  @state() private text = '';
  @state() private shown = rowsAtOnce;
  /** The last data of each view, as JSON text. */
  @state() private answers: Partial<Record<ViewName, string>> = {};
  @state() private problem = '';
  @state() private notice = '';
  @state() private paused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latestLoad = 0;

  /** One listener serves the copy buttons of all views. */
  protected override firstUpdated(): void {
    this.renderRoot.addEventListener('click', (event) => void this.#copy(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#navigate);
    document.addEventListener('visibilitychange', this.#refresh);
    this.#navigate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#navigate);
    document.removeEventListener('visibilitychange', this.#refresh);
    clearTimeout(this.#timer);
    this.#latestLoad++;
  }

  readonly #navigate = () => {
    const requested = location.hash.slice(1);
    this.text = textOfAddress(location.hash);
    this.view = viewNames.find((name) => name === requested) ?? 'trackers';
    this.shown = rowsAtOnce;
    document.title = `${this.text || titles[this.view]} · card-vault service`;
    this.#refresh();
  };

  /** Loads at once, and then at intervals. */
  readonly #refresh = () => {
    clearTimeout(this.#timer);
    void this.#load(++this.#latestLoad);
  };

  /** Loads the data that is shown. The answers are dropped if a load with a higher number has started. */
  async #load(loadNumber: number): Promise<void> {
    // One row more than is shown tells whether there are more.
    const limit = this.text ? searchedRows : Math.min(this.shown + 1, searchedRows);
    const views = this.text ? searched : [this.view];
    try {
      const answers = await Promise.all(
        views.map(
          async (name) => [name, await request(name === 'faults' ? name : `${name}?limit=${limit}`)] as const,
        ),
      );
      if (loadNumber !== this.#latestLoad) return;
      if (answers.some(([name, answer]) => this.answers[name] !== answer))
        this.answers = {...this.answers, ...(Object.fromEntries(answers) as typeof this.answers)};
      this.problem = '';
    } catch (error) {
      if (loadNumber !== this.#latestLoad) return;
      // Without the service, `fetch` throws a TypeError; a proxy's answer is not JSON.
      const isUnreachable = error instanceof TypeError || error instanceof SyntaxError;
      this.problem = isUnreachable
        ? 'The service does not answer. Trying again.'
        : String((error as Error).message);
    }
    // All lists in full are too much for each second; a search is made anew by its button.
    if (!this.paused && !document.hidden && !this.text) this.#timer = setTimeout(this.#refresh, refreshMs);
  }

  /** Sends a change to the service, and shows its effect at once. */
  async #send(path: string, options: {method?: string; body?: unknown}): Promise<void> {
    try {
      await request(path, {method: 'POST', ...options});
      this.problem = '';
    } catch (error) {
      this.problem = String((error as Error).message);
      return;
    }
    this.#refresh();
  }

  readonly #find = (event: SubmitEvent) => {
    event.preventDefault();
    const text = (event.target as HTMLFormElement).querySelector('input')!.value.trim();
    const address = text ? findAddress(text) : '#trackers';
    if (location.hash === address) this.#refresh();
    else location.hash = address;
  };

  readonly #togglePause = () => {
    this.paused = !this.paused;
    this.#refresh();
  };

  readonly #copy = async (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    const text = button?.dataset['copy'];
    if (!button || text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      this.notice = `Copied ${text}`;
    } catch {
      this.notice = `Copying is not allowed here: ${text}`;
    }
  };

  /** The rows of a list as its view draws them. */
  #rowsOf<Name extends Searched>(name: Name, rows: ViewData[Name]): TemplateResult {
    const views: {readonly [Each in Searched]: (data: ViewData[Each]) => TemplateResult} = {
      trackers: trackersView,
      customers: customersView,
      'payment-methods': paymentMethodsView,
      plans: plansView,
      subscriptions: subscriptionsView,
      moves: ledgerView,
      events: eventsView,
      deliveries: (data) => deliveriesView(data, (token) => void this.#send(`webhooks/${token}/resend`, {})),
      requests: requestsView,
      logs: logsView,
    };
    return views[name](rows);
  }

  #answerOf<Name extends ViewName>(name: Name): ViewData[Name] | undefined {
    const answer = this.answers[name];
    return answer === undefined ? undefined : (JSON.parse(answer) as ViewData[Name]);
  }

  #list<Name extends Searched>(name: Name, rows: ViewData[Name]): TemplateResult {
    const {shown} = this;
    const more = () => {
      this.shown += rowsAtOnce;
      this.#refresh();
    };
    return html`${this.#rowsOf(name, rows.slice(0, shown) as unknown as ViewData[Name])}
    ${
      rows.length > shown && shown < searchedRows
        ? html`<p><button type="button" @click=${more}>Show ${rowsAtOnce} more</button></p>`
        : nothing
    }`;
  }

  #content(): TemplateResult {
    const {view} = this;
    const data = this.#answerOf(view);
    if (data === undefined) return waiting;
    if (view === 'faults')
      return faultsView(
        data as ViewData['faults'],
        (body) => void this.#send('faults', body ? {body} : {method: 'DELETE'}),
      );
    return this.#list(view, data as ViewData[Searched]);
  }

  /** Every list that has what is searched for. */
  #found(): TemplateResult {
    const groups = searched.flatMap((name) => {
      const data = this.#answerOf(name);
      const rows = data && rowsWith(data, this.text);
      return rows && rows.length > 0 ? [{name, rows}] : [];
    });
    if (searched.some((name) => this.answers[name] === undefined)) return waiting;
    if (groups.length === 0)
      return emptyView(
        'Nothing has this in it.',
        `Search for a whole id or its beginning, an e-mail address, a name or a card’s last four digits. Each list is searched through its newest ${searchedRows} rows.`,
      );
    return html`${groups.map(
      ({name, rows}) =>
        html`<section class="found" aria-label=${titles[name]}>
          <h3 class="group">${titles[name]} <small>${rows.length}</small></h3>
          ${this.#rowsOf(name, rows)}
        </section>`,
    )}`;
  }

  override render(): TemplateResult {
    return html`<header>
        <h1>card-vault service</h1>
        <span class="hint">Development. Nothing here costs money.</span>
        ${this.rehearsal ? rehearsalNote(this.rehearsal) : nothing}
        <form role="search" @submit=${this.#find}>
          <input
            type="search"
            name="text"
            aria-label="Search all lists"
            placeholder="Id, e-mail or last four"
            autocomplete="off"
            .value=${this.text}
          />
          <button>Search</button>
        </form>
      </header>
      <nav aria-label="Views">
        ${viewNames.map(
          (name) =>
            html`<a href="#${name}" aria-current=${!this.text && name === this.view ? 'page' : nothing}
              >${titles[name]}</a
            >`,
        )}
      </nav>
      <section aria-label="Calendar">
        <service-calendar ?folded=${this.text !== '' || timeless.includes(this.view)}></service-calendar>
      </section>
      <main>
        <div class="title">
          <h2>${this.text ? html`Found for <bdi>${this.text}</bdi>` : titles[this.view]}</h2>
          ${
            this.text
              ? nothing
              : html`<button
                  type="button"
                  class="live"
                  aria-pressed=${this.paused}
                  @click=${this.#togglePause}
                >
                  ${this.paused ? 'Paused' : 'Live'}
                </button>`
          }
        </div>
        <p class="problem" role="alert">${this.problem}</p>
        ${this.text ? this.#found() : this.#content()}
      </main>
      <p class="notice" role="status">${this.notice}</p>`;
  }
}

const waiting = html`<p class="waiting">Asking the service…</p>`;

const rehearsalNote = (scheme: string) =>
  html`<span class="rehearsal"
    ><strong>Rehearsal</strong> Answers as the recorded service does. Events are signed as
    <code>${scheme}</code>.</span
  >`;

customElements.define('service-calendar', ServiceCalendar);
customElements.define('service-dashboard', ServiceDashboard);
