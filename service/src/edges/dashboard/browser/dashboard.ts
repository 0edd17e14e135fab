import {LitElement, html, nothing} from 'lit';
import type {TemplateResult} from 'lit';
import {state} from 'lit/decorators.js';
import {ask} from './api.js';
import type {ViewData, ViewName} from './api.js';
import {plansView, subscriptionsView} from './billing.js';
import {deliveriesView} from './deliveries.js';
import {ServiceCalendar} from './calendar/calendar.js';
import {faultsView} from './faults.js';
import {sheet} from './sheet.js';
import {customersView, eventsView, ledgerView, logsView, paymentMethodsView} from './tables.js';
import {trackersView} from './trackers.js';

const titles: Readonly<Record<ViewName, string>> = {
  trackers: 'Trackers',
  customers: 'Customers',
  'payment-methods': 'Payment methods',
  plans: 'Plans',
  subscriptions: 'Subscriptions',
  moves: 'Ledger',
  events: 'Events',
  deliveries: 'Deliveries',
  logs: 'Log',
  faults: 'Faults',
};
const names = Object.keys(titles) as readonly ViewName[];
const refreshMs = 1500;

/**
 * The service's dashboard. It redraws only what an answer has changed, and does not poll while the tab is
 * hidden.
 */
export class ServiceDashboard extends LitElement {
  static override styles = sheet;

  @state() private view: ViewName = 'trackers';
  /** Text of the last answer of each view. */
  @state() private answers: Partial<Record<ViewName, string>> = {};
  @state() private problem = '';
  @state() private said = '';
  @state() private paused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  /** One handler copies the ids of all lists. */
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
    this.#round++;
  }

  readonly #navigate = () => {
    const asked = location.hash.slice(1);
    this.view = names.find((name) => name === asked) ?? 'trackers';
    document.title = `${titles[this.view]} · card-vault service`;
    this.#refresh();
  };

  readonly #refresh = () => {
    clearTimeout(this.#timer);
    void this.#load(++this.#round);
  };

  /** One round of asking. A later round makes the answers of an earlier one worthless. */
  async #load(round: number): Promise<void> {
    const {view} = this;
    try {
      const answer = await ask(view);
      if (round !== this.#round) return;
      if (this.answers[view] !== answer) this.answers = {...this.answers, [view]: answer};
      this.problem = '';
    } catch (error) {
      if (round !== this.#round) return;
      const network = error instanceof TypeError || error instanceof SyntaxError;
      this.problem = network
        ? 'The service does not answer. Trying again.'
        : String((error as Error).message);
    }
    if (!this.paused && !document.hidden) this.#timer = setTimeout(this.#refresh, refreshMs);
  }

  async #change(path: string, options: {method?: string; body?: unknown}): Promise<void> {
    try {
      await ask(path, {method: 'POST', ...options});
      this.problem = '';
    } catch (error) {
      this.problem = String((error as Error).message);
      return;
    }
    this.#refresh();
  }

  readonly #pause = () => {
    this.paused = !this.paused;
    this.#refresh();
  };

  readonly #copy = async (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
    const text = button?.dataset['copy'];
    if (!button || text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      this.said = `Copied ${text}`;
    } catch {
      this.said = `Copying is not allowed here: ${text}`;
    }
  };

  #data<Name extends ViewName>(name: Name): ViewData[Name] | undefined {
    const text = this.answers[name];
    return text === undefined ? undefined : (JSON.parse(text) as ViewData[Name]);
  }

  #content(): TemplateResult {
    const waiting = html`<p class="waiting">Asking the service…</p>`;
    const draw = <Name extends ViewName>(name: Name, view: (data: ViewData[Name]) => TemplateResult) => {
      const data = this.#data(name);
      return data === undefined ? waiting : view(data);
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
          deliveriesView(rows, (token) => void this.#change(`webhooks/${token}/resend`, {})),
        );
      case 'logs':
        return draw('logs', logsView);
      case 'faults':
        return draw('faults', (data) =>
          faultsView(data, {
            change: (body) => void this.#change('faults', body ? {body} : {method: 'DELETE'}),
          }),
        );
    }
  }

  override render(): TemplateResult {
    return html`<header>
        <h1>card-vault service</h1>
        <span class="hint">Development. Nothing here costs money.</span>
      </header>
      <section aria-label="Calendar"><service-calendar></service-calendar></section>
      <nav aria-label="Views">
        ${names.map(
          (name) =>
            html`<a href="#${name}" aria-current=${name === this.view ? 'page' : nothing}
              >${titles[name]}</a
            >`,
        )}
      </nav>
      <main>
        <div class="title">
          <h2>${titles[this.view]}</h2>
          <button type="button" class="live" aria-pressed=${this.paused} @click=${this.#pause}>
            ${this.paused ? 'Paused' : 'Live'}
          </button>
        </div>
        <p class="problem" role="alert">${this.problem}</p>
        ${this.#content()}
      </main>
      <p class="said" role="status">${this.said}</p>`;
  }
}

customElements.define('service-calendar', ServiceCalendar);
customElements.define('service-dashboard', ServiceDashboard);
