import {expect} from '@open-wc/testing';
import {writeMarkup} from '../../src/server/markup/markup.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';

interface Parent {
  readonly html: string;
  readonly open?: (place: HTMLElement) => void;
  /** It is as wide as its content wants to be, where there is room. */
  readonly asks?: true;
  /** Chromium moves the button of a form that is over 1000 px high into a second column: only a form for a card is tried. */
  readonly breaks?: true;
}

/** Pages put a form into all of these. The form stands at `PLACE`. */
const parents: Readonly<Record<string, Parent>> = {
  'a block': {html: '<div>PLACE</div>'},
  'a fieldset': {html: '<fieldset style="margin: 0"><legend>Card</legend>PLACE</fieldset>'},
  'a flex container': {html: '<div style="display: flex">PLACE</div>', asks: true},
  'a box in a flex container': {html: '<div style="display: flex"><div>PLACE</div></div>', asks: true},
  'a flex column': {
    html: '<div style="display: flex; flex-direction: column; align-items: center">PLACE</div>',
    asks: true,
  },
  'a grid of one fraction with a box in it': {
    html: '<div style="display: grid; grid-template-columns: 1fr"><div>PLACE</div></div>',
  },
  'a grid whose column may be narrower than its content': {
    html: '<div style="display: grid; grid-template-columns: minmax(0, 1fr)">PLACE</div>',
  },
  'a centred grid item': {html: '<div style="display: grid; place-items: center">PLACE</div>', asks: true},
  'a cell of a table': {
    html: '<table style="border-spacing: 0"><tr><td style="padding: 0">PLACE</td></tr></table>',
    asks: true,
  },
  'a cell without a table': {html: '<div style="display: table-cell">PLACE</div>', asks: true},
  'an inline block': {html: '<div style="display: inline-block">PLACE</div>', asks: true},
  'an absolute box': {html: '<div style="position: absolute">PLACE</div>', asks: true},
  'a floated box': {html: '<div style="float: left">PLACE</div>', asks: true},
  'a box as wide as its content': {html: '<div style="inline-size: fit-content">PLACE</div>', asks: true},
  'a box as narrow as its content': {html: '<div style="inline-size: min-content">PLACE</div>'},
  'a dialog': {
    html: '<dialog open style="padding: 0; border: 0; margin: 0; max-inline-size: 100%">PLACE</dialog>',
    asks: true,
  },
  'an open details': {html: '<details open><summary>Card</summary>PLACE</details>'},
  'a label that is a row': {html: '<label style="display: flex"><span>Pay </span>PLACE</label>', asks: true},
  'a column of text': {html: '<div style="columns: 1">PLACE</div>', breaks: true},
  'a padded card': {html: '<div style="padding: 16px; border: 1px solid; border-radius: 12px">PLACE</div>'},
  'a slot of another element': {html: '<div class="another">PLACE</div>', open: intoShadow, asks: true},
  'a page from right to left': {html: '<div dir="rtl" style="display: flex">PLACE</div>', asks: true},
};

function intoShadow(place: HTMLElement): void {
  const root = place.attachShadow({mode: 'open'});
  root.innerHTML = '<div style="display: flex"><slot></slot></div>';
}

/** The page of the tests, as wide as a column or a phone, and the parent in it. */
function pageOf({html, open}: Parent, width: number): {page: HTMLElement; place: HTMLElement} {
  const page = CardVaultHarness.page();
  page.style.cssText = `position: relative; inline-size: ${width}px; overflow-x: auto`;
  page.innerHTML = html.replace('PLACE', '<b class="place"></b>');
  const mark = page.querySelector<HTMLElement>('.place')!;
  const place = mark.parentElement!;
  mark.remove();
  open?.(place);
  return {page, place};
}

/** What stands out of the page, by its class or tag. */
function standingOut(page: HTMLElement, element: HTMLElement): string[] {
  const {left, right} = page.getBoundingClientRect();
  const inside = [...element.children, ...(element.shadowRoot?.querySelectorAll('*') ?? [])];
  const out = [element, ...inside].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && (box.left < left - 0.5 || box.right > right + 0.5);
  });
  const names = out.map((one) => one.getAttribute('class') ?? one.localName);
  return page.scrollWidth > page.clientWidth ? [...names, 'the page scrolls sideways'] : names;
}

const widths = [240, 280, 320, 360, 390];
/** The widest parent around it that still has to hold it: a padded card in a column of 240 px. */
const least = 200;

const nothing = (): void => undefined;

/** Whatever may make a form wide. */
const everything = (element: CardVaultHarness['element']): void => {
  element.cardholderName = true;
  element.billingFields = 'full';
  element.consent = 'required';
  element.shopName = 'The Shop of Somebody With a Long Name';
};

describe('the form fits in any parent from 240 px', () => {
  let sheet: HTMLLinkElement;
  before(async () => {
    sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = new URL('../../src/element/styles/first-paint.css', import.meta.url).href;
    const loaded = new Promise((resolve) => sheet.addEventListener('load', resolve));
    document.head.append(sheet);
    await loaded;
  });
  after(() => sheet.remove());
  afterEach(() => CardVaultHarness.clean());

  /** Every parent at every width: what is wrong there. */
  async function walk(
    draw: (place: HTMLElement) => HTMLElement | Promise<HTMLElement>,
    isTried: (parent: Parent) => boolean = () => true,
  ): Promise<string[]> {
    const wrong: string[] = [];
    for (const [name, parent] of Object.entries(parents).filter(([, one]) => isTried(one)))
      for (const width of widths) {
        const {page, place} = pageOf(parent, width);
        const element = await draw(place);
        const out = standingOut(page, element);
        if (out.length > 0) wrong.push(`${name}, ${width} px: ${[...new Set(out)].join(', ')}`);
        const {width: own} = element.getBoundingClientRect();
        if (own < Math.min(least, width - 60)) wrong.push(`${name}, ${width} px: only ${own} px wide`);
        page.remove();
      }
    return wrong;
  }

  for (const width of widths)
    it(`before its script, as the room that first-paint.css keeps, on a screen of ${width} px`, async () => {
      const tag = '<card-vault billing-fields="full" consent="required"></card-vault>';
      const shown = Object.entries(parents).map(
        ([name, {html}]) =>
          `<section style="position: relative" title="${name}">${html.replace('PLACE', tag)}</section>`,
      );
      const frame = document.createElement('iframe');
      frame.width = `${width}`;
      frame.srcdoc = `<!doctype html><link rel="stylesheet" href="${sheet.href}"><style>body { margin: 0 } section { clear: both }</style>${shown.join('')}`;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      CardVaultHarness.page().append(frame);
      await loaded;
      const wrong = [...frame.contentDocument!.querySelectorAll<HTMLElement>('section')].flatMap((page) => {
        const element = page.querySelector<HTMLElement>('card-vault')!;
        const out = standingOut(page, element);
        const {width: own} = element.getBoundingClientRect();
        return [...out, ...(own < Math.min(least, width - 90) ? [`only ${own} px wide`] : [])].map(
          (what) => `${page.title}: ${what}`,
        );
      });
      expect(wrong).to.deep.equal([]);
    });

  for (const withSheet of [true, false])
    it(`before its script, as vault.markup() draws it${withSheet ? ', with first-paint.css' : ''}`, async () => {
      const html = writeMarkup(
        {cardholderName: true, consent: 'required', saveButton: true, nonce: undefined},
        {sessionUrl: '/session', serviceUrl: undefined, library: undefined},
      );
      sheet.disabled = !withSheet;
      const wrong = await walk((place) => {
        // The name of a tag that is not defined.
        const tag = withSheet ? 'card-vault' : 'card-later';
        const text = html.replaceAll('card-vault', tag).replace(`<${tag}`, `<${tag} defer-hydration`);
        const parsed = Document.parseHTMLUnsafe(text).body.firstElementChild as HTMLElement;
        place.append(parsed);
        return parsed;
      });
      sheet.disabled = false;
      expect(wrong).to.deep.equal([]);
    });

  for (const [what, setup] of Object.entries({
    'for a card': nothing,
    'for all that it can ask for': everything,
  }))
    // shows: wcag 1.4.10
    it(`when it is live, ${what}`, async () => {
      const harness = await CardVaultHarness.ready(setup);
      const draw = async (place: HTMLElement) => {
        place.append(harness.element);
        await harness.element.whenReady();
        await harness.settled();
        return harness.element;
      };
      expect(await walk(draw, ({breaks}) => setup === nothing || !breaks)).to.deep.equal([]);
    });

  for (const display of ['inline-block', 'flex', 'grid', 'inline', 'table'])
    it(`when the page says that the tag is ${display}`, async () => {
      const {page, place} = pageOf(parents['a block']!, 320);
      const harness = await CardVaultHarness.ready((element) => {
        element.style.display = display;
      }, place);
      expect(standingOut(page, harness.element)).to.deep.equal([]);
      expect(harness.part('box')!.getBoundingClientRect().width).to.be.within(300, 320);
    });
});

describe('the form has a width of its own', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const [name, parent] of Object.entries(parents).filter(([, {asks}]) => asks))
    // shows: time 26 27
    it(`in ${name}`, async () => {
      const {place} = pageOf(parent, 700);
      const harness = await CardVaultHarness.ready(undefined, place);
      expect(harness.element.getBoundingClientRect().width).to.be.within(340, 400);
    });

  it('in a popover', async () => {
    const popover = document.createElement('div');
    CardVaultHarness.page().append(popover);
    popover.popover = 'auto';
    popover.showPopover();
    const harness = await CardVaultHarness.ready(undefined, popover);
    expect(harness.element.getBoundingClientRect().width).to.be.within(340, 400);
  });

  it('in a dialog that is in the way of the page', async () => {
    const dialog = document.createElement('dialog');
    CardVaultHarness.page().append(dialog);
    dialog.showModal();
    const harness = await CardVaultHarness.ready(undefined, dialog);
    expect(harness.element.getBoundingClientRect().width).to.be.within(340, 400);
  });

  it('and the width of its parent where that has one', async () => {
    const parent = document.createElement('div');
    parent.style.inlineSize = '500px';
    CardVaultHarness.page().append(parent);
    const harness = await CardVaultHarness.ready(undefined, parent);
    expect(harness.element.getBoundingClientRect().width).to.equal(500);
    expect(harness.part('box')!.getBoundingClientRect().width).to.equal(500);
  });
});
