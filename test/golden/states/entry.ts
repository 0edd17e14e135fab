import {everydayCards} from '../../../src/testing/test-cards.js';
import type {BrandId} from '../../../src/protocol/index.js';
import {waitUntil} from '../../support/wait.js';
import {slow, type Stage, type State} from '../stage.js';

const brand =
  (...brands: BrandId[]) =>
  ({harness}: Stage): void =>
    harness.fields.change('number', {
      valid: brands.length === 1,
      brands,
      securityCodeLength: brands[0] === 'amex' ? 4 : 3,
    });
const takes =
  (...networks: string[]) =>
  async ({harness}: Stage): Promise<void> => {
    harness.fields.tell({type: 'loaded', networks});
    await waitUntil(() => harness.part('brands'));
  };
const eight = ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER', 'DINERSCLUB', 'JCB', 'MAESTRO', 'CUP'];
const coBadged = async (stage: Stage): Promise<void> => {
  await takes('VISA', 'MASTERCARD', 'CARTESBANCAIRES')(stage);
  stage.harness.fields.change('number', {
    valid: true,
    brands: ['visa', 'cartes-bancaires'],
    badges: [
      {brand: 'visa', typeCode: '001'},
      {brand: 'cartes-bancaires', typeCode: '036'},
    ],
  });
};
const focused = (field: 'number' | 'securityCode') => (stage: Stage) =>
  stage.harness.fields.tell({type: 'focus', field});
const raw = {
  script: {entryMode: 'raw'},
  set: (element) => (element.entryMode = 'raw'),
} as const satisfies Partial<State>;
const consents = (element: Stage['element']): void => {
  Object.assign(element, {consent: 'optional', shopName: 'Shoe Shop'});
};
const slotted = (slot: string, text: string) => {
  const node = document.createElement('p');
  node.slot = slot;
  node.textContent = text;
  return node;
};

/** The form before anything is wrong: loading, empty, filled, in each arrangement. */
export const entry: readonly State[] = [
  {name: 'opening', live: false, set: (_, {adapter}) => void adapter.hold('openSession')},
  {name: 'loading', live: false, set: (_, {adapter}) => void adapter.hold('generateCaptureContext')},
  {
    name: 'the fields still load',
    live: false,
    set: (_, {adapter}) => void adapter.hold('generateCaptureContext'),
    drive: slow('capturing', 4_500),
  },
  {name: 'empty'},
  {name: 'empty, 260 px', width: 260},
  {name: 'empty, 320 px', width: 320},
  {name: 'empty, 440 px', width: 440},
  {name: 'empty, 600 px', width: 600},
  {name: 'focus on the number', drive: focused('number')},
  {name: 'focus on the code', drive: focused('securityCode')},
  {name: 'focus on the expiry', drive: ({harness}) => harness.input('expiry').focus()},
  {name: 'Visa typed', drive: brand('visa')},
  {name: 'Mastercard typed', drive: brand('mastercard')},
  {name: 'American Express typed: four digits', drive: brand('amex')},
  {name: 'Discover typed', drive: brand('discover')},
  {name: 'two brands are possible', drive: brand('visa', 'mastercard')},
  {name: 'eight brands are taken', drive: takes(...eight)},
  {name: 'eight brands are taken, 260 px', width: 260, drive: takes(...eight)},
  {name: 'eight brands are taken, 320 px', width: 320, drive: takes(...eight)},
  {
    name: 'eight brands are taken, inline, 600 px',
    width: 600,
    set: (element) => (element.layout = 'inline'),
    drive: takes(...eight),
  },
  {
    name: 'eight brands are taken, compact',
    set: (element) => (element.layout = 'compact'),
    drive: takes(...eight),
  },
  {
    name: 'eight brands are taken, one is found',
    drive: async (stage) => {
      await takes(...eight)(stage);
      brand('mastercard')(stage);
    },
  },
  {name: 'a co-badged card', drive: coBadged},
  {name: 'a co-badged card, 260 px', width: 260, drive: coBadged},
  {
    name: 'a co-badged card, compact',
    set: (element) => (element.layout = 'compact'),
    drive: coBadged,
  },
  {name: 'complete', drive: ({harness}) => harness.fill()},
  {name: 'disabled', drive: ({element}) => (element.disabled = true)},
  {name: 'with the name', set: (element) => (element.cardholderName = true)},
  {name: 'inline, 600 px', width: 600, set: (element) => (element.layout = 'inline')},
  {name: 'inline, 352 px', set: (element) => (element.layout = 'inline')},
  {name: 'compact', set: (element) => (element.layout = 'compact')},
  {name: 'compact, 260 px', width: 260, set: (element) => (element.layout = 'compact')},
  {
    name: 'compact, focus on the code',
    set: (element) => (element.layout = 'compact'),
    drive: focused('securityCode'),
  },
  {name: 'raw', ...raw},
  {
    name: 'raw, filled',
    ...raw,
    drive: async ({harness}) => {
      await harness.type('number', everydayCards[0].number);
      await harness.type('expiry', '0129');
      await harness.type('security-code', '123');
    },
  },
  {name: 'consent', set: consents},
  {name: 'consent, 260 px', width: 260, set: consents},
  {
    name: 'consent, compact, with the page’s words',
    set: (element) => {
      element.layout = 'compact';
      consents(element);
      element.append(slotted('consent', 'The shop may charge this card for my subscription.'));
    },
    drive: async ({harness}) => {
      await waitUntil(() => harness.input('consent'));
      harness.input('consent').click();
    },
  },
  {name: 'postal code', set: (element) => (element.billingFields = 'postal')},
  {name: 'address', set: (element) => (element.billingFields = 'full')},
  {name: 'address, 260 px', width: 260, set: (element) => (element.billingFields = 'full')},
  {
    name: 'address and name, 600 px',
    width: 600,
    set: (element) => {
      element.billingFields = 'full';
      element.cardholderName = true;
      element.billing = {street1: '1 Mall Road', city: 'Lahore', country: 'PK', postalCode: '54000'};
    },
  },
  {name: 'no button', set: (element) => (element.hideButton = true)},
  {name: "in a form with the shop's button", inForm: true},
  {
    name: "the shop's notice and terms",
    set: (element) => {
      element.append(
        slotted('notice', 'Your card is kept by Example Pay'),
        slotted('', 'By saving you agree to our terms.'),
      );
    },
  },
  {name: 'no notice', set: (element) => element.append(slotted('notice', ''))},
  {
    name: "the shop's colours and sizes",
    set: (element) => {
      const colours = {accent: '#0b7a5b', radius: '0px', 'field-height': '44px', gap: '16px', inset: '10px'};
      for (const [name, value] of Object.entries(colours))
        element.style.setProperty(`--card-vault-${name}`, value);
    },
  },
];
