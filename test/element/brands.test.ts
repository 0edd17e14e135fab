import {expect} from '@open-wc/testing';
import type {CardVaultChangeEvent} from '../../src/element/events.js';
import type {BrandId} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const eight = ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER', 'DINERSCLUB', 'JCB', 'MAESTRO', 'CUP'];
const names = 'Visa, Mastercard, American Express, Discover, Diners Club, JCB, Maestro, and UnionPay';

/** Live fields of a capture context that allows these networks, and the marks of the brands. */
async function live(
  networks: readonly string[] = eight,
  setup?: Parameters<typeof CardVaultHarness.ready>[0],
): Promise<CardVaultHarness> {
  const harness = await CardVaultHarness.ready(setup);
  harness.fields.tell({type: 'loaded', networks});
  await waitUntil(() => harness.part('brands') ?? networks.length === 0);
  await harness.settled();
  return harness;
}

const marks = (harness: CardVaultHarness): Element[] => [
  ...harness.root.querySelectorAll('.brands [part~="accepted-brand"]'),
];
const isOf = (mark: Element, brand: string): boolean => mark.part.contains(`accepted-brand-${brand}`);
const lit = (harness: CardVaultHarness, brand: BrandId): boolean =>
  marks(harness).some((mark) => isOf(mark, brand) && !mark.hasAttribute('data-dim'));

describe('the brands that are taken', () => {
  afterEach(() => CardVaultHarness.clean());

  it('stand beside the number before anything is typed, as one text', async () => {
    const harness = await live();
    const row = harness.part('brands')!;
    expect(row.getAttribute('role')).to.equal('img');
    expect(row.getAttribute('aria-label')).to.equal(`Accepted cards: ${names}`);
    expect(marks(harness)).to.have.length(8);
    expect(marks(harness).every((mark) => mark.getAttribute('aria-hidden') === 'true')).to.equal(true);
    expect(harness.root.querySelectorAll('.brands [data-dim]')).to.have.length(0);
  });

  it('dim to those that the card may be of', async () => {
    const harness = await live();
    harness.fields.change('number', {brands: ['discover', 'maestro', 'unionpay']});
    await harness.settled();
    expect(marks(harness).filter((mark) => !mark.hasAttribute('data-dim'))).to.have.length(3);
    harness.fields.change('number', {brands: ['discover']});
    await harness.settled();
    expect(lit(harness, 'discover')).to.equal(true);
    expect(lit(harness, 'visa')).to.equal(false);
    harness.fields.clear();
    await harness.settled();
    expect(lit(harness, 'visa')).to.equal(true);
  });

  it('are those that both the page and the service take', async () => {
    const harness = await live(['VISA', 'AMEX', 'CUP'], (element) => {
      element.acceptedBrands = 'unionpay visa mastercard';
    });
    expect(harness.part('brands')!.getAttribute('aria-label')).to.equal('Accepted cards: Visa and UnionPay');
  });

  it('stand there while the fields are loading, where the page names them; nothing moves, then or later', async () => {
    const harness = new CardVaultHarness();
    let open!: () => void;
    harness.world.adapter.script.hold.openSession = new Promise<void>((resolve) => (open = resolve));
    harness.element.acceptedBrands = 'amex, Visa';
    CardVaultHarness.page().append(harness.element);
    await harness.element.updateComplete;
    const box = (): string => {
      const {x, y, width, height} = harness.part('box-number')!.getBoundingClientRect();
      return [x, y, width, height].join();
    };
    const drawn = box();
    expect(harness.part('brands')).to.equal(null);
    await waitUntil(() => harness.part('brands'));
    await harness.settled();
    expect(harness.element.matches(':state(loading)')).to.equal(true);
    expect(harness.part('brands')!.getAttribute('aria-label')).to.equal(
      'Accepted cards: Visa and American Express',
    );
    expect(box()).to.equal(drawn);
    const row = harness.part('brands')!;
    open();
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.part('brands')).to.equal(row);
    expect(marks(harness)).to.have.length(2);
    expect(box()).to.equal(drawn);
  });

  it('are not shown where neither says', async () => {
    const harness = await live([]);
    await waitUntil(() => harness.root.adoptedStyleSheets.length > 0);
    expect(harness.part('brands')).to.equal(null);
    harness.fields.change('number', {valid: true, brands: ['verve']});
    await harness.settled();
    expect(harness.error('number')).to.equal('');
  });

  it('move nothing when they come', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.style.inlineSize = '320px'));
    await waitUntil(() => harness.part('brand-mark'));
    const places = (): string =>
      ['label-number', 'box-number', 'error-number', 'box-expiry', 'notice']
        .map((part) => {
          const {x, y, width, height} = harness.part(part)!.getBoundingClientRect();
          return part === 'label-number' ? [x, y, height].join() : [x, y, width, height].join();
        })
        .join(' ');
    const before = places();
    harness.fields.tell({type: 'loaded', networks: eight});
    await waitUntil(() => harness.part('brands'));
    await harness.settled();
    expect(places()).to.equal(before);
    const row = harness.part('brands')!.getBoundingClientRect();
    for (const mark of marks(harness)) {
      const {left, right, bottom} = mark.getBoundingClientRect();
      expect(left >= row.left - 1 && right <= row.right + 1 && bottom <= row.bottom + 1).to.equal(true);
    }
  });
});

describe('a card of a brand that is not taken', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const [brand, name] of [
    ['paypak', 'PayPak'],
    ['troy', 'Troy'],
    ['mir', 'Mir'],
    ['hipercard', 'Hipercard'],
    ['rupay', 'RuPay'],
  ] as const) {
    it(`is refused by its name, not as a wrong number: ${name}`, async () => {
      const harness = await live();
      harness.fields.change('number', {valid: true, brands: [brand]});
      await harness.settled();
      expect(harness.error('number')).to.equal(`${name} cards are not accepted here`);
      const code = await harness.save().catch((error: {code: string}) => error.code);
      expect(code).to.equal('brand-not-accepted');
    });
  }

  it('is refused by the few that are taken, where they fit into a line', async () => {
    const harness = await live(['VISA', 'MASTERCARD']);
    harness.fields.change('number', {valid: true, brands: ['amex'], securityCodeLength: 4});
    await harness.settled();
    expect(harness.error('number')).to.equal('We accept Visa and Mastercard');
  });

  it('is not given a name while it may be of several brands', async () => {
    const harness = await live(['VISA', 'MASTERCARD', 'AMEX', 'JCB']);
    harness.fields.change('number', {brands: ['discover', 'unionpay']});
    await harness.settled();
    expect(harness.error('number')).to.equal('This card is not accepted here');
  });

  it('is believed where the field knows a brand that the element does not', async () => {
    const harness = await live();
    await harness.fill();
    harness.fields.change('number', {valid: true, brands: [], brandName: 'Jaywan'});
    await harness.settled();
    expect(harness.error('number')).to.equal('');
    expect(harness.part('brand-mark')!.getAttribute('aria-label')).to.equal('Jaywan');
    expect((await harness.save()).outcome).to.equal('saved');
  });
});

describe('a co-badged card', () => {
  afterEach(() => CardVaultHarness.clean());

  const badges = [
    {brand: 'visa', typeCode: '001'},
    {brand: 'cartes-bancaires', typeCode: '036'},
  ] as const;
  const type = (harness: CardVaultHarness): void =>
    harness.fields.change('number', {
      valid: true,
      brands: ['visa', 'cartes-bancaires'],
      badges: [...badges],
    });
  const radios = (harness: CardVaultHarness): HTMLInputElement[] => [
    ...harness.root.querySelectorAll<HTMLInputElement>('[part~="brand-choice"] input'),
  ];
  const brandSaved = (harness: CardVaultHarness): string =>
    (harness.named('change').at(-1) as CardVaultChangeEvent).detail.brand;

  async function filled(networks = ['VISA', 'MASTERCARD', 'CARTESBANCAIRES']): Promise<CardVaultHarness> {
    const harness = await live(networks);
    await harness.fill();
    type(harness);
    await harness.settled();
    return harness;
  }

  // shows: peers 5
  it('lets the shopper choose its brand, and the choice is sent', async () => {
    const harness = await filled();
    expect(radios(harness).map(({value, checked}) => [value, checked])).to.deep.equal([
      ['visa', true],
      ['cartes-bancaires', false],
    ]);
    radios(harness)[1]!.click();
    await harness.settled();
    expect(brandSaved(harness)).to.equal('cartes-bancaires');
    expect((await harness.save()).outcome).to.equal('saved');
    expect(harness.fields.requests.at(-1)!.cardType).to.equal('036');
  });

  it('is of the first brand that its field names, unless the shopper chooses', async () => {
    const harness = await filled();
    await harness.save();
    expect(harness.fields.requests.at(-1)!.cardType).to.equal('001');
  });

  it('asks nothing where only one of its brands is taken', async () => {
    const harness = await filled(['VISA', 'MASTERCARD']);
    expect(radios(harness)).to.have.length(0);
    await harness.save();
    expect(harness.fields.requests.at(-1)).not.to.have.property('cardType');
  });

  it('asks nothing of a card that is not complete, or of another card', async () => {
    const harness = await filled();
    radios(harness)[1]!.click();
    harness.fields.change('number', {valid: false, brands: ['visa', 'cartes-bancaires']});
    await harness.settled();
    expect(radios(harness)).to.have.length(0);
    type(harness);
    await harness.settled();
    expect(radios(harness)[0]!.checked, 'the choice was for the other card').to.equal(true);
  });

  it('is announced, named as a group, and moves nothing', async () => {
    const harness = await live(['VISA', 'MASTERCARD', 'CARTESBANCAIRES']);
    const before = harness.part('box-expiry')!.getBoundingClientRect().y;
    type(harness);
    await harness.settled();
    expect(harness.announced).to.equal(
      'Your card has several brands. You can choose between Visa and Cartes Bancaires.',
    );
    const group = harness.part('brand-choice')!;
    expect(group.querySelector('legend')!.textContent).to.equal('Use this card as');
    expect(radios(harness).map(({labels}) => labels![0]!.querySelector('span')!.textContent)).to.deep.equal([
      'Visa',
      'Cartes Bancaires',
    ]);
    for (const radio of radios(harness)) {
      const {x, y, width, height} = radio.getBoundingClientRect();
      expect(harness.root.elementFromPoint(x + width / 2, y + height / 2), 'nothing lies over it').to.equal(
        radio,
      );
    }
    for (const option of group.querySelectorAll('label'))
      expect(option.getBoundingClientRect().height).to.be.at.least(24);
    expect(harness.part('box-expiry')!.getBoundingClientRect().y).to.equal(before);
  });
});
