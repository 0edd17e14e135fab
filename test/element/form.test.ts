import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/card-vault.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

interface Page {
  readonly harness: CardVaultHarness;
  readonly form: HTMLFormElement;
  readonly button: HTMLButtonElement;
  /** What a handler of the page saw: one entry a submission that is real. */
  readonly submissions: {token: FormDataEntryValue | null; submitter: HTMLElement | null}[];
  submitted(): Promise<void>;
}

async function page(
  setup: (element: CardVaultElement) => void = () => undefined,
  inside = '',
): Promise<Page> {
  const form = document.createElement('form');
  form.innerHTML = `${inside}<button name="go" value="1">Save card</button>`;
  const place = CardVaultHarness.page();
  place.append(form);
  const submissions: Page['submissions'] = [];
  let heard: () => void = () => undefined;
  // A field of the form may stand in front of its own method.
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    submissions.push({token: new FormData(form).get('payment_method'), submitter: event.submitter});
    heard();
  });
  const harness = new CardVaultHarness();
  harness.element.name = 'payment_method';
  harness.element.required = true;
  setup(harness.element);
  form.prepend(harness.element);
  await harness.element.whenReady();
  await harness.settled();
  return {
    harness,
    form,
    button: form.querySelector('button:last-of-type')!,
    submissions,
    submitted: () => new Promise((resolve) => (heard = resolve)),
  };
}

describe('in a form', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 87
  it('holds the submission until the card is saved, then makes it once, as asked', async () => {
    const {harness, button, submissions, submitted} = await page();
    await harness.fill();
    const done = submitted();
    button.click();
    expect(submissions).to.have.length(0);
    await done;
    expect(submissions).to.deep.equal([{token: 'pm_1', submitter: button}]);
  });

  // shows: time 49
  it('makes one submission for a double click, and one for Enter plus click', async () => {
    const {harness, button, submissions, submitted} = await page();
    await harness.fill();
    const done = submitted();
    harness.fields.tell({type: 'submit'});
    button.click();
    button.click();
    await done;
    await harness.settled();
    expect(submissions).to.have.length(1);
    expect(harness.world.adapter.count('complete')).to.equal(1);
  });

  // shows: time 50
  it('submits the card where the page disables the element, its form or the button while it is saved', async () => {
    const {harness, button, form, submitted} = await page(undefined, '<fieldset></fieldset>');
    form.querySelector('fieldset')!.append(harness.element);
    await harness.element.whenReady();
    await harness.fill();
    const sent: string[] = [];
    form.parentElement!.addEventListener('submit', () => {
      for (const [name, value] of new FormData(form)) sent.push(`${name}=${String(value)}`);
    });
    harness.element.addEventListener('card-vault-step', () => {
      form.querySelector('fieldset')!.disabled = true;
      button.disabled = true;
    });
    const done = submitted();
    button.click();
    await done;
    expect(sent).to.deep.equal(['payment_method=pm_1', 'go=1']);
    // What is disabled later is left out, as usual.
    await new Promise((resolve) => setTimeout(resolve));
    expect([...new FormData(form)]).to.deep.equal([]);
  });

  // shows: time 96
  it('submits a form that has fields named like its methods', async () => {
    const inside = '<input type="hidden" name="requestSubmit"><input type="hidden" name="submit">';
    const {harness, button, submissions, submitted} = await page(undefined, inside);
    await harness.fill();
    const done = submitted();
    button.click();
    await done;
    expect(submissions).to.have.length(1);
  });

  // shows: time 97
  it('works in a form that has fields named like what it reads of the form', async () => {
    const inside = ['elements', 'addEventListener', 'isConnected', 'closest', 'contains']
      .map((name) => `<input type="hidden" name="${name}">`)
      .join('');
    const {harness, button, submissions, submitted} = await page(undefined, inside);
    button.click();
    await harness.settled();
    expect(harness.error('number')).to.equal('Enter the card number');
    await harness.fill();
    const done = submitted();
    harness.part<HTMLFormElement>('form')!.requestSubmit();
    await done;
    expect(submissions).to.deep.equal([{token: 'pm_1', submitter: button}]);
  });

  it('submits by Enter in its own input', async () => {
    const {harness, submissions, submitted} = await page();
    await harness.fill();
    const done = submitted();
    const inner = harness.part<HTMLFormElement>('form')!;
    inner.requestSubmit();
    await done;
    expect(submissions).to.have.length(1);
  });

  it('does not let an incomplete required card pass, and shows why', async () => {
    const {harness, button, submissions} = await page();
    expect(harness.element.validity.valueMissing).to.equal(true);
    expect(harness.element.validationMessage).to.equal('Enter the card number');
    button.click();
    await harness.settled();
    expect(submissions).to.have.length(0);
    expect(harness.error('number')).to.equal('Enter the card number');
    expect(harness.fields.focused).to.deep.equal(['number']);
  });

  it('takes a press of the button that comes before the word of a frame: the form is submitted with it', async () => {
    const {harness, button, submissions, submitted} = await page();
    await harness.fill();
    harness.fields.change('securityCode', {valid: false, couldBeValid: true});
    await harness.settled();
    const done = submitted();
    button.click();
    expect(harness.error('security-code')).to.equal('');
    harness.fields.change('securityCode', {valid: true});
    await done;
    expect(submissions).to.deep.equal([{token: 'pm_1', submitter: button}]);
  });

  it('does not submit the form when the page only calls reportValidity()', async () => {
    const {harness, form, submissions} = await page();
    await harness.fill();
    harness.fields.change('securityCode', {valid: false, couldBeValid: true});
    await harness.settled();
    expect(form.reportValidity()).to.equal(false);
    await harness.settled();
    expect(harness.error('security-code')).to.equal('Enter all 3 digits');
    harness.fields.change('securityCode', {valid: true});
    await harness.settled();
    expect(submissions).to.have.length(0);
  });

  it('leaves the focus to an invalid control before it', async () => {
    const {harness, button, form} = await page(undefined, '<input name="mail" required>');
    form.prepend(form.querySelector('[name=mail]')!);
    button.click();
    await harness.settled();
    expect(document.activeElement).to.equal(form.querySelector('[name=mail]'));
    expect(harness.fields.focused).to.deep.equal([]);
    expect(harness.error('number')).to.equal('Enter the card number');
  });

  it('lets the form pass without a card where none is required and none was entered', async () => {
    const {button, submissions} = await page((element) => (element.required = false));
    button.click();
    expect(submissions).to.deep.equal([{token: null, submitter: button}]);
  });

  it('saves a card that was entered though none is required', async () => {
    const {harness, button, submissions, submitted} = await page((element) => (element.required = false));
    await harness.fill();
    const done = submitted();
    button.click();
    await done;
    expect(submissions[0]!.token).to.equal('pm_1');
  });

  it('makes no submission when the bank says no', async () => {
    const {harness, button, submissions} = await page();
    harness.world.adapter.script.status = 'FAILED';
    await harness.fill();
    button.click();
    await harness.save();
    await harness.settled();
    expect(submissions).to.have.length(0);
    expect(harness.element.validity.valid).to.equal(false);
    button.click();
    expect(submissions).to.have.length(0);
  });

  it('saves also in a form without validation, and lets a button without validation pass', async () => {
    const {harness, form, button, submissions, submitted} = await page();
    form.noValidate = true;
    button.click();
    await waitUntil(() => harness.error('number') === 'Enter the card number');
    expect(submissions).to.have.length(0);
    form.noValidate = false;
    const draft = document.createElement('button');
    draft.formNoValidate = true;
    form.append(draft);
    draft.click();
    expect(submissions).to.have.length(1);
    await harness.fill();
    const done = submitted();
    button.click();
    await done;
    expect(submissions).to.have.length(2);
  });

  it('shows its own button only where the form has none', async () => {
    const {harness, button, submissions, submitted} = await page();
    expect(harness.button).to.equal(null);
    button.remove();
    await harness.settled();
    expect(harness.button).not.to.equal(null);
    await harness.fill();
    const done = submitted();
    harness.button!.click();
    await done;
    expect(submissions[0]!.token).to.equal('pm_1');
    harness.element.hideButton = true;
    await harness.settled();
    expect(harness.button).to.equal(null);
  });

  it("does nothing at Enter while the form's button is disabled, as a native input", async () => {
    const {harness, button, submissions} = await page();
    await harness.fill();
    button.disabled = true;
    harness.fields.tell({type: 'submit'});
    await harness.settled();
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
    expect(submissions).to.have.length(0);
  });

  it('empties its fields when the form is reset', async () => {
    const {harness, form} = await page();
    await harness.fill();
    form.reset();
    await harness.settled();
    expect(harness.input('expiry').value).to.equal('');
    expect(harness.fields.cleared).to.equal(1);
    expect(harness.world.adapter.count('openSession')).to.equal(1);
  });

  it('forgets a saved card when the form is reset, and opens a fresh session', async () => {
    const {harness, form} = await page();
    await harness.saved();
    expect(harness.element.value).to.equal('pm_1');
    form.reset();
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.element.value).to.equal('');
    expect(new FormData(form).get('payment_method')).to.equal(null);
    expect(harness.world.adapter.count('openSession')).to.equal(2);
  });

  // shows: peers 88, time 102
  it('is disabled with its fieldset', async () => {
    const {harness, form, button, submissions} = await page();
    const set = document.createElement('fieldset');
    form.prepend(set);
    set.append(harness.element);
    await harness.element.whenReady();
    set.disabled = true;
    await harness.settled();
    expect(harness.input('expiry').disabled).to.equal(true);
    expect(harness.fields.settings.disabled).to.equal(true);
    button.click();
    expect(submissions).to.deep.equal([{token: null, submitter: button}]);
  });

  // shows: peers 88, time 100
  it('gives back a saved card that the browser kept for Back', async () => {
    const {harness} = await page();
    await harness.saved();
    const outcome = await harness.save();
    const again = new CardVaultHarness();
    again.element.name = 'payment_method';
    again.element.formStateRestoreCallback(JSON.stringify(outcome));
    CardVaultHarness.page().append(again.element);
    await again.settled();
    expect(again.element.value).to.equal('pm_1');
    expect(again.world.adapter.count('openSession')).to.equal(0);
    expect(again.named('saved')).to.have.length(0);
    for (const state of [null, 'x', '{}', '{"outcome":"saved"}', '[]']) {
      const none = new CardVaultHarness();
      none.element.formStateRestoreCallback(state);
      expect(none.element.value).to.equal('');
    }
  });

  it('follows the form attribute and a label', async () => {
    const {harness, form} = await page();
    harness.element.id = 'card';
    const label = document.createElement('label');
    label.htmlFor = 'card';
    form.append(label);
    expect([...harness.element.labels]).to.deep.equal([label]);
    expect(harness.element.form).to.equal(form);
    expect(harness.element.type).to.equal('card-vault');
    expect(harness.element.willValidate).to.equal(true);
  });

  // shows: peers 85
  it('checks without showing, and reports with showing', async () => {
    const {harness} = await page();
    expect(harness.element.checkValidity()).to.equal(false);
    await harness.settled();
    expect(harness.error('number')).to.equal('');
    expect(harness.element.reportValidity()).to.equal(false);
    await harness.settled();
    expect(harness.error('number')).to.equal('Enter the card number');
    await harness.fill();
    await harness.settled();
    expect(harness.element.checkValidity()).to.equal(true);
  });

  it('holds once for two elements of one form', async () => {
    const {harness, form, button, submissions, submitted} = await page();
    const second = new CardVaultHarness();
    second.element.name = 'other';
    second.element.required = true;
    form.prepend(second.element);
    await second.element.whenReady();
    await harness.fill();
    await second.fill();
    const done = submitted();
    button.click();
    await done;
    expect(submissions).to.have.length(1);
    expect(new FormData(form).get('other')).to.equal('pm_1');
  });
});
