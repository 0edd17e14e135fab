import {attribute, html, type Markup} from './html.js';
import {languageNames} from '../../src/texts/index.js';
import {switches, type Settings, type SwitchName} from './settings.js';

type Labels = {
  readonly [Name in SwitchName]: readonly [string, Readonly<Record<Settings[Name], string>>];
};

const labels: Labels = {
  'step-up': ['Bank’s page', {dialog: 'In a dialog', inline: 'In the page', redirect: 'Instead of the page'}],
  verification: ['Amount', {off: 'Small, then reversed', on: 'Zero (account verification)'}],
  guest: ['Shopper', {off: 'Has an account', on: 'Guest'}],
  entry: ['Card fields', {flex: 'Hosted (flex)', raw: 'The page’s own (raw)'}],
  code: ['Saved card', {off: 'Pays as it is', on: 'Its security code is asked'}],
  theme: ['Theme', {auto: 'As the system', light: 'Light', dark: 'Dark'}],
  lang: ['Language', {...languageNames, 'en-XA': 'Pseudo, longer', 'ar-XB': 'Pseudo, turned'}],
  stay: ['After saving', {off: 'Go to the account', on: 'Stay on the page'}],
};

/** A tester's drawer. Always English, always left to right. */
export const drawerFrame = (sections: Markup): Markup =>
  html`<aside class="drawer" lang="en" dir="ltr" aria-labelledby="drawer-title">
    <div class="drawer-head">
      <h2 id="drawer-title">Behind the counter</h2>
      <p>For testers. Shoppers never see this half. <a href="/bench">QA bench</a></p>
    </div>
    <div class="in-force" id="in-force" role="status" hidden></div>
    ${sections}
  </aside>`;

/** The drawer of the pages with cards: which card does what, the switches, the flow as it runs. */
export function drawer(settings: Settings): Markup {
  return drawerFrame(
    html`${cardPicker()}
      <section aria-labelledby="flow-title">
        <h3 id="flow-title">The flow</h3>
        <card-vault-inspector></card-vault-inspector>
        <div id="ledger" class="ledger" hidden></div>
      </section>
      ${bankBoard()} ${switchBoard(settings)} ${faultBoard()}
      <section aria-labelledby="snippet-title">
        <h3 id="snippet-title">This, in your shop</h3>
        <div class="snippet">
          <button type="button" class="copy" data-copies="page-snippet">Copy the page</button>
          <pre tabindex="0"><code id="page-snippet"></code></pre>
        </div>
        <div class="snippet">
          <button type="button" class="copy" data-copies="server-snippet">Copy the server</button>
          <pre tabindex="0"><code id="server-snippet"></code></pre>
        </div>
      </section>`,
  );
}

/** Filled by `shop/card-picker.ts`. The number goes in by hand or by paste: no script can type into the bank's fields. */
export function cardPicker(): Markup {
  return html`<section aria-labelledby="card-title">
    <h3 id="card-title">Test card</h3>
    <label class="field" for="scenario">What should happen</label>
    <select id="scenario"></select>
    <fieldset class="chips" id="brands"><legend>Brand</legend></fieldset>
    <div class="test-card" id="test-card">
      <button type="button" class="number" data-copies="test-number" title="Copy the card number">
        <span id="test-number"></span><small>Copy</small>
      </button>
      <button type="button" data-copies="test-expiry" title="Copy the expiry date">
        <span id="test-expiry"></span><small>Expiry</small>
      </button>
      <button type="button" data-copies="test-code" title="Copy the security code">
        <span id="test-code"></span><small>Code</small>
      </button>
      <p id="test-hint"></p>
    </div>
    <div class="seed tries">
      <p class="hint" id="tries" role="status">A shopper may try 30 cards an hour.</p>
      <button type="button" id="forget-tries">Start over</button>
    </div>
  </section>`;
}

/** Filled by `shop/bank.ts`. It belongs to the service, not to the page: it stays over a reload. */
function bankBoard(): Markup {
  return html`<section aria-labelledby="bank-title">
    <h3 id="bank-title">The bank</h3>
    <label class="field" for="bank">When a card is asked, the bank</label>
    <select id="bank"></select>
    <p id="bank-report" class="hint" role="status"></p>
  </section>`;
}

/** Filled by `shop/faults.ts`. Faults belong to the service, not to the page: they stay over a reload. */
function faultBoard(): Markup {
  return html`<section aria-labelledby="faults-title">
    <h3 id="faults-title">Let it go wrong</h3>
    <label class="field" for="fault">What goes wrong next</label>
    <select id="fault"></select>
    <form id="fault-seed" class="seed">
      <label for="seed">Or five faults from a seed</label>
      <input id="seed" name="seed" type="number" min="0" max="4294967295" value="7" required />
      <button>Draw</button>
    </form>
    <p id="fault-report" class="hint" role="status"></p>
  </section>`;
}

export function switchBoard(
  settings: Settings,
  names: readonly SwitchName[] = Object.keys(switches) as SwitchName[],
): Markup {
  const row = (name: SwitchName): Markup => {
    const [label, words]: readonly [string, Readonly<Record<string, string>>] = labels[name];
    const values: readonly string[] = switches[name];
    const options = values.map(
      (value) =>
        html`<option
          value="${value}"
          ${name === 'lang' && html`lang="${value}"`}
          ${attribute('selected', value === settings[name])}
        >
          ${words[value]}
        </option>`,
    );
    return html`<label for="switch-${name}">${label}</label
      ><select id="switch-${name}" name="${name}">
        ${options}
      </select>`;
  };
  return html`<section aria-labelledby="switches-title">
    <h3 id="switches-title">Switches</h3>
    <form id="switches" class="switches" method="get">
      ${names.map(row)}
      <noscript><button>Apply</button></noscript>
    </form>
  </section>`;
}
