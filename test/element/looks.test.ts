import {expect} from '@open-wc/testing';
import {setViewport} from '@web/test-runner-commands';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

type Row = readonly [variable: string, value: string, part: string, property: string, expected?: string];

const red = 'rgb(200, 0, 0)';

/** What each variable does to a live form. */
const live: readonly Row[] = [
  ['border-width', '2px', 'box-number', 'border-top-width'],
  ['field-height', '60px', 'box-number', 'height'],
  ['field-background', red, 'box-number', 'background-color'],
  ['field-radius', '20px', 'box-number', 'border-top-left-radius'],
  ['field-radius', '9px 9px 0px 0px', 'box-number', 'border-radius'],
  ['radius', '3px', 'box-number', 'border-top-left-radius'],
  ['field-shadow', 'rgb(0, 0, 0) 0px 2px 0px 0px', 'box-number', 'box-shadow'],
  ['field-text-size', '18px', 'input-expiry', 'font-size'],
  ['field-text-weight', '700', 'input-expiry', 'font-weight'],
  ['row-gap', '20px', 'field-number', 'margin-bottom'],
  ['label-color', red, 'label-expiry', 'color'],
  ['label-size', '21px', 'label-expiry', 'font-size'],
  ['label-size', '21px', 'label-expiry', 'line-height', '30px'],
  ['label-weight', '800', 'label-number', 'font-weight'],
  ['label-gap', '11px', 'label-number', 'margin-bottom'],
  ['error-size', '26px', 'error-number', 'min-height', '40px'],
  ['notice-color', red, 'notice', 'color'],
  ['notice-size', '11px', 'notice', 'font-size'],
  ['button-background', red, 'save-button', 'background-color'],
  ['button-background', 'rgb(255, 255, 200)', 'save-button', 'color', 'oklch(0 0 0)'],
  ['button-color', red, 'save-button', 'color'],
  ['button-border-color', red, 'save-button', 'border-top-color'],
  ['button-radius', '0px', 'save-button', 'border-top-left-radius'],
  ['button-height', '72px', 'save-button', 'min-height'],
  ['button-text-size', '20px', 'save-button', 'font-size'],
  ['button-text-weight', '400', 'save-button', 'font-weight'],
  ['button-shadow', 'rgb(0, 0, 0) 0px 2px 0px 0px', 'save-button', 'box-shadow'],
  ['button-gap', '33px', 'save-button', 'margin-top'],
];

/** What they do to the box of the expiry while it has the focus and an error. */
const wrong: readonly Row[] = [
  ['border-invalid', red, 'box-expiry', 'border-top-color'],
  ['field-background-invalid', red, 'box-expiry', 'background-color'],
  ['ring-invalid', red, 'box-expiry', 'outline-color'],
  ['ring-width', '5px', 'box-expiry', 'outline-width'],
  ['ring-offset', '-1px', 'box-expiry', 'outline-offset'],
];

/** And while it has the focus alone. */
const focused: readonly Row[] = [
  ['border-focus', red, 'box-expiry', 'border-top-color'],
  ['field-background-focus', red, 'box-expiry', 'background-color'],
  ['ring', red, 'box-expiry', 'outline-color'],
];

const disabled: readonly Row[] = [
  ['field-background-disabled', red, 'box-expiry', 'background-color'],
  ['button-background-disabled', red, 'save-button', 'background-color'],
];

/** A colour as a browser paints it, however it is written. */
function painted(colour: string): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.fillStyle = colour;
  return context.fillStyle;
}

async function expectEach(harness: CardVaultHarness, rows: readonly Row[]): Promise<void> {
  const {element} = harness;
  for (const [variable, value, name, property, expected = value] of rows) {
    const seen = () => getComputedStyle(harness.part(name)!).getPropertyValue(property);
    const isColour = property.endsWith('color');
    const same = () => (isColour ? painted(seen()) === painted(expected) : seen() === expected);
    expect(same(), `${variable} before`).to.equal(false);
    element.style.setProperty(`--card-vault-${variable}`, value);
    await waitUntil(same, `${variable}: ${property} of ${name} is ${seen()}`);
    element.style.removeProperty(`--card-vault-${variable}`);
    await waitUntil(() => !same(), `${variable} after`);
  }
}

describe('variables of the looks', () => {
  beforeEach(() => setViewport({width: 1000, height: 800}));
  afterEach(() => CardVaultHarness.clean());

  it('change what they name, each by itself', async () => {
    await expectEach(await CardVaultHarness.ready((element) => (element.theme = 'light')), live);
  });

  it('change the box that has the focus', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.theme = 'light'));
    harness.input('expiry').focus();
    await expectEach(harness, focused);
  });

  it('change the box that has an error', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.theme = 'light'));
    await harness.save().catch(() => undefined);
    harness.input('expiry').focus();
    await harness.settled();
    await expectEach(harness, wrong);
    harness.element.style.setProperty('--card-vault-error-color', red);
    expect(getComputedStyle(harness.part('error-number')!.querySelector('span')!).color).to.equal(red);
  });

  it('change a form that takes no entries', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.theme = 'light'));
    await harness.type('expiry', '01');
    harness.element.disabled = true;
    await harness.settled();
    await expectEach(harness, disabled);
  });

  it('reach the text in the frames', async () => {
    const harness = await CardVaultHarness.ready();
    const of = (name: string) => harness.fields.settings.styles.input![name];
    harness.element.style.setProperty('--card-vault-field-text-size', '20px');
    harness.element.style.setProperty('--card-vault-field-text-weight', '600');
    await waitUntil(() => of('font-size') === '20px');
    expect([of('font-weight'), of('line-height')]).to.deep.equal(['600', '30px']);
  });

  it('leave the frames without a ground of their own where the box has several', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.theme = 'light';
      element.style.setProperty('--card-vault-field-background-focus', 'rgb(255, 255, 220)');
    });
    expect(harness.fields.settings.background).to.equal(undefined);
  });

  it('leave the boxes where they are while states change', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      for (const [name, value] of Object.entries({
        'border-width': '2px',
        'label-size': '18px',
        'row-gap': '0px',
      }))
        element.style.setProperty(`--card-vault-${name}`, value);
    });
    const tops = () =>
      ['number', 'expiry'].map((name) => harness.part(`box-${name}`)!.getBoundingClientRect().top);
    const before = tops();
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(tops()).to.deep.equal(before);
  });
});
