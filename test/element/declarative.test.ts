import {expect} from '@open-wc/testing';
import type {BegunSession} from '../../src/element/host.js';
import type {BegunFields} from '../../src/gateways/microform-mounted.js';
import type {MicroformOptions} from '../../src/gateways/index.js';
import {DeferredElement} from '../../src/element/deferred-element.js';
import {CardVaultElement} from '../../src/element/card-vault.js';
import {CardVaultSubscribeElement} from '../../src/element/subscribe/card-vault-subscribe.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {FakeFields, FakeWorld} from '../support/fake-parts.js';
import {element as ur} from '../../src/texts/ur/element.js';
import {waitUntil} from '../support/wait.js';
import '../../src/element/exports/define.js';

/** What may stand in a shadow root that came with the page's HTML. */
const skeletons: Readonly<Record<string, string>> = {
  'of vault.markup':
    '<style>.base{color:red}</style><div class="base" part="base"><div part="form"><div class="box" part="box box-number"></div></div>' +
    '<slot></slot><slot name="waiting"></slot></div>',
  'of Lit’s server renderer':
    '<style>:host{display:block}</style><!--lit-part kQ/EnpXWPHM=--><div class="base" part="base" lang="en"><!--lit-node 0-->' +
    '<form part="form"><!--lit-part abc=--><input id="expiry"><!--/lit-part--></form><div role="status"></div></div><!--/lit-part-->',
  'of another framework': '<!--[--><div data-v-1>Loading…</div><script type="text/plain">x</script><!--]-->',
  'that is empty': '',
};

interface Declared {
  readonly attributes?: string;
  readonly content?: string;
  readonly mode?: 'open' | 'closed';
  /** The page has begun a session. */
  readonly begun?: boolean;
  /** And brings up its fields. */
  readonly fields?: Promise<BegunFields>;
}

let count = 0;

/** Parses the page's HTML as a browser does, with `<card-vault>` under a name that is defined afterwards. */
function upgraded(
  shadow: string,
  {attributes = '', content = '', mode = 'open', begun = false, fields}: Declared = {},
  world = new FakeWorld(),
): {
  element: CardVaultElement;
  world: FakeWorld;
} {
  const name = `declared-vault-${(count += 1)}`;
  const page = CardVaultHarness.page();
  page.setHTMLUnsafe(
    `<form><${name} session-url="/session" ${attributes}><template shadowrootmode="${mode}">${shadow}</template>${content}</${name}></form>`,
  );
  if (begun)
    Object.assign(page.querySelector(name)!, {
      begunSession: {...world.ports.beginSession('/session'), ...(fields && {fields})},
    });
  customElements.define(
    name,
    class extends CardVaultElement {
      constructor() {
        super(world.ports);
      }
    },
  );
  return {element: page.querySelector<CardVaultElement>(name)!, world};
}

describe('a shadow root that came with the page', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const [name, shadow] of Object.entries(skeletons)) {
    // shows: time 8
    it(`${name} becomes one live form`, async () => {
      const {element} = upgraded(shadow);
      await element.whenReady();
      await element.updateComplete;
      const root = element.shadowRoot!;
      expect(root.querySelectorAll('[part~=base]')).to.have.length(1);
      expect(root.querySelectorAll('form')).to.have.length(1);
      expect(root.querySelectorAll('#expiry')).to.have.length(1);
      expect([...root.children].map(({localName}) => localName)).to.deep.equal(['div']);
      expect(root.textContent).not.to.match(/loading/i);
      expect(getComputedStyle(root.querySelector('.fields')!).display).to.equal('grid');
    });
  }

  // shows: time 11
  it('becomes one live form where the page has closed it, and saves a card', async () => {
    const {element, world} = upgraded(skeletons['of vault.markup']!, {mode: 'closed'});
    await element.whenReady();
    await element.updateComplete;
    const root = element.renderRoot;
    expect(element.shadowRoot).to.equal(null);
    expect(root.mode).to.equal('closed');
    expect(root.querySelectorAll('form')).to.have.length(1);
    expect(root.textContent).not.to.match(/loading/i);
    expect(getComputedStyle(root.querySelector('.fields')!).display).to.equal('grid');
    world.lastFields.change('number', {valid: true, brands: ['visa']});
    world.lastFields.change('securityCode', {valid: true});
    const expiry = root.querySelector<HTMLInputElement>('#expiry')!;
    expiry.value = '0129';
    expiry.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true}));
    expect((await element.save()).outcome).to.equal('saved');
    await waitUntil(() => root.querySelector('[part~=outcome-saved]'), 'the ending is shown');
  });

  // shows: time 94
  it('takes the focus by its label where the page has closed it, not by a press of its text', async () => {
    const {element, world} = upgraded(skeletons['of vault.markup']!, {mode: 'closed'});
    await element.whenReady();
    await element.updateComplete;
    // Once what handles entries is loaded, a requested focus is set at once.
    await element.save().catch(() => undefined);
    const {focused} = world.lastFields;
    focused.length = 0;
    (document.activeElement as HTMLElement).blur();
    element.renderRoot.querySelector<HTMLElement>('.notice')!.click();
    expect(focused).to.deep.equal([]);
    const label = document.createElement('label');
    label.htmlFor = element.id = 'closed-card';
    element.before(label);
    label.click();
    expect(focused).to.deep.equal(['number']);
  });

  it('becomes the subscribe button where the page has closed it', async () => {
    const page = CardVaultHarness.page();
    const shadow = '<template shadowrootmode="closed"><p>Loading…</p></template>';
    page.setHTMLUnsafe(`<closed-subscribe plan="plan_1">${shadow}</closed-subscribe>`);
    customElements.define('closed-subscribe', class extends CardVaultSubscribeElement {});
    const element = page.querySelector<CardVaultSubscribeElement>('closed-subscribe')!;
    await element.updateComplete;
    expect(element.renderRoot.textContent!.trim()).to.equal('Subscribe');
  });

  // shows: time 12
  it('stays as it is until the framework is done', async () => {
    const {element} = upgraded(skeletons['of vault.markup']!, {attributes: 'defer-hydration'});
    await new Promise(requestAnimationFrame);
    expect(element.shadowRoot!.querySelector('[name=waiting]')).not.to.equal(null);
    element.removeAttribute('defer-hydration');
    await element.whenReady();
    expect(element.shadowRoot!.querySelector('[name=waiting]')).to.equal(null);
    expect(element.shadowRoot!.querySelectorAll('form')).to.have.length(1);
  });

  it('is not hydrated where the page has Lit’s support for that', async () => {
    const {createRenderRoot} = Object.getPrototypeOf(DeferredElement.prototype) as {
      createRenderRoot: unknown;
    };
    const lit = Object.getPrototypeOf(DeferredElement.prototype) as {createRenderRoot: () => unknown};
    // What `@lit-labs/ssr-client` puts in place of Lit's own: the root as it is, without styles.
    lit.createRenderRoot = function (this: HTMLElement) {
      return this.shadowRoot ?? (createRenderRoot as () => unknown).call(this);
    };
    try {
      const {element} = upgraded(skeletons['of Lit’s server renderer']!);
      await element.whenReady();
      expect(element.shadowRoot!.querySelectorAll('form')).to.have.length(1);
      expect(element.shadowRoot!.adoptedStyleSheets.length).to.be.greaterThan(0);
    } finally {
      lit.createRenderRoot = createRenderRoot as () => unknown;
    }
  });

  it('gives the form back what held it', async () => {
    const hold = '<p slot="waiting">Loading</p><input slot="waiting" required>';
    const {element} = upgraded(skeletons['of vault.markup']!, {content: hold});
    const form = element.closest('form')!;
    await element.whenReady();
    await element.updateComplete;
    expect(form.checkValidity()).to.equal(true);
    expect(element.querySelector('p')!.getClientRects()).to.have.length(0);
  });

  describe('with a session that its page has begun', () => {
    const shadow =
      '<div class="base"><div class="box"><slot name="number"></slot></div><slot name="security-code"></slot>' +
      '<span class="probe"></span><slot></slot></div>';
    const places = '<div slot="number"></div><div slot="security-code"></div>';

    it('takes over the fields that the page has brought up, and is drawn once they are live', async () => {
      const world = new FakeWorld();
      let live!: (fields: BegunFields) => void;
      const fields = new Promise<BegunFields>((done) => (live = done));
      const seen: MicroformOptions[] = [];
      world.hostedFields = (options) => {
        seen.push(options);
        return new FakeFields(options);
      };
      const {element} = upgraded(shadow, {begun: true, content: places, fields}, world);
      const [number, securityCode] = [...element.querySelectorAll<HTMLElement>('[slot]')];
      await new Promise(requestAnimationFrame);
      expect(element.shadowRoot!.querySelector('form') === null).to.equal(true);
      expect(world.fields).to.have.length(0);
      live({} as BegunFields);
      await element.whenReady();
      await element.updateComplete;
      expect(seen[0]!.begun?.fields === fields).to.equal(true);
      expect(element.renderRoot.querySelectorAll('form')).to.have.length(1);
      expect(world.fields.map(({mounts}) => mounts)).to.deep.equal([1]);
      const ofElement = [...element.children].filter(({slot}) => slot !== '');
      expect(ofElement.map((place) => [number, securityCode].indexOf(place as HTMLElement))).to.deep.equal([
        0, 1,
      ]);
      expect(number!.assignedSlot!.getRootNode() === element.renderRoot).to.equal(true);
    });

    it('is drawn before them where they take long', async () => {
      const fields = new Promise<BegunFields>(() => undefined);
      const {element, world} = upgraded(shadow, {begun: true, content: places, fields});
      await element.updateComplete;
      expect(element.renderRoot.querySelectorAll('form')).to.have.length(1);
      await element.whenReady();
      expect(world.lastFields.mounts).to.equal(1);
    });

    for (const [name, change] of Object.entries<(element: CardVaultElement) => void>({
      'another address': (element) => (element.sessionUrl = '/other'),
      'an adapter': (element) => (element.adapter = new FakeWorld().adapter),
    }))
      it(`gives them up where the page sets ${name}`, async () => {
        const world = new FakeWorld();
        const frame = document.createElement('iframe');
        let begun: unknown = 'not asked';
        world.hostedFields = (options) => {
          begun = options.begun;
          expect(frame.isConnected).to.equal(false);
          return new FakeFields(options);
        };
        const fields = Promise.resolve({} as BegunFields);
        const {element} = upgraded(shadow, {begun: true, content: places, fields}, world);
        element.querySelector('[slot=number]')!.append(frame);
        const page = element as {begunSession?: BegunSession | undefined};
        const {abort} = page.begunSession!;
        // The page takes its frames out itself.
        page.begunSession = {
          ...page.begunSession!,
          abort() {
            abort();
            frame.remove();
          },
        };
        change(element);
        await element.whenReady();
        expect(begun).to.equal(undefined);
        expect(world.begun).to.deep.equal([]);
      });

    it('makes places of its own where a copy of the page has left some', async () => {
      const {element} = upgraded(shadow, {content: places});
      const copies = [...element.querySelectorAll('[slot]')];
      await element.whenReady();
      expect(copies.filter((place) => place.isConnected)).to.have.length(0);
      expect(element.querySelectorAll('[slot=number], [slot=security-code]')).to.have.length(2);
    });

    it('gives the frames the words of the page', async () => {
      const {element, world} = upgraded(shadow, {begun: true, attributes: 'lang="ur"'});
      await element.whenReady();
      await element.updateComplete;
      const frame = (): FakeFields => world.lastFields;
      await waitUntil(() => frame().settings.lang === 'ur', 'the language is loaded');
      await waitUntil(
        () => frame().updates > 0 || element.querySelector('input')!.ariaLabel === ur.number,
        'the frames have it',
      );
    });

    it('is drawn without the frames where the session is slow', async () => {
      const world = new FakeWorld();
      let answer!: () => void;
      world.adapter.script.hold.openSession = new Promise<void>((resolve) => (answer = resolve));
      const {element} = upgraded(shadow, {begun: true}, world);
      await element.updateComplete;
      expect(element.renderRoot.querySelectorAll('form')).to.have.length(1);
      expect(element.matches(':state(loading)')).to.equal(true);
      answer();
      await element.whenReady();
      expect(world.lastFields.mounts).to.equal(1);
    });

    it('becomes one live form where it is taken out and put back meanwhile', async () => {
      const {element, world} = upgraded(shadow, {begun: true});
      const {parentNode} = element;
      element.remove();
      parentNode!.append(element);
      await element.whenReady();
      await element.updateComplete;
      expect(element.renderRoot.querySelectorAll('form')).to.have.length(1);
      expect(element.querySelectorAll('[slot=number]')).to.have.length(1);
      expect(world.lastFields.mounts).to.equal(1);
    });
  });
});
