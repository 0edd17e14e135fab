import {html, type TemplateResult} from 'lit';
import type {FaultsView} from './api.js';
import {plainWords} from './format.js';
import {badge, emptyView, table} from './pieces.js';

/** The tracker actions that a fault can be limited to. */
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

/** Sends the body to `/sandbox/v1/faults`; without a body, clears all faults. */
export type ChangeFaults = (body: object | undefined) => void;

/** Returns a function that reads the fields of the submitted form. */
function fieldReader(event: SubmitEvent): (name: string) => string {
  const data = new FormData(event.target as HTMLFormElement);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
}

function addFault(event: SubmitEvent, change: ChangeFaults): void {
  event.preventDefault();
  const field = fieldReader(event);
  const optionalText = (name: string) => (field(name) === '' ? {} : {[name]: field(name)});
  const optionalNumber = (name: string) => (field(name) === '' ? {} : {[name]: Number(field(name))});
  const rule = {
    kind: field('kind'),
    ...optionalText('action'),
    ...optionalText('tracker'),
    ...optionalNumber('times'),
    ...optionalNumber('milliseconds'),
  };
  change({add: [rule]});
}

/** A fault's kind in words, such as `Slow answer`. */
const kindText = (kind: string) => plainWords(kind.replaceAll('-', '_'));

function addForm({kinds}: FaultsView, change: ChangeFaults): TemplateResult {
  return html`<form class="panel" @submit=${(event: SubmitEvent) => addFault(event, change)}>
    <h3>Let something go wrong</h3>
    <div class="fields">
      <label class="wide">
        <span>What happens</span>
        <select name="kind">
          ${kinds.map(({kind, says}) => html`<option value=${kind}>${kindText(kind)}: ${says}</option>`)}
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

function seedForm(seed: number, change: ChangeFaults): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change({seed: Number(fieldReader(event)('seed'))});
  };
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

function delayText([shortest, longest]: readonly [number, number]): string {
  if (longest === 0) return '–';
  return shortest === longest ? `${shortest} ms` : `${shortest}–${longest} ms`;
}

function faultsTable({rules}: FaultsView, change: ChangeFaults): TemplateResult {
  if (rules.length === 0) {
    return emptyView('Nothing goes wrong on purpose.', 'Add a fault below, or draw some from a seed.');
  }
  return html`${table(
      'Faults',
      [
        ['Fault', ({kind}) => kindText(kind)],
        ['Where', ({action, route}) => action ?? route ?? 'Any'],
        ['Tracker', ({tracker}) => html`<bdi>${tracker ?? 'Any'}</bdi>`],
        ['Takes', ({milliseconds}) => delayText(milliseconds)],
        ['Struck', ({struck, times}) => `${struck} of ${times ?? 'any number'}`],
        [
          'State',
          ({struck, times}) => (times !== null && struck >= times ? badge('Done') : badge('Armed', 'warn')),
        ],
      ],
      {rows: rules, key: ({id}) => id},
    )}
    <p><button type="button" @click=${() => change(undefined)}>Clear all faults</button></p>`;
}

/** The faults that are planned, and two forms to plan more. */
export function faultsView(view: FaultsView, change: ChangeFaults): TemplateResult {
  return html`${faultsTable(view, change)}
    <div class="panels">${addForm(view, change)} ${seedForm(view.seed, change)}</div>`;
}
