import type {TestCardSheet} from '../server/test-cards.js';
import {ask, byId, element, notes, read} from './dom.js';
import {brandNames, scenarios} from './scenarios.js';

const brands = ['visa', 'mastercard', 'amex', 'discover'];

type Published = TestCardSheet['cards'][number];
type Everyday = TestCardSheet['everyday'][number];

/** A test card, and how a save with it ends. */
export interface TestCard
  extends
    Pick<Published, 'number' | 'securityCode' | 'status' | 'outcome'>,
    Partial<Pick<Published, 'id' | 'eci' | 'reason'>> {
  readonly brand: Published['brand'] | Everyday['brand'];
  /** A number known by heart, of no published case. */
  readonly everyday?: boolean;
}

interface Picked {
  scenario: string;
  brand: string;
}

/**
 * The picker of test cards: every published number by what should happen, in every brand it exists in, the numbers known
 * by heart, and those of the earlier pack.
 */
export async function startCardPicker(): Promise<void> {
  const answer = await ask('/behind-the-counter/test-cards');
  if (!answer?.ok) return;
  const sheet = await read<TestCardSheet>(answer);
  const picked: Picked = {scenario: '2.1', brand: 'visa', ...notes.read<Picked>('picked')};
  const list = byId('scenario', HTMLSelectElement);
  fillScenarios(list, sheet, picked);
  const chips = fillBrands(byId('brands'), picked);

  const show = () => {
    const card = cardOf(sheet, list.value, picked.brand);
    if (!card) return;
    for (const chip of chips) {
      chip.disabled =
        card.everyday === true || !sheet.cards.some(({id, brand}) => id === card.id && brand === chip.value);
      chip.checked = chip.value === card.brand;
    }
    byId('test-number').textContent = grouped(card);
    byId('test-expiry').textContent = sheet.expiry;
    byId('test-code').textContent = card.securityCode;
    byId('test-hint').textContent = hintOf(card, sheet.oneTimeCode);
    notes.write('picked', picked);
  };
  list.addEventListener('change', () => {
    picked.scenario = list.value;
    show();
  });
  byId('brands').addEventListener('change', ({target}) => {
    if (target instanceof HTMLInputElement) picked.brand = target.value;
    show();
  });
  byId('forget-tries').addEventListener('click', () => void forgetTries());
  show();
}

async function forgetTries(): Promise<void> {
  const answer = await ask('/behind-the-counter/limits', {method: 'DELETE'});
  byId('tries').textContent = answer?.ok
    ? 'The cards are counted from zero.'
    : 'The service has not forgotten them.';
}

function fillScenarios(list: HTMLSelectElement, {everyday}: TestCardSheet, picked: Picked): void {
  const option = (value: string, text: string) => element('option', {value}, text);
  for (const group of new Set(Object.values(scenarios).map((scenario) => scenario.group))) {
    const inGroup = Object.entries(scenarios).filter(([, scenario]) => scenario.group === group);
    const options = inGroup.sort(byCase).map(([id, {text}]) => option(id, `${text} (${id})`));
    list.append(element('optgroup', {label: group}, ...options));
  }
  const known = everyday.map(({brand, number}, i) =>
    option(`everyday ${i}`, `${brandNames[brand] ?? 'Card'} •••• ${number.slice(-4)}`),
  );
  list.append(element('optgroup', {label: 'Known by heart: saved, nothing asked'}, ...known));
  const earlier = Object.entries(scenarios)
    .sort(byCase)
    .map(([id, {text}]) => option(`earlier ${id}`, `${text} (earlier ${id})`));
  const documented = option('documented', 'The documented failure card');
  list.append(element('optgroup', {label: 'Before 3-D Secure 2.2'}, ...earlier, documented));
  list.value = picked.scenario;
  if (list.selectedIndex < 0) list.selectedIndex = 0;
}

const byCase = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  Number(a.split('.')[1]) - Number(b.split('.')[1]);

function fillBrands(place: HTMLElement, picked: Picked): readonly HTMLInputElement[] {
  return brands.map((brand) => {
    const radio = element('input', {
      type: 'radio',
      name: 'brand',
      value: brand,
      checked: brand === picked.brand,
    });
    place.append(element('label', {}, radio, element('span', {}, brandNames[brand] ?? brand)));
    return radio;
  });
}

/** The card behind a choice; Visa where the picked brand has none for this case. */
function cardOf({cards, everyday}: TestCardSheet, choice: string, brand: string): TestCard | undefined {
  if (choice.startsWith('everyday')) {
    const card = everyday[Number(choice.split(' ')[1])];
    if (!card) return undefined;
    const securityCode = card.brand === 'amex' ? '1234' : '123';
    return {...card, securityCode, everyday: true, outcome: 'saved', status: 'FRICTIONLESS'};
  }
  const rows = cards.filter(({id}) => id === choice);
  return rows.find((row) => row.brand === brand) ?? rows.find((row) => row.brand === 'visa') ?? rows[0];
}

function hintOf({brand, outcome, status, reason, eci}: TestCard, oneTimeCode: string): string {
  const asked = status === 'REQUIRED' ? ` The one-time code is ${oneTimeCode}.` : '';
  const indicator = eci ? `, ECI ${eci}` : '';
  const ending = outcome === 'saved' ? `saved, ${status}${indicator}` : `stopped: ${reason ?? ''}`;
  return `${brandNames[brand] ?? brand}. Ends ${ending}.${asked}`;
}

function grouped({number, brand}: TestCard): string {
  return brand === 'amex' || brand === 'diners'
    ? number.replace(/^(.{4})(.{6})(.+)$/, '$1 $2 $3')
    : number.replace(/(.{4})(?=.)/g, '$1 ');
}
