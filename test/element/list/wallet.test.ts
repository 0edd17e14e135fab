import {expect} from '@open-wc/testing';
import {CardVaultError} from '../../../src/protocol/index.js';
import {card, nextTask, removeHosts, walletSetup as setup} from './wallet-setup.js';

const offline = new CardVaultError('shop-server-unreachable', 'No connection.');
const [a, b, c] = [card('pm_a'), card('pm_b'), card('pm_c')];

describe('WalletController: the cards', () => {
  afterEach(removeHosts);

  it('are asked for when the list comes into the page', async () => {
    const {host, wallet, asked, last, told, tokens, connect} = setup();
    expect([wallet.phase, asked()]).to.deep.equal(['loading', []]);
    connect();
    expect([asked(), host.updates]).to.deep.equal([['list'], 1]);
    await last().answer([a, b]);
    expect([wallet.phase, tokens(), told]).to.deep.equal(['shown', ['pm_a', 'pm_b'], ['loaded']]);
    expect(host.updates).to.equal(2);
  });

  it('begin with the default one, and keep their order beside that', async () => {
    const {shown, wallet, tokens} = setup();
    await shown(card('pm_a', {isDefault: false}), b, card('pm_c', {isDefault: true}));
    expect(tokens()).to.deep.equal(['pm_c', 'pm_a', 'pm_b']);
    expect(wallet.keepsDefault).to.equal(true);
  });

  it('have no default where the service keeps none', async () => {
    const {shown, wallet} = setup();
    await shown(a, b);
    expect(wallet.keepsDefault).to.equal(false);
  });

  it('have failed with the error of the shop’s server', async () => {
    const {host, wallet, connect, last, told} = setup();
    connect();
    await last().refuse(offline);
    expect([wallet.phase, wallet.error]).to.deep.equal(['failed', offline]);
    expect([told, host.updates]).to.deep.equal([['failed shop-server-unreachable'], 2]);
  });

  it('have failed with an error of ours where the adapter throws another', async () => {
    const {wallet, connect, last} = setup();
    const cause = new TypeError('x is undefined');
    connect();
    await last().refuse(cause);
    expect(wallet.error).to.include({code: 'unexpected', cause});
  });

  it('have failed where the adapter cannot list them', async () => {
    const {connect, told, world, wallet} = setup();
    world.wallet = {};
    connect();
    await nextTask();
    expect(told).to.deep.equal(['failed configuration-missing']);
    expect(wallet.error?.message).to.contain('listPaymentMethods');
  });

  it('are read anew after a failure, which is then forgotten', async () => {
    const {wallet, connect, last, tokens} = setup();
    connect();
    await last().refuse(offline);
    wallet.load();
    expect([wallet.phase, wallet.error]).to.deep.equal(['loading', undefined]);
    await last().answer([a]);
    expect([wallet.phase, tokens()]).to.deep.equal(['shown', ['pm_a']]);
  });

  it('are late after five seconds, which is said once', async () => {
    const {host, timers, wallet, connect, last, told} = setup();
    connect();
    timers.advance(4_999);
    expect([wallet.isLate, told]).to.deep.equal([false, []]);
    timers.advance(1);
    expect([wallet.isLate, told, host.updates]).to.deep.equal([true, ['late'], 2]);
    timers.advance(60_000);
    await last().answer([a]);
    expect(told).to.deep.equal(['late', 'loaded']);
    wallet.load();
    expect(wallet.isLate).to.equal(false);
  });

  it('are not late once they are there, have failed, or the list has left', async () => {
    for (const end of ['answer', 'error', 'leave'] as const) {
      const {host, timers, connect, last, told} = setup();
      connect();
      if (end === 'answer') await last().answer([a]);
      else if (end === 'error') await last().refuse(offline);
      else host.remove();
      await nextTask();
      timers.advance(60_000);
      expect(told, end).not.to.include('late');
      expect(timers.pending, end).to.equal(0);
    }
  });

  for (const end of ['answer', 'error'] as const)
    it(`are not those of a reading that was given up, whose ${end} comes late`, async () => {
      const {wallet, connect, requests, tokens, told} = setup();
      connect();
      wallet.load();
      const [first, second] = requests;
      expect([first!.signal.aborted, second!.signal.aborted]).to.deep.equal([true, false]);
      if (end === 'answer') await first!.answer([a]);
      else await first!.refuse(offline);
      expect([wallet.phase, told]).to.deep.equal(['loading', []]);
      await second!.answer([b]);
      expect([tokens(), told]).to.deep.equal([['pm_b'], ['loaded']]);
    });

  it('are asked of the adapter that the list has now', async () => {
    const {shown, wallet, world, tokens} = setup();
    await shown(a);
    world.wallet = {listPaymentMethods: async () => [c]};
    wallet.load();
    await nextTask();
    expect(tokens()).to.deep.equal(['pm_c']);
  });

  it('stay when the list is moved, and are not asked for again', async () => {
    const {host, shown, asked, tokens} = setup();
    await shown(a);
    document.body.prepend(host);
    await nextTask();
    expect([asked(), tokens()]).to.deep.equal([[], ['pm_a']]);
  });

  it('are not waited for once the list has left, and asked for when it is back', async () => {
    const {host, connect, last, requests, asked, told} = setup();
    connect();
    host.remove();
    expect(last().signal.aborted).to.equal(false);
    await nextTask();
    expect(last().signal.aborted).to.equal(true);
    connect();
    expect(asked()).to.deep.equal(['list', 'list']);
    await requests[1]!.answer([]);
    expect(told).to.deep.equal(['loaded']);
  });
});

describe('WalletController: the default card', () => {
  afterEach(removeHosts);
  const cards = [card('pm_a', {isDefault: true}), card('pm_b', {isDefault: false})];

  it('is another one when the shop’s server has confirmed it', async () => {
    const {shown, wallet, last, asked, row, told, host} = setup();
    await shown(...cards);
    const {updates} = host;
    void wallet.makeDefault('pm_b');
    expect([asked(), row('pm_b')!.busy, host.updates]).to.deep.equal([['default pm_b'], true, updates + 1]);
    expect(row('pm_a')!.method.isDefault).to.equal(true);
    await last().answer();
    expect(wallet.methods.map(({isDefault}) => isDefault)).to.deep.equal([false, true]);
    expect([row('pm_b')!.busy, told]).to.deep.equal([undefined, ['default pm_b true']]);
  });

  it('stays where the change is refused, and the reason stands beside the card until the next try', async () => {
    const {shown, wallet, last, row, told} = setup();
    await shown(...cards);
    void wallet.makeDefault('pm_b');
    await last().refuse(offline);
    expect(row('pm_b')).to.include({problem: 'defaultNotChanged', busy: undefined});
    expect(wallet.methods.map(({isDefault}) => isDefault)).to.deep.equal([true, false]);
    expect(told).to.deep.equal(['refused pm_b defaultNotChanged shop-server-unreachable']);
    void wallet.makeDefault('pm_b');
    expect(row('pm_b')!.problem).to.equal(undefined);
  });

  it('is asked for once at a time, for a card that is there, of an adapter that can change it', async () => {
    const {shown, wallet, asked, row, world} = setup();
    await shown(...cards);
    await wallet.makeDefault('pm_x');
    expect(asked()).to.deep.equal([]);
    void wallet.makeDefault('pm_b');
    await wallet.makeDefault('pm_b');
    expect(asked()).to.deep.equal(['default pm_b']);
    world.wallet = {};
    await wallet.makeDefault('pm_a');
    expect(row('pm_a')!.busy).to.equal(undefined);
  });
});

describe('WalletController: a card that has just been saved', () => {
  afterEach(removeHosts);

  it('joins the list at its end, without what is said of its saving', async () => {
    const {shown, wallet, tokens, host, row} = setup();
    await shown(a);
    const {updates} = host;
    wallet.take(card('pm_b', {duplicate: false}));
    expect(tokens()).to.deep.equal(['pm_a', 'pm_b']);
    expect(row('pm_b')!.method).to.deep.equal(b);
    expect(host.updates).to.equal(updates + 1);
  });

  it('is no default where the service keeps one', async () => {
    const {shown, wallet, row} = setup();
    await shown(card('pm_a', {isDefault: true}));
    wallet.take(b);
    expect(row('pm_b')!.method.isDefault).to.equal(false);
  });

  it('takes the place of the same card that was there, and stays the default if that was', async () => {
    const {shown, wallet, tokens, row} = setup();
    await shown(card('pm_a', {isDefault: true}), b);
    wallet.take(card('pm_a', {expirationYear: '2033', duplicate: true}));
    expect(tokens()).to.deep.equal(['pm_a', 'pm_b']);
    expect(row('pm_a')!.method).to.deep.equal(card('pm_a', {expirationYear: '2033', isDefault: true}));
  });

  it('is not removed any more where it was to be', async () => {
    const {shown, wallet, row, timers, asked} = setup();
    await shown(a);
    wallet.remove('pm_a');
    wallet.take(a);
    expect(row('pm_a')!.removal).to.equal(undefined);
    timers.advance(60_000);
    expect(asked()).to.deep.equal([]);
  });

  it('is shown though the list could not be loaded', async () => {
    const {connect, wallet, last, tokens} = setup();
    connect();
    await last().refuse(offline);
    wallet.take(a);
    expect([wallet.phase, tokens()]).to.deep.equal(['shown', ['pm_a']]);
  });
});
