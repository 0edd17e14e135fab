import {expect} from '@open-wc/testing';
import {setViewport} from '@web/test-runner-commands';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const colorOf = (harness: CardVaultHarness): string => harness.fields.settings.styles.input!['color']!;

describe('the look', () => {
  beforeEach(() => setViewport({width: 1000, height: 800}));
  afterEach(() => CardVaultHarness.clean());

  it("hands the frames what the element's own inputs have", async () => {
    const page = CardVaultHarness.page();
    page.style.font = 'italic 700 13px/1 Georgia';
    const harness = await CardVaultHarness.ready(undefined, page);
    const own = getComputedStyle(harness.input('expiry'));
    const {styles} = harness.fields.settings;
    for (const name of [
      'color',
      'font-size',
      'font-family',
      'font-weight',
      'line-height',
      'font-variant-numeric',
    ])
      expect(styles.input![name], name).to.equal(own.getPropertyValue(name));
    expect(styles.input!['font-size']).to.equal('16px');
    expect(styles.input!['line-height']).to.equal('24px');
  });

  // shows: peers 61
  it('hands the frames the colour of placeholders', async () => {
    const page = CardVaultHarness.page();
    page.style.setProperty('--card-vault-placeholder', 'rgb(1, 2, 3)');
    const harness = await CardVaultHarness.ready(undefined, page);
    expect(harness.fields.settings.styles['::placeholder']!['color']).to.equal('rgb(1, 2, 3)');
  });

  it('tells the frames the ground they stand on, unless something shows through it', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.theme = 'light'));
    expect(harness.fields.settings.background).to.equal('rgb(255, 255, 255)');
    harness.element.style.setProperty('--card-vault-surface', 'rgb(0 0 0 / 5%)');
    await waitUntil(() => harness.fields.settings.background === undefined);
  });

  // shows: wcag 3.1.2
  it('tells the frames which of them is wrong, and in which language', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.locale = 'en-GB'));
    expect(harness.fields.settings).to.deep.include({lang: 'en'});
    expect(harness.fields.settings.number.invalid).to.equal(false);
    const {updates} = harness.fields;
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(harness.fields.settings.number.invalid).to.equal(true);
    expect(harness.fields.updates).to.be.greaterThan(updates);
  });

  it('tells frames of another library only what its reference lists', async () => {
    const harness = await CardVaultHarness.ready((element, world) => {
      element.locale = 'ar';
      element.theme = 'light';
      world.adapter.script.session = {features: []};
    });
    const {styles: _, number, securityCode, ...rest} = harness.fields.settings;
    expect(rest).to.deep.equal({disabled: false});
    for (const words of [number, securityCode])
      expect(words).to.have.all.keys('placeholder', 'label', 'description');
  });

  it('tells the frames when the colours change, by any cause', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.theme = 'light'));
    const light = colorOf(harness);
    harness.element.theme = 'dark';
    await waitUntil(() => colorOf(harness) !== light, 'by the theme');
    const {updates} = harness.fields;
    harness.element.style.setProperty('--card-vault-text', 'rgb(1, 2, 3)');
    await waitUntil(() => colorOf(harness) === 'rgb(1, 2, 3)', 'by a custom property');
    expect(harness.fields.updates).to.be.greaterThan(updates);
  });

  // shows: peers 60 63
  it('follows the colour scheme of the page', async () => {
    const page = CardVaultHarness.page();
    page.style.colorScheme = 'light';
    const harness = await CardVaultHarness.ready(undefined, page);
    const light = colorOf(harness);
    page.style.colorScheme = 'dark';
    await waitUntil(() => colorOf(harness) !== light);
  });

  it("keeps the frames' own scheme, so that browsers paint no ground behind them", async () => {
    const harness = await CardVaultHarness.ready((element) => (element.theme = 'dark'));
    for (const place of harness.element.querySelectorAll('[slot]'))
      expect(getComputedStyle(place).colorScheme).to.equal('light');
  });

  // shows: peers 61
  it("takes the page's accent", async () => {
    const page = CardVaultHarness.page();
    page.style.accentColor = 'rgb(15, 118, 110)';
    const harness = await CardVaultHarness.ready(undefined, page);
    await waitUntil(() => getComputedStyle(harness.button!).backgroundColor === 'rgb(15, 118, 110)');
  });

  // shows: wcag 2.5.8
  it('is one family: the same boxes, and boxes that can be hit', async () => {
    const harness = await CardVaultHarness.ready();
    const boxes = ['number', 'expiry', 'security-code'].map((name) => harness.part(`box-${name}`)!);
    for (const box of boxes) expect(box.getBoundingClientRect().height).to.equal(48);
    const [number, expiry, code] = boxes.map((box) => box.getBoundingClientRect());
    expect(expiry!.top).to.equal(code!.top);
    expect(expiry!.left).to.equal(number!.left);
    expect(code!.right).to.equal(number!.right);
    harness.element.style.setProperty('--card-vault-field-height', '20px');
    const least = matchMedia('(pointer: fine)').matches ? 33 : 44;
    await waitUntil(() => boxes[0]!.getBoundingClientRect().height === least);
  });

  // shows: wcag 2.2.2
  it('shifts nothing: not when the fields come, not when errors do', async () => {
    const harness = new CardVaultHarness();
    let go!: () => void;
    harness.world.adapter.script.hold.openSession = new Promise<void>((resolve) => (go = resolve));
    CardVaultHarness.page().append(harness.element);
    await harness.settled();
    const boxes = (): number[] =>
      [...harness.root.querySelectorAll('.box,.notice,.save')].flatMap((node) => {
        const {top, left, width, height} = node.getBoundingClientRect();
        return [top, left, width, height];
      });
    const before = boxes();
    expect(harness.part('shimmer')).not.to.equal(null);
    go();
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.part('shimmer')).to.equal(null);
    expect(boxes()).to.deep.equal(before);
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(boxes()).to.deep.equal(before);
  });

  it('keeps its height while it saves', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold.enroll = new Promise(() => undefined);
    });
    await harness.fill();
    await harness.settled();
    const before = harness.element.getBoundingClientRect().height;
    void harness.save();
    await harness.settled();
    expect(harness.element.getBoundingClientRect().height).to.equal(before);
  });

  // shows: peers 66, wcag 1.4.10
  it('lays its fields out as asked, and stacks them where there is no room', async () => {
    const page = CardVaultHarness.page();
    page.style.inlineSize = '700px';
    const harness = await CardVaultHarness.ready((element) => (element.layout = 'inline'), page);
    const top = (name: string): number => harness.part(`box-${name}`)!.getBoundingClientRect().top;
    expect(top('number')).to.equal(top('security-code'));
    page.style.inlineSize = '400px';
    expect(top('number')).to.be.lessThan(top('expiry'));
    expect(top('expiry')).to.equal(top('security-code'));
    page.style.inlineSize = '290px';
    expect(top('expiry')).to.be.lessThan(top('security-code'));
    page.style.inlineSize = '400px';
    harness.element.layout = 'compact';
    await harness.settled();
    const number = harness.part('box-number')!.getBoundingClientRect();
    expect(number.bottom - top('expiry')).to.equal(1);
  });

  // shows: time 29
  it('keeps the boxes of a row level when one of their labels takes two lines', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.messages = {securityCode: 'Security code on the back, beside the strip for your signature'};
      element.style.inlineSize = '320px';
    });
    const label = harness.part('label-security-code')!.getBoundingClientRect();
    expect(label.height).to.be.greaterThan(harness.part('label-expiry')!.getBoundingClientRect().height);
    const top = (name: string): number => harness.part(`box-${name}`)!.getBoundingClientRect().top;
    expect(top('expiry')).to.equal(top('security-code'));
  });

  // shows: wcag 1.4.1 3.3.2
  it('shows every label of a compact card in its box, and every error below all of them', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.layout = 'compact'));
    await harness.save().catch(() => undefined);
    await harness.settled();
    const place = (part: string): DOMRect => harness.part(part)!.getBoundingClientRect();
    const errors = ['error-number', 'error-expiry', 'error-security-code'].map(place);
    for (const name of ['number', 'expiry', 'security-code']) {
      const [label, box] = [place(`label-${name}`), place(`box-${name}`)];
      expect(label.height, name).to.be.greaterThan(10);
      expect(label.top, name).to.be.greaterThan(box.top);
      expect(label.bottom, name).to.be.lessThan(box.bottom);
      const error = harness.part(`error-${name}`)!;
      expect(error.querySelector('span')!.checkVisibility({visibilityProperty: true}), name).to.equal(true);
    }
    for (const {top} of errors) expect(top).to.be.at.least(place('box-expiry').bottom);
    expect(errors[0]!.bottom).to.be.at.most(errors[1]!.top);
    expect(errors[1]!.right).to.be.at.most(errors[2]!.left);
  });

  it('puts an error nearer to its own box than to the next label', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.save().catch(() => undefined);
    await harness.settled();
    const place = (part: string): DOMRect => harness.part(part)!.getBoundingClientRect();
    const error = place('error-number');
    const above = error.top - place('box-number').bottom;
    const below = place('label-expiry').top - error.bottom;
    expect(above).to.be.closeTo(2, 0.5);
    expect(below).to.be.at.least(2 * above);
  });

  it('draws the ring of a compact card over the boxes beside it, and its labels over the ring', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.layout = 'compact'));
    await harness.save().catch(() => undefined);
    await harness.settled();
    const depth = (part: string): number => Number(getComputedStyle(harness.part(part)!).zIndex);
    harness.input('expiry').focus();
    for (const other of ['number', 'security-code']) {
      expect(harness.part(`box-${other}`)!.hasAttribute('data-invalid'), other).to.equal(true);
      expect(depth('box-expiry'), other).to.be.greaterThan(depth(`box-${other}`));
    }
    expect(depth('label-expiry')).to.be.greaterThan(depth('box-expiry'));
  });

  it('lets what is typed keep its own direction, at the side where lines begin', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.locale = 'ar';
      element.cardholderName = true;
      element.billingFields = 'full';
    });
    await waitUntil(() => harness.part('input-street1'));
    // The words, which turn the form around, may come after the address.
    await waitUntil(() => getComputedStyle(harness.part('input-street1')!).direction === 'rtl');
    for (const name of ['name', 'street1', 'postal-code']) {
      const {unicodeBidi, textAlign} = getComputedStyle(harness.part(`input-${name}`)!);
      expect([unicodeBidi, textAlign], name).to.deep.equal(['plaintext', 'right']);
    }
    const {direction, unicodeBidi} = getComputedStyle(harness.input('expiry'));
    expect([direction, unicodeBidi]).not.to.include('rtl').and.not.to.include('plaintext');
  });

  it('is not crushed as an item of a flexible row', async () => {
    const page = CardVaultHarness.page();
    page.style.display = 'flex';
    const harness = await CardVaultHarness.ready(undefined, page);
    expect(harness.element.getBoundingClientRect().width).to.be.at.least(260);
  });

  // shows: peers 62
  it('has a part on every node that is seen, and no inline style', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.cardholderName = true;
      element.billingFields = 'full';
    });
    await harness.save().catch(() => undefined);
    await harness.settled();
    for (const node of harness.root.querySelectorAll('div,p,label,input,select,button,form'))
      if (node.getClientRects().length > 0 && !['fit', 'sr', 'overlay', 'offstage'].includes(node.className))
        expect(node.hasAttribute('part'), node.outerHTML.slice(0, 80)).to.equal(true);
    expect(harness.root.querySelectorAll('[style],style,link')).to.have.length(0);
    expect(harness.element.hasAttribute('style')).to.equal(false);
  });

  it('empties the notice where the shop slots an empty element', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      const empty = document.createElement('span');
      empty.slot = 'notice';
      element.append(empty);
    });
    expect(harness.part('notice')!.querySelector('slot')!.assignedElements()).to.have.length(1);
  });
});

describe('the saved card that is drawn', () => {
  beforeEach(() => setViewport({width: 1000, height: 800}));
  afterEach(() => CardVaultHarness.clean());

  const inked = (element: Element): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };

  for (const locale of ['en', 'ar'])
    for (const wider of ['0px', '2px'])
      it(`keeps number and expiry apart and inside, ${locale}, letters ${wider} wider`, async () => {
        const harness = await CardVaultHarness.ready((element) => {
          element.locale = locale;
          element.style.inlineSize = '240px';
          element.style.font = "16px/1 Verdana, 'DejaVu Sans', sans-serif";
          element.style.letterSpacing = wider;
        });
        await harness.saved();
        harness.still();
        const card = harness.root.querySelector('.plastic')!;
        const number = inked(card.querySelector('.last-four')!);
        const expiry = inked(card.querySelector('.until')!);
        const {left, right} = card.getBoundingClientRect();
        expect(expiry.left - number.right, 'a gap').to.be.at.least(4);
        expect(number.left - left).to.be.at.least(8);
        expect(right - expiry.right).to.be.at.least(8);
        const outcome = harness.part('outcome')!.getBoundingClientRect();
        expect(left >= outcome.left && right <= outcome.right, 'inside the panel').to.equal(true);
        if (wider === '0px') expect(right - left, 'as wide as drawn').to.be.closeTo(1.53 * 124, 0.1);
      });
});
