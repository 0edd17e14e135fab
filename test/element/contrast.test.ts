import {expect} from '@open-wc/testing';
import {lowContrasts} from '../../src/element/contrast.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

describe('contrast of the form, told to developers', () => {
  afterEach(() => CardVaultHarness.clean());

  async function drawn(css: Readonly<Record<string, string>>, theme: 'light' | 'dark' = 'light') {
    const page = CardVaultHarness.page();
    page.style.background = theme === 'light' ? '#fff' : '#14161a';
    const harness = await CardVaultHarness.ready((element) => {
      element.theme = theme;
      for (const [name, value] of Object.entries(css))
        element.style.setProperty(`--card-vault-${name}`, value);
    }, page);
    return harness;
  }
  const found = async (css: Readonly<Record<string, string>>, theme?: 'light' | 'dark') =>
    lowContrasts((await drawn(css, theme)).root).map(({what}) => what);

  // shows: wcag 1.4.3
  it('has nothing to say of the colours that the form brings, light and dark', async () => {
    expect(await found({})).to.deep.equal([]);
    expect(await found({}, 'dark')).to.deep.equal([]);
  });

  for (const [css, what] of [
    [{text: '#999'}, ['text in fields', 'labels']],
    [{muted: 'rgb(0 0 0 / 0.4)'}, ['the notice']],
    [{placeholder: 'oklch(0.8 0 0)'}, ['placeholders']],
    [{border: '#ddd'}, ['borders of fields']],
    [{accent: '#ffd24d', 'accent-text': '#fff'}, ['the save button']],
    [{surface: '#333', text: '#222'}, ['text in fields', 'placeholders']],
  ] as const)
    it(`names ${what.join(' and ')} for ${JSON.stringify(css)}`, async () => {
      expect(await found(css)).to.include.members([...what]);
    });

  it('counts as WCAG does', async () => {
    const {root} = await drawn({border: '#777777'});
    expect(lowContrasts(root)).to.deep.equal([]);
    const light = await drawn({border: '#959595'});
    const [border] = lowContrasts(light.root);
    expect(border).to.include({what: 'borders of fields', least: 3});
    expect(border!.ratio).to.be.closeTo(2.98, 0.02);
  });

  it('is silent in a page that cannot paint, as a simulated one', async () => {
    const {root} = await drawn({border: '#ddd'});
    const {OffscreenCanvas: own} = globalThis;
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    try {
      expect(lowContrasts(root)).to.deep.equal([]);
    } finally {
      globalThis.OffscreenCanvas = own;
    }
    expect(lowContrasts(root)).to.have.length(1);
  });

  it('is silent where a picture lies behind the form', async () => {
    const harness = await drawn({border: '#ddd'});
    harness.element.parentElement!.style.backgroundImage = 'linear-gradient(#fff, #eee)';
    expect(lowContrasts(harness.root)).to.deep.equal([]);
  });

  it('is one line on the console before a save, with what it measured', async () => {
    const {warn} = console;
    // Colours of its own: what was said once is not said again.
    const heard: string[] = [];
    console.warn = (text: string) => void heard.push(text);
    try {
      const harness = await drawn({border: '#cfcfd1'});
      await harness.fill();
      await harness.saved();
      await waitUntil(() => heard.length > 0, 'the console says so');
    } finally {
      console.warn = warn;
    }
    expect(heard.join()).to.match(/low-contrast: .*borders of fields 1\.\d\d:1 instead of 3:1\./);
  });
});
