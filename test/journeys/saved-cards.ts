import {clickOn, locate, waitFor, type Driver} from './driver.js';

/** What a shopper does on the pages with cards. */
interface Shopper {
  readonly driver: Driver;
  open(mode: string, more?: string): Promise<void>;
  fill(digits: string): Promise<void>;
  save(): Promise<void>;
  answerBank(oneTimeCode: string): Promise<void>;
  arrivesAtAccount(lastFour: string): Promise<void>;
  fieldsAreLive(): Promise<void>;
}

const list = (selector: string) => `card-vault-list >>> ${selector}`;
const chosen = `(() => {
  const list = document.querySelector('#cards');
  return list?.paymentMethods?.find(({token}) => token === list.value)?.lastFour;
})()`;

/** Presses what leads to another page, and waits for that page. */
async function leavesBy({driver}: Pick<Shopper, 'driver'>, press: () => Promise<void>): Promise<void> {
  await driver.evaluate('(globalThis.isLeft = true)');
  await press();
  await waitFor(driver, 'the next page', `globalThis.isLeft !== true && document.readyState === 'complete'`);
}

/** Another card in the list, saved and chosen; one removed and kept after all; then a box is paid with a step-up. */
export async function usesSavedCards(
  visit: Shopper,
  cards: {readonly frictionless: string; readonly stepUp: string},
): Promise<void> {
  const {driver} = visit;
  await visit.fill(cards.stepUp);
  await visit.save();
  await visit.answerBank('1234');
  await visit.arrivesAtAccount('2503');
  await clickOn(driver, list('[part~="card-another"] input'));
  await visit.fieldsAreLive();
  await leavesBy(visit, async () => {
    await visit.fill(cards.frictionless);
    await visit.save();
  });
  await waitFor(driver, 'the new card as the choice', `${chosen} === '2701'`);
  // Two commands of a driver may be further apart than the six seconds in which a removal can be taken back.
  const press = (part: string) => `${locate(list(`[part~="${part}"]`))}.click()`;
  const drawn = `document.querySelector('#cards').updateComplete`;
  await driver.evaluate(`(${press('remove-button')}, ${drawn}.then(() => ${press('undo-button')}), true)`);
  await waitFor(driver, 'the removal taken back', `!${locate(list('[part~="undo-button"]'))}`);
  await waitFor(driver, 'both cards', `document.querySelector('#cards').paymentMethods.length === 2`);
  await clickOn(driver, list('[data-token]:not([data-chosen]) input'));
  await waitFor(driver, 'the other choice', `${chosen} === '2503'`);
  await leavesBy(visit, () => visit.save());
  await goesToPay(visit);
  await visit.save();
  await visit.answerBank('1234');
  await waitFor(driver, 'the shop’s thanks', thanks);
}

const thanks = `location.search.includes('paid=yes')`;

async function goesToPay(visit: Shopper): Promise<void> {
  const {driver} = visit;
  // The link stands under the list, whose cards move it down when they come.
  await waitFor(driver, 'the cards above the link', `${locate(list('[data-token]'))} !== null`);
  await leavesBy(visit, () => clickOn(driver, 'main a[href^="/checkout"]'));
  const amount = `${locate('card-vault >>> [part~="payment-amount"]')}?.textContent.includes('24.00')`;
  await waitFor(driver, 'the amount', amount);
}

/** A guest saves a card, which is marked, and pays a box with it: then it is gone, and the shop asks for another. */
export async function usesGuestCardOnce(
  visit: Shopper,
  cards: {readonly frictionless: string},
): Promise<void> {
  const {driver} = visit;
  await visit.open('dialog', '&guest=on');
  await visit.fill(cards.frictionless);
  await visit.save();
  await visit.arrivesAtAccount('2701');
  const mark = locate(list('[part~="mark-single-use"]'));
  await waitFor(driver, 'the mark of a card that works once', `${mark}?.textContent === 'Works once'`);
  await goesToPay(visit);
  await visit.save();
  await waitFor(driver, 'the shop’s thanks', thanks);
  await waitFor(driver, 'no card', `document.querySelector('#cards').paymentMethods?.length === 0`);
  await leavesBy(visit, () => driver.evaluate(`(location.href = '/checkout?guest=on', true)`));
  const isAsked = `document.querySelector('#cards')?.paymentMethods?.length === 0`;
  await waitFor(driver, 'the question for another card', isAsked);
}
