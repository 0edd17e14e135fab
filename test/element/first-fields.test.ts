import {expect} from '@open-wc/testing';
import {CardVaultElement} from '../../src/element/card-vault.js';
import type {EarlyForm} from '../../src/element/fields/early-fields.js';
import type {BegunFields} from '../../src/gateways/microform-mounted.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {FakeFields, FakeWorld} from '../support/fake-parts.js';
import {waitUntil} from '../support/wait.js';

let count = 0;

interface Setup {
  readonly attributes?: string;
  readonly content?: string;
  readonly before?: string;
  readonly world?: FakeWorld;
  readonly remembers?: boolean;
  readonly prepare?: (tag: HTMLElement) => void;
}

/** A tag of the page's HTML that is defined afterwards, and what was asked to bring its fields up. */
function declared({
  attributes = '',
  content = '',
  before = '',
  world = new FakeWorld(),
  remembers = false,
  prepare,
}: Setup = {}) {
  const name = `first-vault-${(count += 1)}`;
  const asked: {form: EarlyForm; signal: AbortSignal}[] = [];
  let live!: (fields?: BegunFields) => void;
  let fail!: (error: Error) => void;
  const fields = new Promise<BegunFields | undefined>((done, failed) => ([live, fail] = [done, failed]));
  const ports = {
    ...world.ports,
    ...(remembers && {remembers: () => true}),
    loadFields: () =>
      Promise.resolve({
        bringUpFields: (_host: unknown, form: EarlyForm, signal: AbortSignal) => {
          asked.push({form, signal});
          return fields;
        },
      }),
  };
  const page = CardVaultHarness.page();
  // Words of a language that no page speaks, as a browser on a test machine may have, are looked for first.
  page.lang = 'en';
  page.innerHTML = `${before}<form><${name} session-url="/session" ${attributes}>${content}</${name}></form>`;
  document.body.prepend(page);
  const tag = page.querySelector<HTMLElement>(name)!;
  prepare?.(tag);
  customElements.define(
    name,
    class extends CardVaultElement {
      constructor() {
        super(ports);
      }
    },
  );
  const element = page.querySelector<CardVaultElement>(name)!;
  return {
    asked,
    element,
    fail,
    live,
    page,
    world,
    part: (one: string) => element.shadowRoot?.querySelector(`[part~=${one}]`),
  };
}

describe('the first fields of a plain form', () => {
  afterEach(() => CardVaultHarness.clean());

  it('come up in a form that is only drawn, and are handed to the one that works', async () => {
    const world = new FakeWorld();
    const handed: unknown[] = [];
    world.hostedFields = (options) => {
      handed.push(options.begun?.fields);
      return new FakeFields(options);
    };
    const {asked, element, live, part} = declared({world, attributes: 'cardholder-name layout="compact"'});
    await waitUntil(() => asked.length === 1, 'the fields are asked for');
    expect(world.begun).to.deep.equal(['/session']);
    expect(asked[0]!.form.draw()).to.equal(element.shadowRoot);
    expect(part('form')!.getAttribute('aria-hidden')).to.equal('true');
    expect(part('base')!.getAttribute('data-layout')).to.equal('compact');
    const labels = [...element.shadowRoot!.querySelectorAll('.label')].map((label) => label.textContent);
    expect(labels).to.deep.equal(['Card number', 'Expiry date', 'Security code', 'Name on card']);
    expect(
      element.shadowRoot!.querySelectorAll('input, [type=submit], button:not([tabindex="-1"])'),
    ).to.have.length(0);
    live({} as BegunFields);
    await element.whenReady();
    expect(part('form')!.localName).to.equal('form');
    expect(handed[0]).to.be.instanceOf(Promise);
    expect(world.begun).to.deep.equal(['/session']);
    expect(asked).to.have.length(1);
  });

  it('have a button below them where no form of the page has one', async () => {
    const {asked, part} = declared();
    await waitUntil(() => asked.length === 1);
    expect(part('save-button')!.textContent!.trim()).to.equal('Save card');
    const other = declared({before: '<form id="f"><button>Go</button></form>', attributes: 'form="f"'});
    await waitUntil(() => other.asked.length === 1);
    expect(other.part('save-button')).to.equal(null);
  });

  it('are brought up by the engine where they fail', async () => {
    const {asked, element, fail, world} = declared();
    await waitUntil(() => asked.length === 1);
    fail(new Error('made by a test'));
    await element.whenReady();
    expect(world.lastFields.mounts).to.equal(1);
    expect(world.begun).to.deep.equal(['/session']);
  });

  it('hold the form that needs them from the start', async () => {
    const {asked, page, live, element} = declared({attributes: 'required'});
    await waitUntil(() => asked.length === 1);
    const form = page.querySelector('form')!;
    let left = 0;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      left += 1;
    });
    form.requestSubmit();
    expect(left).to.equal(0);
    live({} as BegunFields);
    await element.whenReady();
  });

  it('are given up with the element', async () => {
    const {asked, element, world} = declared();
    await waitUntil(() => asked.length === 1);
    element.remove();
    expect(asked[0]!.signal.aborted).to.equal(true);
    expect(world.begun).to.deep.equal([]);
  });

  it('begin with the session that the page has begun, unless it is another', async () => {
    const world = new FakeWorld();
    const begin = (url: string) => (tag: HTMLElement) =>
      void Object.assign(tag, {begunSession: world.ports.beginSession(url)});
    const {asked} = declared({world, prepare: begin('/session')});
    await waitUntil(() => asked.length === 1);
    expect(world.begun).to.deep.equal(['/session']);
    const other = declared({world, prepare: begin('/elsewhere')});
    await other.element.whenReady();
    expect(other.asked).to.have.length(0);
  });

  it('come up while the words of another language load, in a form whose own text is not seen yet', async () => {
    const {asked, element, part, live, world} = declared({attributes: 'lang="ur"'});
    expect(world.begun).to.deep.equal(['/session']);
    expect(part('form')!.getAttribute('aria-hidden')).to.equal('true');
    expect(part('base')!.hasAttribute('data-wordless')).to.equal(true);
    await waitUntil(() => asked.length === 1, 'the fields are asked for');
    await asked[0]!.form.drawn.locale.words;
    live({} as BegunFields);
    await element.whenReady();
    expect(part('form')!.hasAttribute('aria-hidden')).to.equal(false);
    expect(part('base')!.hasAttribute('data-wordless')).to.equal(false);
    expect(part('base')!.getAttribute('lang')).to.equal('ur');
    expect(world.begun).to.deep.equal(['/session']);
  });

  const others: Readonly<Record<string, Setup>> = {
    'an address': {attributes: 'billing-fields="postal"'},
    'a consent': {attributes: 'consent="required"'},
    'plain inputs': {attributes: 'entry-mode="raw"'},
    'a saved card': {attributes: 'saved-card'},
    'fields that the page places': {content: '<card-vault-field name="number"></card-vault-field>'},
    'a place far below': {before: '<div style="block-size: 9000px"></div>'},
    'a disabled tag': {attributes: 'disabled'},
  };
  for (const [name, setup] of Object.entries(others))
    it(`are left to the engine for ${name}`, async () => {
      const {asked, element} = declared(setup);
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('[role=status]')).to.not.equal(null);
      expect(asked).to.have.length(0);
    });

  it('are left to the engine where a run may be taken up', async () => {
    const world = new FakeWorld();
    const {asked, element} = declared({world, remembers: true});
    await element.updateComplete;
    expect(asked).to.have.length(0);
  });
});
