import {html} from 'lit';
import type {TemplateResult} from 'lit';
import type {FaultsView} from './api.js';
import {plainWords} from './format.js';
import {badge, empty, table} from './pieces.js';

const actions = [
  'GENERATE_CAPTURE_CONTEXT',
  'PROCESS_TRANSIENT_TOKEN',
  'PAYER_AUTH_SETUP',
  'PAYER_AUTH_ENROLLMENT',
  'PAYER_AUTH_VALIDATION',
  'AUTHORIZATION',
  'REVERSAL',
  'FETCH_PAYMENT',
];

/** What the faults view asks the dashboard to do. */
export interface FaultSwitches {
  /** Sends to `/sandbox/v1/faults`; without a body, everything is cleared. */
  readonly change: (body: object | undefined) => void;
}

function submitted(event: SubmitEvent): (name: string) => string {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
}

function add(event: SubmitEvent, {change}: FaultSwitches): void {
  const field = submitted(event);
  const named = (name: string) => (field(name) === '' ? {} : {[name]: field(name)});
  const number = (name: string) => (field(name) === '' ? {} : {[name]: Number(field(name))});
  const rule = {
    kind: field('kind'),
    ...named('action'),
    ...named('tracker'),
    ...number('times'),
    ...number('milliseconds'),
  };
  change({add: [rule]});
}

function form({kinds}: FaultsView, switches: FaultSwitches): TemplateResult {
  return html`<form class="panel" @submit=${(event: SubmitEvent) => add(event, switches)}>
    <h3>Let something go wrong</h3>
    <div class="fields">
      <label class="wide">
        <span>What happens</span>
        <select name="kind">
          ${kinds.map(({kind, says}) => html`<option value=${kind}>${plainWords(kind.replaceAll('-', '_'))}: ${says}</option>`)}
        </select>
      </label>
      <label>
        <span>Action</span>
        <select name="action">
          <option value="">Any request</option>
          ${actions.map((action) => html`<option value=${action}>${plainWords(action)}</option>`)}
        </select>
      </label>
      <label><span>Tracker</span><input name="tracker" placeholder="Any" autocomplete="off" /></label>
      <label
        ><span>How often</span><input name="times" type="number" min="1" max="1000000" value="1"
      /></label>
      <label>
        <span>Milliseconds</span>
        <input name="milliseconds" type="number" min="0" max="600000" placeholder="As usual" />
      </label>
    </div>
    <p><button class="strong">Add fault</button></p>
  </form>`;
}

function draw(seed: number, {change}: FaultSwitches): TemplateResult {
  const submit = (event: SubmitEvent) => change({seed: Number(submitted(event)('seed'))});
  return html`<form class="panel" @submit=${submit}>
    <h3>Draw five faults from a seed</h3>
    <p class="hint">The same seed gives the same faults again. They replace those above.</p>
    <div class="fields">
      <label
        ><span>Seed</span><input name="seed" type="number" min="0" max="4294967295" required value=${seed}
      /></label>
    </div>
    <p><button>Draw</button></p>
  </form>`;
}

function rules({rules: planned}: FaultsView, {change}: FaultSwitches): TemplateResult {
  if (planned.length === 0)
    return empty('Nothing goes wrong on purpose.', 'Add a fault above, or draw some from a seed.');
  return html`${table(
      'Faults',
      [
        ['Fault', ({kind}) => plainWords(kind.replaceAll('-', '_'))],
        ['Where', ({action, route}) => action ?? route ?? 'Any'],
        ['Tracker', ({tracker}) => html`<bdi>${tracker ?? 'Any'}</bdi>`],
        [
          'Takes',
          ({milliseconds: [low, high]}) =>
            high === 0 ? '–' : low === high ? `${low} ms` : `${low}–${high} ms`,
        ],
        ['Struck', ({struck, times}) => `${struck} of ${times ?? 'any number'}`],
        [
          'State',
          ({struck, times}) => (times !== null && struck >= times ? badge('Done') : badge('Armed', 'warn')),
        ],
      ],
      {rows: planned, key: ({id}) => id},
    )}
    <p><button type="button" @click=${() => change(undefined)}>Clear all faults</button></p>`;
}

export function faultsView(view: FaultsView, switches: FaultSwitches): TemplateResult {
  return html`${rules(view, switches)}
    <div class="panels">${form(view, switches)} ${draw(view.seed, switches)}</div>`;
}
