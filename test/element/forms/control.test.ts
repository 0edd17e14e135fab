import {expect} from '@open-wc/testing';
import {CardVaultListElement} from '../../../src/element/list/card-vault-list.js';
import {CardVaultElement} from '../../../src/element/card-vault.js';
import {waitUntil} from '../../support/wait.js';
import {Stage} from './stage.js';

/** What the console warns of while something is done. */
async function warningsOf(action: () => void, count: number): Promise<readonly string[]> {
  const {warn} = console;
  const warnings: string[] = [];
  console.warn = (text: string) => warnings.push(text);
  try {
    action();
    await waitUntil(() => warnings.length >= count, 'the console warns');
  } finally {
    console.warn = warn;
  }
  return warnings;
}

/** Every accessor of an element beside its options, up to the platform's own. */
function accessorsOf(prototype: object): string[] {
  const {constructor} = prototype as {constructor: {elementProperties: Map<string, unknown>}};
  const names: string[] = [];
  for (let at = prototype; at !== HTMLElement.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, {get}] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (get && !constructor.elementProperties.has(name)) names.push(name);
  return names;
}

for (const [tag, base] of [
  ['late-card', CardVaultElement],
  ['late-list', CardVaultListElement],
] as const) {
  it(`<${base.name}> keeps no property that the page has set before its script was there`, async () => {
    const element = document.createElement(tag);
    const names = accessorsOf(base.prototype);
    expect(names).to.include.members(['form', 'validity', 'value', 'willValidate']);
    for (const name of names) Object.assign(element, {[name]: 'pm_old'});
    customElements.define(tag, class extends (base as typeof CardVaultElement) {});
    const warnings = await warningsOf(() => customElements.upgrade(element), tag === 'late-card' ? 1 : 0);
    for (const warning of warnings) {
      expect(warning).to.contain('[card-vault] option-not-used: value: ');
      expect(warning).not.to.contain('pm_old');
    }
    for (const name of names) expect(Object.hasOwn(element, name), name).to.equal(false);
    expect((element as CardVaultElement).value).to.equal('');
  });
}

for (const tag of ['played-card', 'played-list'])
  describe(`${tag === 'played-card' ? '<card-vault>' : '<card-vault-list>'} as a control`, () => {
    let stage: Stage;
    let told: string[];
    beforeEach(async () => {
      stage = new Stage();
      stage.place.innerHTML = `<form><${tag} name="card"></${tag}><button>Pay</button></form>`;
      await stage.ready();
      told = [];
      for (const type of ['input', 'change'])
        stage.form.addEventListener(type, ({target}) => {
          const {card} = Object.fromEntries(new FormData(stage.form));
          told.push(`${type} ${(target as CardVaultElement).value} ${String(card)}`);
        });
      stage.form.addEventListener('submit', (event) => event.preventDefault());
    });
    afterEach(() => stage.end());

    const give = async (): Promise<void> => {
      await stage.fill();
      stage.press();
      await waitUntil(() => stage.element.value !== '', 'there is a value');
    };

    it('tells of a new value by input and change, when value and form have it, and of nothing that is typed', async () => {
      await give();
      const {token} = stage;
      expect(told).to.deep.equal([`input ${token} ${token}`, `change ${token} ${token}`]);
    });

    it('is emptied by the value "", and tells the page nothing that it does itself', async () => {
      await give();
      told.length = 0;
      stage.element.value = '';
      expect([stage.element.value, [...new FormData(stage.form)]]).to.deep.equal(['', []]);
      await stage.element.whenReady();
      await give();
      told.length = 0;
      stage.form.reset();
      expect([stage.element.value, [...new FormData(stage.form)]]).to.deep.equal(['', []]);
      expect(told).to.deep.equal([]);
    });

    it('takes the token of no card that it does not show', () => {
      Object.assign(stage.element, {value: 'pm_of_another'});
      expect([stage.element.value, [...new FormData(stage.form)]]).to.deep.equal(['', []]);
    });

    it('keeps the form for an error of the page, and shows its words', async () => {
      const submitted: Event[] = [];
      stage.form.addEventListener('submit', (event) => submitted.push(event));
      stage.element.setCustomValidity('We do not deliver there.');
      expect(stage.element.checkValidity()).to.equal(false);
      expect(stage.element.validity.customError).to.equal(true);
      expect(stage.element.validationMessage).to.equal('We do not deliver there.');
      stage.press();
      const root = stage.element.renderRoot;
      await waitUntil(() => root.textContent!.includes('We do not deliver there.'), 'the words are shown');
      // The card form has a place for them, where they move nothing.
      if (tag === 'played-card') expect(root.querySelector('.form [part~=problem]')).not.to.equal(null);
      expect(submitted).to.deep.equal([]);
      stage.element.setCustomValidity('');
      await stage.element.updateComplete;
      expect(root.querySelector('[part~=problem], [part~=error] span')).to.equal(null);
      await give();
      await waitUntil(() => submitted.length === 1, 'the form is sent');
    });

    it('shows nothing where the page only asks whether it is valid', async () => {
      stage.element.required = true;
      await stage.element.updateComplete;
      expect(stage.element.checkValidity()).to.equal(false);
      await stage.element.updateComplete;
      expect(stage.element.renderRoot.querySelector('[part~=error] span')).to.equal(null);
    });
  });

it('<card-vault> keeps what is typed and saved when a library writes the empty value again', async () => {
  const stage = new Stage();
  stage.place.innerHTML = '<form><played-card name="card"></played-card><button>Pay</button></form>';
  await stage.ready();
  stage.form.addEventListener('submit', (event) => event.preventDefault());
  await stage.fill();
  stage.press();
  stage.element.value = '';
  await waitUntil(() => stage.element.value !== '', 'the card is saved');
  stage.end();
});

it('<card-vault> tells a library that its token is gone when the page has it reset', async () => {
  const stage = new Stage();
  stage.place.innerHTML = '<form><played-card name="card"></played-card><button>Pay</button></form>';
  await stage.ready();
  stage.form.addEventListener('submit', (event) => event.preventDefault());
  await stage.fill();
  stage.press();
  await waitUntil(() => stage.element.value !== '', 'the card is saved');
  const values: string[] = [];
  stage.form.addEventListener('change', () => values.push(stage.element.value));
  (stage.element as CardVaultElement).reset();
  expect(values).to.deep.equal(['']);
  stage.end();
});
