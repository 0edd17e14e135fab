import {expect} from '@open-wc/testing';
import {AfterRedirect, type LeavingHost} from '../../../src/element/form/after-redirect.js';
import type {State, StateName} from '../../../src/flow/index.js';
import {FakeTimers} from '../../support/fake-host.js';

const fields = `<input type="hidden" name="csrf" value="1"><input name="note" value="to the door">
  <input type="checkbox" name="weekly" checked><button name="go" value="now">Save</button><button name="go" value="later">Later</button>`;

/** One page of the shop: each has a form of its own, and what the browser keeps is the same. */
function openPage(timers = new FakeTimers(), inside = fields) {
  const form = document.createElement('form');
  form.innerHTML = inside;
  const submitted: (string | undefined)[] = [];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submitted.push((event.submitter as HTMLButtonElement | null)?.value);
  });
  document.body.append(form);
  const host = Object.assign(document.createElement('div'), {
    form,
    stepUp: 'redirect',
    afterRedirect: 'submit',
    updateComplete: Promise.resolve(),
  }) as unknown as {-readonly [K in keyof LeavingHost]: LeavingHost[K]};
  const world = {held: false, button: undefined as HTMLElement | undefined};
  const after = new AfterRedirect(host, {
    held: () => world.held,
    button: () => world.button,
    key: () => 'card-vault-form:test',
    timers,
  });
  const at = async (name: StateName): Promise<void> => {
    after.stateChanged({name, run: 1} as State);
    await Promise.resolve();
    await Promise.resolve();
  };
  return {form, host, world, submitted, at, timers};
}

/** A page whose form was submitted by its second button, and which is at the bank now. */
async function leave(change: (page: ReturnType<typeof openPage>) => void = () => undefined, inside = fields) {
  const page = openPage(undefined, inside);
  page.world.held = true;
  page.world.button = [...page.form.querySelectorAll('button')].at(-1);
  change(page);
  await page.at('stepping-up');
  return page;
}

type Page = ReturnType<typeof openPage>;
type Change = (page: Page) => unknown;

const control = ({form}: Page, name: string): HTMLInputElement => form.querySelector(`[name=${name}]`)!;
const note = (page: Page): HTMLInputElement => control(page, 'note');

describe('AfterRedirect', () => {
  afterEach(() => {
    sessionStorage.clear();
    for (const form of document.querySelectorAll('form')) form.remove();
  });

  it('submits a form in which a field is named like the list of its fields', async () => {
    const inside = `${fields}<input name="elements" value="4">`;
    await leave(undefined, inside);
    const back = openPage(undefined, inside);
    await back.at('saved');
    expect(back.submitted).to.deep.equal(['later']);
  });

  // shows: time 67
  it('makes the submission that the bank interrupted, with the same button, once', async () => {
    const {timers} = await leave();
    const page = openPage(timers);
    page.form.querySelector<HTMLInputElement>('[name=csrf]')!.value = '2';
    await page.at('saved');
    await page.at('saved');
    expect(page.submitted).to.deep.equal(['later']);
  });

  it('keeps nothing that an entry could be read from', async () => {
    await leave();
    const kept = JSON.parse(sessionStorage.getItem('card-vault-form:test')!) as Record<string, unknown>;
    expect(Object.keys(kept)).to.deep.equal(['button', 'entries', 'at']);
    expect(Object.values(kept).every((value) => typeof value === 'number')).to.equal(true);
  });

  for (const [why, left, back] of [
    ['the shop opts out', (page) => (page.host.afterRedirect = 'wait'), undefined],
    ['the page only called save()', (page) => (page.world.held = false), undefined],
    ['the bank is asked in a dialog', (page) => (page.host.stepUp = 'dialog'), undefined],
    ['an entry is lost', (page) => (note(page).value = 'to the neighbour'), undefined],
    ['a tick is lost', (page) => (control(page, 'weekly').checked = false), undefined],
    ['the form is not valid', undefined, (page) => note(page).setCustomValidity('no')],
    ['it was left long ago', undefined, (page) => page.timers.advance(1_800_001)],
  ] as [string, Change | undefined, Change | undefined][])
    // shows: time 68
    it(`submits nothing where ${why}`, async () => {
      const {timers} = await leave(left);
      const page = openPage(timers);
      back?.(page);
      await page.at('saved');
      expect(page.submitted).to.deep.equal([]);
    });

  it('submits nothing where a password was typed, which no new page can hold', async () => {
    await leave(undefined, `<input type="password" name="secret" value="x">${fields}`);
    expect(sessionStorage.length).to.equal(0);
  });

  it('submits nothing after an ending without a card, nor later', async () => {
    const {timers} = await leave();
    const page = openPage(timers);
    await page.at('stopped');
    await page.at('saved');
    expect(page.submitted).to.deep.equal([]);
  });

  it('leaves a submission to the page that still holds it, as one from the back/forward cache does', async () => {
    const page = await leave();
    await page.at('saved');
    expect(page.submitted).to.deep.equal([]);
    expect(sessionStorage.length).to.equal(0);
  });
});
