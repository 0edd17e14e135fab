import {expect} from '@open-wc/testing';
import {another} from '../../../src/element/list/view.js';
import {choosingSetup as setup, removeForms} from './choosing-setup.js';
import {card} from './wallet-setup.js';

const [a, b] = [card('pm_a'), card('pm_b')];
const expired = card('pm_x', {expired: true});

describe('Choosing: the first choice', () => {
  afterEach(removeForms);

  it('is the first card that can be used, and is sent with the form', () => {
    const {choosing, load, chosen, sent, host} = setup();
    expect([choosing.value, sent()]).to.deep.equal(['', null]);
    const {updates} = host;
    load(expired, a, b);
    expect([choosing.choice, choosing.value, sent()]).to.deep.equal(['pm_a', 'pm_a', 'pm_a']);
    expect(chosen).to.deep.equal([['pm_a', false]]);
    expect(host.updates).to.equal(updates + 1);
  });

  it('is none where no card can be used', () => {
    const {choosing, load, chosen} = setup();
    load(expired);
    expect([choosing.choice, chosen]).to.deep.equal([undefined, []]);
  });

  it('is none where the page preselects none', () => {
    const {host, choosing, load} = setup();
    host.preselect = 'none';
    load(a);
    expect(choosing.choice).to.equal(undefined);
  });

  it('is the card that the page has named in HTML, also where it preselects none', () => {
    for (const preselect of ['default', 'none'] as const) {
      const {host, choosing, load} = setup();
      host.preselect = preselect;
      host.setAttribute('value', 'pm_b');
      load(a, b);
      expect(choosing.value).to.equal('pm_b');
    }
  });

  it('is the card that a script has asked for before that of the HTML', () => {
    const {host, choosing, load} = setup();
    host.setAttribute('value', 'pm_a');
    choosing.want('pm_b');
    expect(choosing.value).to.equal('');
    load(a, b);
    expect(choosing.value).to.equal('pm_b');
  });

  it('is another one where the named card is not there, or cannot be used', () => {
    for (const token of ['pm_none', 'pm_x']) {
      const {choosing, load} = setup();
      choosing.want(token);
      load(expired, a);
      expect(choosing.value).to.equal('pm_a');
    }
  });
});

describe('Choosing: the choice', () => {
  afterEach(removeForms);

  it('is the shopper’s, told of once', () => {
    const {choosing, load, chosen, sent} = setup();
    load(a, b);
    choosing.choose('pm_b');
    choosing.choose('pm_b');
    expect([choosing.value, sent()]).to.deep.equal(['pm_b', 'pm_b']);
    expect(chosen).to.deep.equal([
      ['pm_a', false],
      ['pm_b', false],
    ]);
  });

  it('is told of when the form has it already', () => {
    const {choosing, host, load, sent} = setup();
    const seen: unknown[] = [];
    host.addEventListener('card-vault-choose', () => seen.push(sent(), choosing.value));
    load(a);
    expect(seen).to.deep.equal(['pm_a', 'pm_a']);
  });

  it('is another card where the shopper is about to enter one: no token is sent', () => {
    const {choosing, load, chosen, sent} = setup();
    load(a);
    choosing.choose(another);
    expect([choosing.isAnother, choosing.value, sent()]).to.deep.equal([true, '', null]);
    expect(chosen.at(-1)).to.deep.equal([undefined, true]);
  });

  it('is not changed by a shopper while the list is disabled', () => {
    const {choosing, host, load} = setup();
    load(a, b);
    host.inactive = true;
    choosing.choose('pm_b');
    expect(choosing.value).to.equal('pm_a');
  });

  it('is not changed by a shopper while another card is saved', () => {
    const {choosing, load, another: other} = setup();
    load(a, b);
    choosing.choose(another);
    other.isSaving = true;
    choosing.choose('pm_b');
    expect(choosing.isAnother).to.equal(true);
    other.isSaving = false;
    choosing.choose('pm_b');
    expect(choosing.value).to.equal('pm_b');
  });

  it('is the page’s, which may choose none by naming a card that cannot be used', () => {
    const {choosing, load, sent} = setup();
    load(a, b, expired);
    choosing.want('pm_b');
    expect(choosing.value).to.equal('pm_b');
    choosing.want('pm_x');
    expect([choosing.value, sent()]).to.deep.equal(['', null]);
  });

  it('stays when the cards are loaded anew, and is the first one where it is gone', () => {
    const {choosing, load} = setup();
    load(a, b);
    choosing.choose('pm_b');
    load(a, b);
    expect(choosing.value).to.equal('pm_b');
    load(a);
    expect(choosing.value).to.equal('pm_a');
    choosing.choose(another);
    load(a, b);
    expect(choosing.isAnother).to.equal(true);
  });

  it('is the page’s that was asked for while the cards were loaded anew, unless the shopper chose after that', () => {
    for (const shopper of [undefined, 'pm_a']) {
      const {choosing, load, wallet} = setup();
      load(a, b);
      wallet.phase = 'loading';
      choosing.want('pm_b');
      if (shopper) choosing.choose(shopper);
      load(a, b);
      expect(choosing.value).to.equal(shopper ?? 'pm_b');
      choosing.choose('pm_a');
      load(a, b);
      expect(choosing.value).to.equal('pm_a');
    }
  });

  it('is the first one again after a reset of the form, whatever a script had asked for', () => {
    const {choosing, load} = setup();
    choosing.want('pm_b');
    load(a, b);
    expect(choosing.value).to.equal('pm_b');
    choosing.reset();
    expect(choosing.value).to.equal('pm_a');
  });
});

describe('Choosing: a card that is removed', () => {
  afterEach(removeForms);

  it('is no choice any more, and is one again when it is kept', () => {
    const {choosing, load, chosen} = setup();
    load(a, b);
    choosing.dropped(a);
    expect(choosing.choice).to.equal(undefined);
    choosing.kept(a);
    expect(choosing.value).to.equal('pm_a');
    expect(chosen.slice(1)).to.deep.equal([
      [undefined, false],
      ['pm_a', false],
    ]);
  });

  it('is chosen again though another removed card was kept before it', () => {
    const {choosing, load} = setup();
    load(a, b);
    choosing.dropped(a);
    choosing.dropped(b);
    choosing.kept(b);
    choosing.kept(a);
    expect(choosing.value).to.equal('pm_a');
  });

  it('changes nothing where another one is chosen', () => {
    const {choosing, load} = setup();
    load(a, b);
    choosing.dropped(b);
    choosing.kept(b);
    expect(choosing.value).to.equal('pm_a');
  });

  it('is not chosen again where the shopper has chosen meanwhile', () => {
    for (const choice of ['pm_b', another] as const) {
      const {choosing, load} = setup();
      load(a, b);
      choosing.dropped(a);
      choosing.choose(choice);
      choosing.kept(a);
      expect(choosing.choice).to.equal(choice);
    }
  });

  it('is not chosen again where the page has chosen meanwhile', () => {
    const {choosing, load} = setup();
    load(a, b);
    choosing.dropped(a);
    choosing.want('pm_b');
    choosing.kept(a);
    expect(choosing.value).to.equal('pm_b');
  });

  it('is not chosen again after another choice, though that is none any more', () => {
    const {choosing, load} = setup();
    load(a, b);
    choosing.dropped(a);
    choosing.choose('pm_b');
    choosing.want('');
    choosing.kept(a);
    expect(choosing.choice).to.equal(undefined);
  });
});

describe('Choosing: a card that was saved', () => {
  afterEach(removeForms);

  it('joins the list, is chosen, and is announced as new', () => {
    const {choosing, load, wallet, said, sent} = setup();
    load(a);
    choosing.choose(another);
    choosing.take(b, false);
    expect(wallet.methods).to.deep.equal([a, b]);
    expect([choosing.value, sent()]).to.deep.equal(['pm_b', 'pm_b']);
    expect(said).to.deep.equal(['cardAdded \u2066Visa ••••\u00a0pm_b\u2069']);
  });

  it('is announced as known where it was there before', () => {
    const {choosing, load, said} = setup();
    load(a);
    choosing.take({...a, duplicate: true}, false);
    expect(said).to.deep.equal(['cardKnown \u2066Visa ••••\u00a0pm_a\u2069']);
  });

  it('takes the focus when it is drawn, where the form of it had the focus', async () => {
    for (const hadFocus of [true, false]) {
      const {choosing, load, host} = setup();
      load(a);
      choosing.take(b, hadFocus);
      expect(host.shadowRoot!.activeElement).to.equal(null);
      host.shadowRoot!.querySelectorAll<HTMLInputElement>('.radio')[1]!.checked = true;
      await host.updateComplete;
      const {activeElement} = host.shadowRoot!;
      expect((activeElement as HTMLInputElement | null)?.checked).to.equal(hadFocus || undefined);
    }
  });
});
