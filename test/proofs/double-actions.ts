import type {BrowserContext} from 'playwright-core';
import {Rig, bookErrors} from './support/page/rig.js';
import {cards, Visit} from './support/page/visit.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C8';
export const title = 'what is pressed twice, by keyboard and pointer at once, or in two tabs, saves one card';

/** What a shopper does twice; it answers with the tabs that are waited for. */
type Action = (visit: Visit, context: BrowserContext, address: string) => Promise<readonly Visit[]>;

async function buttonAt({page}: Visit): Promise<readonly [number, number]> {
  const button = page.locator('card-vault').getByRole('button', {name: 'Save card'});
  await button.scrollIntoViewIfNeeded();
  const {x, y, width, height} = (await button.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

const number = (visit: Visit) =>
  visit.page.frameLocator('card-vault [slot="number"] iframe').locator('input[autocomplete="cc-number"]');

const actions: Readonly<Record<string, Action>> = {
  async 'a double click'(visit) {
    await visit.fill(cards.frictionless);
    await visit.page.mouse.dblclick(...(await buttonAt(visit)));
    return [visit];
  },
  async 'Enter and a click in one moment'(visit) {
    await visit.fill(cards.frictionless);
    const place = await buttonAt(visit);
    await visit.page.locator('card-vault').getByLabel(/expir/i).focus();
    await Promise.all([visit.page.keyboard.press('Enter'), visit.page.mouse.click(...place)]);
    return [visit];
  },
  async 'Enter held down in the number'(visit) {
    await visit.fill(cards.frictionless);
    await number(visit).focus();
    for (let press = 0; press < 5; press += 1) await visit.page.keyboard.down('Enter');
    await visit.page.keyboard.up('Enter');
    return [visit];
  },
  async 'a press and calls of save()'(visit) {
    await visit.fill(cards.frictionless);
    await visit.page.evaluate(() => {
      const element = document.querySelector('card-vault') as HTMLElement & {save(): Promise<unknown>};
      for (let call = 0; call < 5; call += 1) element.save().catch(() => undefined);
      element.shadowRoot!.querySelector<HTMLElement>('[part~="save-button"]')!.click();
    });
    return [visit];
  },
  async 'two tabs at once'(visit, context, address) {
    const second = await Visit.open(context);
    await second.open(address);
    for (const tab of [visit, second]) await tab.fill(cards.frictionless);
    await Promise.all([visit, second].map((tab) => tab.press()));
    return [visit, second];
  },
  async 'a tab that is copied while the bank asks'(visit, context) {
    await visit.fill(cards.stepUp);
    await visit.press();
    await visit.heard(['step-up-open']);
    const opened = context.waitForEvent('page');
    await visit.page.evaluate(() => void window.open(location.href));
    const copy = await opened;
    await copy.waitForLoadState();
    await visit.page.bringToFront();
    // The copy may end the tracker: then the bank's page here has nothing to answer any more.
    await Promise.race([visit.answer(), visit.ending()]).catch(() => undefined);
    return [visit];
  },
};

interface Round {
  readonly cards: number;
  readonly violations: string[];
}

async function round(rig: Rig, name: string, action: Action): Promise<Round> {
  const address = rig.shop.put({});
  return rig.shopper(async (visit, context) => {
    await visit.open(address);
    const tabs = await action(visit, context, address);
    const ends = await Promise.all(tabs.map((tab) => tab.ending()));
    const count = await rig.methods(context);
    const violations: string[] = [];
    const copied = name.includes('copied');
    if (count > 1 || (!copied && count !== 1)) violations.push(`${count} cards`);
    for (const [index, end] of ends.entries()) {
      if (!end || (!copied && end.outcome !== 'saved'))
        violations.push(`ends ${end?.outcome ?? 'nowhere'}. ${tabs[index]!.story()}`);
      if (end?.tracker) violations.push(...bookErrors(await rig.ledger(end.tracker)));
      const saved = tabs[index]!.events.filter(({type}) => type === 'saved').length;
      if (saved > 1) violations.push(`${saved} events of one save`);
    }
    return {cards: count, violations: violations.map((text) => `${name}: ${text}`)};
  });
}

/** A page that does save twice at one press: two elements, two cards. */
async function seesPlant(rig: Rig): Promise<string[]> {
  const count = await rig.shopper(async (visit, context) => {
    await visit.page.goto(rig.shop.put({body: '<div id="one">TAG</div><div id="two">TAG</div>'}));
    await visit.ready(2);
    await visit.fill(cards.frictionless, '#one card-vault');
    await visit.fill('5200000000002151', '#two card-vault');
    await visit.page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement & {save(): Promise<unknown>}>('card-vault'))
        element.save().catch(() => undefined);
    });
    await visit.answer();
    await visit.ending(2);
    return rig.methods(context);
  });
  return count === 2 ? [] : [`planted: two cards count as ${count}`];
}

/** `CARD_VAULT_ROUNDS` names another number of rounds. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rounds = sizeOf('CARD_VAULT_ROUNDS', {bar, slice: 10, full: 200});
  const rig = await Rig.start();
  const names = Object.keys(actions);
  try {
    const violations = await seesPlant(rig);
    let saved = 0;
    for (let index = 0; index < rounds; index += 1) {
      const name = names[index % names.length]!;
      const seen = await round(rig, name, actions[name]!);
      saved += seen.cards;
      violations.push(...seen.violations);
    }
    return {
      lines: [
        `${rounds} rounds of ${names.length} doubled actions: ${saved} cards saved, never two; books of the network in order`,
        `planted: a page that saves two cards at one press is seen to have two`,
      ],
      violations: violations.slice(0, 20),
    };
  } finally {
    await rig.close();
  }
}
