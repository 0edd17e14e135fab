import assert from 'node:assert/strict';
import type {Demo} from '../../demo/server.js';
import {startSmallShop} from '../e2e/support/small-shop.js';
import {clickOn, locate, until, waitFor, type Driver} from './driver.js';

const session = 'session-url="/card-vault/session"';

/** Two elements on one page: parts in a grid of the page's own, and parts in shadow trees, one in the other. */
const body = `<script type="module" src="/assets/card-vault-parts.js"></script>
  <style>.row {display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 12px}</style>
  <card-vault id="grid" ${session}>
    <card-vault-status></card-vault-status>
    <card-vault-field name="number"></card-vault-field>
    <div class="row">
      <card-vault-field name="expiry-month"></card-vault-field>
      <card-vault-field name="expiry-year"></card-vault-field>
      <card-vault-field name="security-code"></card-vault-field>
    </div>
    <card-vault-button></card-vault-button>
  </card-vault>
  <card-vault id="nested" ${session} step-up="inline"><div><template shadowrootmode="open">
    <card-vault-field name="expiry"></card-vault-field>
    <card-vault-field name="security-code"></card-vault-field>
    <p><template shadowrootmode="open">
      <card-vault-field name="number"></card-vault-field>
      <card-vault-button></card-vault-button>
    </template></p>
    <card-vault-status></card-vault-status>
  </template></div></card-vault>`;

const outer = '#nested > div >>> ';
const inner = `${outer}p >>> `;

/** Where the parts of each element stand. */
const layouts = {
  grid: {
    number: '#grid [name=number]',
    code: '#grid [name=security-code]',
    expiry: {'#grid [name=expiry-month]': '01', '#grid [name=expiry-year]': '39'},
    button: '#grid card-vault-button',
    status: '#grid card-vault-status',
  },
  nested: {
    number: `${inner}[name=number]`,
    code: `${outer}[name=security-code]`,
    expiry: {[`${outer}[name=expiry]`]: '0139'},
    button: `${inner}card-vault-button`,
    status: `${outer}card-vault-status`,
  },
};

/** The words of a part in the shadow tree of a placed one. */
const words = (placed: string, part: string) =>
  `${locate(`${placed} >>> [part~="${part}"]`)}?.textContent.trim()`;

/** Presses the frame of a placed field until its box shows the focus, and types. */
async function typeIntoFrame(driver: Driver, placed: string, text: string): Promise<void> {
  const frames = [`${placed} iframe`];
  const isFocused = () =>
    driver.evaluate(`${locate(`${placed} >>> [part~="box"]`)}?.hasAttribute('data-focused') === true`);
  await clickOn(driver, '#field', frames);
  await until(`the mark of focus on ${placed}`, async () => {
    if (await isFocused()) return true;
    await driver.click('#field', frames);
    return isFocused();
  });
  await driver.type(text);
  const typed = `document.querySelector('#field').value.replaceAll(' ', '') === '${text}'`;
  await waitFor(driver, `${text} in ${placed}`, typed, frames);
}

/** An empty save, whose errors stand in the parts; then a card, the bank's question, and the card is saved. */
async function saves(driver: Driver, id: keyof typeof layouts, stepUp: string): Promise<void> {
  const {number, code, expiry, button, status} = layouts[id];
  const press = () => clickOn(driver, `${button} >>> [part~="save-button"]`);
  for (const placed of [number, code])
    await waitFor(driver, `the field of ${placed}`, `document.querySelector('#field') !== null`, [
      `${placed} iframe`,
    ]);
  await press();
  await waitFor(driver, 'the error of the number', `${words(number, 'error')} === 'Enter the card number'`);
  await typeIntoFrame(driver, number, stepUp);
  for (const [placed, text] of Object.entries(expiry)) {
    await clickOn(driver, `${placed} >>> [part~="input"]`);
    await driver.type(text);
  }
  await typeIntoFrame(driver, code, '123');
  await press();
  const bank = [`#${id} >>> [part~="step-up-frame"] iframe`, 'iframe'];
  await clickOn(driver, '#code', bank);
  await driver.type('1234');
  await clickOn(driver, '#confirm', bank);
  await waitFor(driver, `the outcome in ${status}`, `${words(status, 'outcome-title')} === 'Card saved'`);
  const left = await driver.evaluate(`${locate(number)}.querySelector('iframe')`);
  assert.equal(left, null, 'no field is left where the card is saved');
}

/** Both elements of a page save a card in the parts that the page has placed. */
export async function savesInPlacedParts(driver: Driver, demo: Demo, stepUp: string): Promise<void> {
  const {urls, keys} = demo.service;
  const shop = await startSmallShop({serviceUrl: urls.api, ...keys, body});
  try {
    await driver.open(shop.url);
    await driver.evaluate(`(() => {
      globalThis.saved = [];
      document.addEventListener('card-vault-saved', ({target, detail}) =>
        saved.push(target.id + ' ' + detail.authentication.eci));
      return true;
    })()`);
    await saves(driver, 'grid', stepUp);
    await saves(driver, 'nested', stepUp);
    assert.deepEqual(await driver.evaluate('saved'), ['grid 05', 'nested 05']);
  } finally {
    await shop.close();
  }
}
