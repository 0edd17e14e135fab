import type {Messages} from '../../../src/texts/shapes.js';
import {Choosing, type ChoosingHost} from '../../../src/element/list/choosing.js';
import type {CardVaultChooseEvent} from '../../../src/element/list/events.js';
import type {Row, WalletController} from '../../../src/element/list/wallet.js';
import type {VaultAdapter} from '../../../src/flow/index.js';
import type {PaymentMethod} from '../../../src/protocol/index.js';
import {FakeFormHost} from '../../support/fake-host.js';

class FakeListHost extends FakeFormHost implements ChoosingHost {
  preselect: 'default' | 'none' = 'default';
  override required = false;
  adapter: VaultAdapter | undefined = undefined;
  sessionUrl: string | undefined = undefined;
  shopName: string | undefined = undefined;
  locale: string | undefined = undefined;
  messages: Partial<Messages> | undefined = undefined;
  theme = 'auto' as const;
  quiet = false;
  value = '';
  get form(): HTMLFormElement | null {
    return this.internals.form;
  }
}
customElements.define('fake-list-host', FakeListHost);

const radios = '<input type="radio" class="radio" name="card">'.repeat(3);

interface Given {
  /** Beside the host in its form. */
  readonly html?: string;
  readonly isInForm?: boolean;
}

/**
 * The choice of a list in a form, whose value is sent as `card`; its cards are loaded when a test says so.
 */
export function choosingSetup({html = '<slot></slot>', isInForm = true}: Given = {}) {
  const host = new FakeListHost();
  host.setAttribute('name', 'card');
  host.attachShadow({mode: 'open', delegatesFocus: false}).innerHTML = radios;
  const form = document.createElement(isInForm ? 'form' : 'fieldset');
  form.innerHTML = html;
  form.querySelector('slot')!.replaceWith(host);
  document.body.append(form);
  const said: string[] = [];
  const chosen: [string | undefined, boolean][] = [];
  host.addEventListener('card-vault-choose', ({detail}: CardVaultChooseEvent) =>
    chosen.push([detail.paymentMethod?.token, detail.another]),
  );
  const wallet = {
    phase: 'loading' as WalletController['phase'],
    rows: [] as Row[],
    methods: [] as PaymentMethod[],
    take(method: PaymentMethod): void {
      wallet.hold(...wallet.methods.filter(({token}) => token !== method.token), method);
    },
    /** These are the cards that are there. */
    hold(...methods: PaymentMethod[]): void {
      Object.assign(wallet, {methods, rows: methods.map((method) => ({method})), phase: 'shown'});
    },
  };
  const another = {offered: false, isOfForm: false, isSaving: false};
  const choosing = new Choosing(host, {
    ...{internals: host.internals, another},
    wallet: wallet as unknown as WalletController,
    announcer: {say: (text) => said.push(text)},
    say: (key, values) => (values ? `${key} ${String(values['card'])}` : key),
  });
  host.addEventListener('invalid', (event) => event.target === host && choosing.refuse(event));
  /** The cards have been loaded: these. */
  const load = (...methods: PaymentMethod[]): void => {
    wallet.hold(...methods);
    choosing.loaded();
  };
  const sent = (): unknown => new FormData(form as HTMLFormElement).get('card');
  return {host, form, said, chosen, wallet, another, choosing, load, sent};
}

export const removeForms = (): void =>
  document.querySelectorAll('form, fieldset').forEach((form) => form.remove());
