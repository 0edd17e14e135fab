import {expect} from '@open-wc/testing';
import {controlsOf, OwnerFormController, skipsValidation} from '../../../src/element/form/owner-form.js';
import {FakeFormHost} from '../../support/fake-host.js';

/** Until everything that is queued now has run, timers of this moment included. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const idOf = (button: Element | null | undefined): string => button?.id ?? 'none';

describe('OwnerFormController', () => {
  const end = new AbortController();
  /** The submissions that handlers of the page have seen, by the button that made them. */
  let submissions: string[] = [];
  before(() => {
    const see = (event: SubmitEvent): void => {
      event.preventDefault();
      submissions.push(idOf(event.submitter));
    };
    document.addEventListener('submit', see, {signal: end.signal});
  });
  beforeEach(() => (submissions = []));
  afterEach(() => document.querySelectorAll('form, fake-form-host').forEach((one) => one.remove()));
  after(() => end.abort());

  function setup(html = '<button id="save"><b>Save</b></button><button id="pay">Pay</button>') {
    const [form, other] = [document.createElement('form'), document.createElement('form')];
    form.innerHTML = html;
    document.body.append(form, other);
    const calls: string[] = [];
    const world = {holds: true, end: undefined as ((isSaved: boolean) => Promise<void>) | undefined};
    const host = new FakeFormHost();
    const owner = new OwnerFormController(host, {
      internals: host.internals,
      mustHold: (submitter) => (calls.push(`must hold ${idOf(submitter)}`), world.holds),
      save(submitter) {
        calls.push(`save for ${idOf(submitter)}`);
        return new Promise((resolve) => {
          world.end = (isSaved) => {
            world.holds = !isSaved;
            resolve(isSaved);
            return nextTask();
          };
        });
      },
      onUse: () => calls.push('use'),
    });
    form.append(host);
    const by = (id: string) => document.getElementById(id) as HTMLButtonElement;
    return {form, other, host, owner, world, calls, by};
  }

  it('lets a submission pass that need not wait for the card', () => {
    const {world, calls, by} = setup();
    world.holds = false;
    by('pay').click();
    expect(submissions).to.deep.equal(['pay']);
    expect(calls).to.deep.equal(['must hold pay']);
  });

  it('holds a submission until the card is saved, and then makes it once, with the same button', async () => {
    const {world, calls, by, form} = setup();
    form.addEventListener('submit', () => calls.push('a handler of the page'));
    by('pay').click();
    expect(submissions).to.deep.equal([]);
    await world.end!(true);
    expect(submissions).to.deep.equal(['pay']);
    expect(calls).to.deep.equal(['must hold pay', 'save for pay', 'must hold pay', 'a handler of the page']);
  });

  it('makes a submission without a button as it was', async () => {
    const {world, form, calls} = setup();
    form.requestSubmit();
    await world.end!(true);
    expect(submissions).to.deep.equal(['none']);
    expect(calls[1]).to.equal('save for none');
  });

  it('makes the submission that it holds, not a second one that comes meanwhile', async () => {
    const {world, calls, by} = setup();
    by('pay').click();
    world.holds = false;
    by('save').click();
    expect(submissions).to.deep.equal([]);
    await world.end!(true);
    expect(submissions).to.deep.equal(['pay']);
    expect(calls.filter((call) => call.startsWith('save for'))).to.deep.equal(['save for pay']);
  });

  it('makes no submission without a saved card, and holds the next', async () => {
    const {world, calls, by} = setup();
    by('pay').click();
    await world.end!(false);
    expect(submissions).to.deep.equal([]);
    by('save').click();
    expect(calls.at(-1)).to.equal('save for save');
    await world.end!(true);
    expect(submissions).to.deep.equal(['save']);
  });

  it('makes the submission without its button where the page has removed that', async () => {
    const {world, by} = setup();
    by('pay').click();
    by('pay').remove();
    await world.end!(true);
    expect(submissions).to.deep.equal(['none']);
  });

  it('leaves alone a submission that the page has prevented', () => {
    const {calls, by} = setup();
    const prevent = (event: Event): void => event.preventDefault();
    document.addEventListener('submit', prevent, {capture: true, once: true});
    by('save').click();
    expect(calls).to.deep.equal([]);
    expect(submissions).to.deep.equal(['save']);
  });

  it('leaves alone a submission of something inside the form', () => {
    const {calls, by} = setup();
    const event = new SubmitEvent('submit', {bubbles: true, cancelable: true});
    expect(by('save').dispatchEvent(event), 'not prevented').to.equal(true);
    expect(calls).to.deep.equal([]);
  });

  it('tells of every use of the form', () => {
    const {calls, by} = setup();
    for (const id of ['save', 'pay']) by(id).dispatchEvent(new FocusEvent('focusin'));
    expect(calls).to.deep.equal(['use', 'use']);
  });

  it('follows the element into another form, where nothing of the first is submitted', async () => {
    const {form, other, host, owner, world, calls, by} = setup();
    by('pay').click();
    other.append(host);
    expect(owner.form === other).to.equal(true);
    await world.end!(true);
    expect(submissions).to.deep.equal([]);
    calls.length = 0;
    form.requestSubmit();
    expect(calls).to.deep.equal([]);
    other.requestSubmit();
    expect(calls).to.deep.equal(['must hold none']);
    expect(submissions).to.deep.equal(['none', 'none']);
  });

  it('holds a submission of the new form, whatever the first one waits for', () => {
    const {other, host, by, calls} = setup();
    by('pay').click();
    other.append(host);
    other.requestSubmit();
    expect(calls.at(-1)).to.equal('save for none');
    expect(submissions).to.deep.equal([]);
  });

  it('goes on holding where it is given the form that it has already', () => {
    const {form, owner, by, calls} = setup();
    by('pay').click();
    owner.follow(form);
    by('pay').click();
    expect(calls).to.deep.equal(['must hold pay', 'save for pay']);
    expect(submissions).to.deep.equal([]);
  });

  it('lets the form go when the element is removed', () => {
    const {form, host, owner, calls} = setup();
    host.remove();
    form.requestSubmit();
    expect(owner.form === null).to.equal(true);
    expect(owner.defaultButton()).to.equal(undefined);
    expect(idOf(owner.button)).to.equal('none');
    expect(calls).to.deep.equal([]);
    expect(submissions).to.deep.equal(['none']);
  });

  it('redraws the element when the controls of its form change, and of no other', async () => {
    const {form, other, host} = setup();
    host.update();
    other.append(document.createElement('button'));
    await Promise.resolve();
    expect(host.updates).to.equal(0);
    const row = document.createElement('div');
    form.append(row);
    await Promise.resolve();
    row.append(document.createElement('button'));
    await Promise.resolve();
    expect(host.updates).to.equal(2);
    host.remove();
    await Promise.resolve();
    form.append(document.createElement('button'));
    await Promise.resolve();
    expect(host.updates).to.equal(2);
  });

  it('hears nothing of a form before it is drawn for it, the first one or a later one', async () => {
    const {form, other, host, owner} = setup();
    const change = (changed: HTMLElement): Promise<void> => {
      changed.append(document.createElement('button'));
      return Promise.resolve();
    };
    await change(form);
    expect(host.updates).to.equal(0);
    host.update();
    owner.follow(other);
    await change(other);
    expect(host.updates).to.equal(0);
    host.update();
    await change(form);
    expect(host.updates).to.equal(0);
    await change(other);
    expect(host.updates).to.equal(1);
  });

  it('knows the button that is being pressed, by what is inside it, until the press is over', async () => {
    const {world, owner, by} = setup();
    world.holds = false;
    by('save').querySelector('b')!.click();
    expect(idOf(owner.pressed)).to.equal('save');
    await nextTask();
    expect(idOf(owner.pressed)).to.equal('none');
  });

  it('knows a button of the form that stands elsewhere in the page, and none of another form', () => {
    const {form, other, owner} = setup('');
    [form.id, other.id] = ['owner', 'other'];
    for (const id of ['owner', 'other']) {
      const button = document.body.appendChild(document.createElement('button'));
      button.id = `of-${id}`;
      button.setAttribute('form', id);
      button.click();
      expect(idOf(owner.pressed)).to.equal('of-owner');
      button.remove();
    }
    // Nor is a click on the page itself a press.
    document.dispatchEvent(new MouseEvent('click'));
  });

  it('takes no other control for a button that submits', () => {
    const {owner, by} = setup(
      '<input id="agree" type="checkbox"><button id="more" type="button">More</button>',
    );
    by('agree').click();
    by('more').click();
    expect(idOf(owner.pressed)).to.equal('none');
    expect(idOf(owner.defaultButton())).to.equal('none');
  });

  it('presses a button as the shopper does', () => {
    const {world, owner, by} = setup();
    world.holds = false;
    owner.press(by('pay'));
    expect(idOf(owner.pressed)).to.equal('pay');
    expect(submissions).to.deep.equal(['pay']);
  });

  it('submits nothing when it presses a button without a form', () => {
    const {host, owner, by} = setup();
    host.remove();
    owner.press(by('pay'));
    expect(submissions).to.deep.equal([]);
  });

  it('saves with the button that was pressed for it, else with the one of Enter', () => {
    const {owner, by} = setup(
      '<input><input id="first" type="submit" disabled><button id="second"></button>',
    );
    expect(idOf(owner.button)).to.equal('first');
    expect(idOf(owner.defaultButton())).to.equal('first');
    by('second').click();
    expect(idOf(owner.button)).to.equal('second');
    expect(idOf(owner.defaultButton())).to.equal('first');
    by('second').remove();
    expect(idOf(owner.button)).to.equal('first');
  });

  it('holds and submits a form that has fields named like its members', async () => {
    const {owner, world, by} = setup(
      ['addEventListener', 'elements', 'requestSubmit', 'submit']
        .map((name) => `<input name="${name}">`)
        .join('') + '<button id="save"></button>',
    );
    expect(controlsOf(owner.form)).to.have.length(6);
    by('save').click();
    expect(submissions).to.deep.equal([]);
    await world.end!(true);
    expect(submissions).to.deep.equal(['save']);
  });

  it('takes out of the form what kept it waiting for the element, and nothing else', () => {
    const {host} = setup();
    host.innerHTML = '<input slot="waiting" required><input slot="other" required><input required>';
    host.update();
    expect([...host.querySelectorAll('input')].map(({disabled}) => disabled)).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});

describe('skipsValidation', () => {
  it('is true of a button that submits without validation only', () => {
    const [plain, skipping] = [document.createElement('button'), document.createElement('button')];
    skipping.formNoValidate = true;
    expect([null, plain, skipping].map(skipsValidation)).to.deep.equal([false, false, true]);
  });
});
