import {ask, byId, element, posted, read} from './dom.js';
import {showInForce} from './in-force.js';

const times = null;
const enrollment = 'PAYER_AUTH_ENROLLMENT';

interface Rule {
  readonly kind: string;
  readonly action?: string;
  readonly milliseconds?: number | readonly number[];
  readonly chance?: number;
  /** How often it strikes; null for always. */
  readonly times?: number | null;
}

/** What the service is to do wrong, and what it has done. */
interface Plan {
  readonly rules: readonly Rule[];
  readonly struck: readonly {readonly kind: string}[];
  readonly seed: number;
}

/** Faults worth a switch of their own; the dashboard of the service has them all. */
const choices: readonly (readonly [text: string, rules?: readonly Rule[]])[] = [
  ['Nothing'],
  ['Every answer is slow', [{kind: 'latency', milliseconds: [600, 1800], times}]],
  ['Error 500 at the enrollment, then fine', [{kind: 'server-error', action: enrollment}]],
  ['The reply to the authorization is lost', [{kind: 'dropped-reply', action: 'AUTHORIZATION'}]],
  ['Time-out before the enrollment', [{kind: 'timeout-before', action: enrollment, milliseconds: 3000}]],
  ['Time-out after the enrollment', [{kind: 'timeout-after', action: enrollment, milliseconds: 3000}]],
  ['Device data comes late', [{kind: 'device-data-slow', milliseconds: 4000}]],
  ['Device data never comes', [{kind: 'device-data-missing'}]],
  ['The bank’s page comes late', [{kind: 'late-step-up', milliseconds: 4000}]],
  ['The time-based token expires early', [{kind: 'token-expired', action: enrollment}]],
  ['The capture context expires early', [{kind: 'capture-context-expired'}]],
  ['The transient token expires early', [{kind: 'transient-token-expired'}]],
  ['The receiver of events fails at a third of them', [{kind: 'receiver-error', chance: 0.33, times}]],
];

const path = '/behind-the-counter/faults';

/** Lets the service go wrong on demand, and says what has struck. A plan stays until it is replaced or switched off. */
export async function startFaults(): Promise<void> {
  const list = byId('fault', HTMLSelectElement);
  list.append(...choices.map(([text], index) => element('option', {value: String(index)}, text)));
  const show = async (options?: RequestInit) => {
    const answer = await ask(path, options);
    if (answer?.ok) tell(list, await read<Plan>(answer));
    if (options) void showInForce();
  };
  list.addEventListener('change', () => {
    const rules = choices[Number(list.value)]?.[1];
    void show(rules ? posted({rules}) : {method: 'DELETE'});
  });
  byId('fault-seed').addEventListener('submit', (event) => {
    event.preventDefault();
    void show(posted({seed: byId('seed', HTMLInputElement).valueAsNumber}));
  });
  for (const end of ['saved', 'stopped', 'error']) {
    document.addEventListener(`card-vault-${end}`, () => void show());
  }
  await show();
}

/** The list shows the running plan where it is one of its own. */
function tell(list: HTMLSelectElement, {rules, struck, seed}: Plan): void {
  const kinds = (plan: readonly Rule[]) => plan.map(({kind, action}) => `${kind} ${action ?? ''}`).join();
  const own = choices.findIndex(([, plan]) => kinds(plan ?? []) === kinds(rules));
  list.selectedIndex = own;
  const plan = own > 0 ? '' : `Seed ${seed}: ${rules.map(({kind}) => kind).join(', ')}. `;
  const count =
    struck.length === 0 ? 'Nothing has struck yet.' : `Struck: ${struck.map(({kind}) => kind).join(', ')}.`;
  byId('fault-report').textContent = rules.length === 0 ? 'All goes well.' : `${plan}${count}`;
}
