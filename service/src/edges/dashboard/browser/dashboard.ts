import {LitElement, html, nothing, type TemplateResult} from 'lit';
import {property, state} from 'lit/decorators.js';
import {request, type ViewData, type ViewName} from './api.js';
import {plansView, subscriptionsView} from './billing.js';
import {deliveriesView} from './deliveries.js';
import {ServiceCalendar} from './calendar/calendar.js';
import {faultsView} from './faults.js';
import {limitsView} from './limits.js';
import {dashboardStyles} from './dashboard-styles.js';
import {customersView, eventsView, ledgerView, logsView, paymentMethodsView} from './tables.js';
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
  limits: 'Limits',
  logs: 'Log',
  faults: 'Faults',
};
const viewNames = Object.keys(titles) as readonly ViewName[];
const refreshMs = 1500;

/**
 * The service's dashboard. It polls the data of the chosen view, except while the tab is hidden, and redraws
 * only when the data has changed.
 */
export class ServiceDashboard extends LitElement {
  static override styles = dashboardStyles;

  /** How events are signed, if the service answers as the recorded one. */
  @property() rehearsal?: string;
  @state() private view: ViewName = 'trackers';
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
    this.view = viewNames.find((name) => name === requested) ?? 'trackers';
    document.title = `${titles[this.view]} · card-vault service`;
    this.#refresh();
  };

  /** Loads at once, and then at intervals. */
  readonly #refresh = () => {
    clearTimeout(this.#timer);
    void this.#load(++this.#latestLoad);
  };

  /** Loads the data of the current view. The answer is dropped if a load with a higher number has started. */
  async #load(loadNumber: number): Promise<void> {
    const {view} = this;
    try {
      const answer = await request(view);
      if (loadNumber !== this.#latestLoad) return;
      if (this.answers[view] !== answer) this.answers = {...this.answers, [view]: answer};
      this.problem = '';
    } catch (error) {
      if (loadNumber !== this.#latestLoad) return;
      // Without the service, `fetch` throws a TypeError; a proxy's answer is not JSON.
      const isUnreachable = error instanceof TypeError || error instanceof SyntaxError;
      this.problem = isUnreachable
        ? 'The service does not answer. Trying again.'
        : String((error as Error).message);
    }
    if (!this.paused && !document.hidden) this.#timer = setTimeout(this.#refresh, refreshMs);
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

  #content(): TemplateResult {
    const draw = <Name extends ViewName>(name: Name, view: (data: ViewData[Name]) => TemplateResult) => {
      const answer = this.answers[name];
      if (answer === undefined) return html`<p class="waiting">Asking the service…</p>`;
      return view(JSON.parse(answer) as ViewData[Name]);
    };
    switch (this.view) {
      case 'trackers':
        return draw('trackers', trackersView);
      case 'customers':
        return draw('customers', customersView);
      case 'payment-methods':
        return draw('payment-methods', paymentMethodsView);
      case 'plans':
        return draw('plans', plansView);
      case 'subscriptions':
        return draw('subscriptions', subscriptionsView);
      case 'moves':
        return draw('moves', ledgerView);
      case 'events':
        return draw('events', eventsView);
      case 'deliveries':
        return draw('deliveries', (rows) =>
          deliveriesView(rows, (token) => void this.#send(`webhooks/${token}/resend`, {})),
        );
      case 'limits':
        return draw('limits', (rows) =>
          limitsView(rows, () => void this.#send('limits', {method: 'DELETE'})),
        );
      case 'logs':
        return draw('logs', logsView);
      case 'faults':
        return draw('faults', (data) =>
          faultsView(data, (body) => void this.#send('faults', body ? {body} : {method: 'DELETE'})),
        );
    }
  }

  override render(): TemplateResult {
    return html`<header>
        <h1>card-vault service</h1>
        <span class="hint">Development. Nothing here costs money.</span>
        ${this.rehearsal ? rehearsalNote(this.rehearsal) : nothing}
      </header>
      <section aria-label="Calendar"><service-calendar></service-calendar></section>
      <nav aria-label="Views">
        ${viewNames.map(
          (name) =>
            html`<a href="#${name}" aria-current=${name === this.view ? 'page' : nothing}
              >${titles[name]}</a
            >`,
        )}
      </nav>
      <main>
        <div class="title">
          <h2>${titles[this.view]}</h2>
          <button type="button" class="live" aria-pressed=${this.paused} @click=${this.#togglePause}>
            ${this.paused ? 'Paused' : 'Live'}
          </button>
        </div>
        <p class="problem" role="alert">${this.problem}</p>
        ${this.#content()}
      </main>
      <p class="notice" role="status">${this.notice}</p>`;
  }
}

const rehearsalNote = (scheme: string) =>
  html`<span class="rehearsal"
    ><strong>Rehearsal</strong> Answers as the recorded service does. Events are signed as
    <code>${scheme}</code>.</span
  >`;

customElements.define('service-calendar', ServiceCalendar);
customElements.define('service-dashboard', ServiceDashboard);
