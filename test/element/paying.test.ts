import {expect} from '@open-wc/testing';
import {later as enLater} from '../../src/texts/en/later.js';
import {CardVaultError, type SessionPayment} from '../../src/protocol/index.js';
import {createFakeAdapter, testCard, type FakeAdapter, type FakeScript} from '../../src/testing/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const payment: SessionPayment = {
  ...{amount: '24.00', currency: 'USD'},
  paymentMethod: {
    ...{token: 'pm_7', brand: 'visa', lastFour: '2701', expirationMonth: '01', expirationYear: '2031'},
    singleUse: false,
  },
};
const plain = (text: string): string => text.replace(/[\u2066\u2069]/g, '');

describe('paying with a saved card (decision 0086)', () => {
  let adapter: FakeAdapter;
  const open = async (script: FakeScript = {}, parent: ParentNode = CardVaultHarness.page()) => {
    adapter = createFakeAdapter({payment, ...script});
    const harness = await CardVaultHarness.ready((element) => {
      element.adapter = adapter;
      element.savedCard = true;
    }, parent);
    await waitUntil(() => harness.part('payment-amount') && /\d/.test(harness.text('save-button')));
    return harness;
  };
  const methods = () => adapter.calls.map(({method}) => method);
  afterEach(() => CardVaultHarness.clean());

  it('shows card and amount, asks for nothing, and pays', async () => {
    const harness = await open();
    expect(harness.part('field-number')).to.equal(null);
    expect(plain(harness.text('payment-card'))).to.equal('Visa •••• 2701, expires 01/31');
    expect(plain(harness.text('payment-amount'))).to.equal('$24.00');
    expect(plain(harness.text('save-button'))).to.equal('Pay $24.00');
    await expect(harness.element).to.be.accessible();
    const outcome = await harness.element.save();
    expect(outcome).to.deep.include({
      outcome: 'paid',
      payment: {status: 'captured', amount: '24.00', currency: 'USD'},
    });
    await harness.ended();
    expect(harness.element.value).to.equal('pm_7');
    expect(harness.text('outcome-title')).to.equal('Paid \u2066$24.00\u2069');
    expect(harness.part('outcome-button')).to.equal(null);
    expect(harness.named('saved')).to.deep.equal([]);
    expect(methods()).to.deep.equal([
      ...['openSession', 'savedCardSetup', 'enroll', 'authorize', 'complete'],
    ]);
    expect(adapter.ledger.map(({kind}) => kind)).to.deep.equal(['authorization', 'capture']);
  });

  it('shows PKR 4,800.00 as PKR 4,800.00, and takes that amount', async () => {
    const harness = await open({payment: {...payment, amount: '4800.00', currency: 'PKR'}});
    expect(plain(harness.text('payment-amount'))).to.equal('PKR 4,800.00');
    expect(plain(harness.text('save-button'))).to.equal('Pay PKR 4,800.00');
    await harness.element.save();
    expect(adapter.ledger.map(({kind, amount}) => [kind, amount])).to.deep.equal([
      ['authorization', 480_000],
      ['capture', 480_000],
    ]);
  });

  it('says that it is paid, also where another page of its order was faster', async () => {
    const harness = await open();
    const {enroll} = adapter;
    adapter.enroll = async (...asked) => {
      await enroll.apply(adapter, asked);
      const tracker = adapter.calls.at(-1)!.tracker!;
      await adapter.authorize({tracker}, asked[1]);
      await adapter.complete({tracker}, asked[1]);
      throw new CardVaultError('request-refused', 'The tracker has ended.', {status: 409});
    };
    expect(await harness.element.save()).to.deep.include({
      outcome: 'paid',
      payment: {status: 'captured', amount: '24.00', currency: 'USD'},
    });
    expect(adapter.ledger.map(({kind}) => kind)).to.deep.equal(['authorization', 'capture']);
  });

  it('writes the amount also where the page names no language that there is', async () => {
    const page = CardVaultHarness.page();
    page.lang = 'en_US';
    const harness = await open({}, page);
    expect(plain(harness.text('payment-amount'))).to.equal('$24.00');
  });

  it('holds its form until it is paid', async () => {
    const form = document.createElement('form');
    form.innerHTML = '<button>Order</button>';
    CardVaultHarness.page().append(form);
    adapter = createFakeAdapter({payment});
    const harness = await CardVaultHarness.ready((element) => {
      Object.assign(element, {adapter, savedCard: true, name: 'card', required: true});
    }, form);
    const submitted = new Promise<FormData>((resolve) =>
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        resolve(new FormData(form));
      }),
    );
    form.querySelector('button')!.click();
    expect((await submitted).get('card')).to.equal('pm_7');
    expect(harness.element.validity.valid).to.equal(true);
  });

  it('says that nothing was paid when the bank says no', async () => {
    const harness = await open({card: testCard('2.5').number});
    const outcome = await harness.element.save();
    expect(outcome).to.include({outcome: 'stopped', reason: 'rejected'});
    await harness.ended();
    expect(harness.text('problem')).to.contain(enLater.notCharged);
    expect(harness.announced).to.contain(enLater.notPaidTitle);
    expect(harness.text('save-button')).to.equal('Pay \u2066$24.00\u2069');
    expect(adapter.ledger).to.deep.equal([]);
  });

  it('does not claim to know whether it was paid when the last answers are lost', async () => {
    const harness = await open();
    const lost = () => new CardVaultError('login-required', 'no', {status: 401});
    adapter.fail('complete', lost());
    await harness.element.save().catch(() => undefined);
    await harness.ended();
    expect(harness.text('outcome-title')).to.equal(enLater.payFailedTitle);
    expect(harness.text('outcome-text')).to.contain(enLater.payUnknown);
    harness.part('outcome-button')!.click();
    await waitUntil(() => harness.text('outcome-title').startsWith('Paid'));
    expect(adapter.ledger.map(({kind}) => kind)).to.deep.equal(['authorization', 'capture']);
  });
});
