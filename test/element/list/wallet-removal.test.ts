import {expect} from '@open-wc/testing';
import {CardVaultError} from '../../../src/protocol/index.js';
import {card, nextTask, removeHosts, walletSetup as setup} from './wallet-setup.js';

const [a, b] = [card('pm_a'), card('pm_b')];
const tokensOf = (methods: readonly {token: string}[]): string[] => methods.map(({token}) => token);

/** Two cards, one of which is being removed. */
async function removing() {
  const all = setup();
  await all.shown(a, b);
  all.wallet.remove('pm_a');
  return all;
}

/** The cards have changed otherwise: the deletion is on its way. */
async function sent() {
  const all = await removing();
  all.wallet.take(b);
  return all;
}

describe('WalletController: a removal', () => {
  afterEach(removeHosts);

  it('hides the card as one that can be used, and keeps its row for the undo', async () => {
    const {wallet, tokens, row, told, asked} = await removing();
    expect(tokensOf(wallet.methods)).to.deep.equal(['pm_b']);
    expect(tokens()).to.deep.equal(['pm_a', 'pm_b']);
    expect(row('pm_a')!.removal).to.equal('undo');
    expect([told, asked()]).to.deep.equal([['removing pm_a'], []]);
  });

  for (const [what, act] of [
    ['a new card', ({wallet}) => wallet.take(card('pm_c'))],
    ['another removal', ({wallet}) => wallet.remove('pm_b')],
    ['another default', ({wallet}) => void wallet.makeDefault('pm_b')],
  ] as readonly (readonly [string, (all: Awaited<ReturnType<typeof removing>>) => void])[])
    it(`is sent with ${what}, and by no clock, which takes the row away`, async () => {
      const all = await removing();
      const {timers, tokens, told, asked, requests} = all;
      timers.advance(3_600_000);
      expect(asked()).to.deep.equal([]);
      act(all);
      expect(asked()[0]).to.equal('remove pm_a');
      expect(requests.find(({keepalive}) => keepalive === false)).not.to.equal(undefined);
      expect(tokens()).not.to.include('pm_a');
      expect(told.slice(0, 2)).to.deep.equal(['removing pm_a', 'sending pm_a']);
    });

  it('is told of when the shop’s server has confirmed it', async () => {
    const {wallet, told, last, tokens, host} = await sent();
    const {updates} = host;
    await last().answer();
    expect(told.at(-1)).to.equal('removed pm_a');
    expect([tokens(), tokensOf(wallet.methods)]).to.deep.equal([['pm_b'], ['pm_b']]);
    expect(host.updates).to.equal(updates + 1);
  });

  it('has come to its end where the card is gone already', async () => {
    const {told, last, tokens} = await sent();
    await last().refuse(new CardVaultError('request-refused', 'None.', {status: 404}));
    expect([told.at(-1), tokens()]).to.deep.equal(['removed pm_a', ['pm_b']]);
  });

  for (const [what, error, problem, code] of [
    [
      'a card in use',
      new CardVaultError('request-refused', 'Used.', {status: 409}),
      'cardInUse',
      'request-refused',
    ],
    [
      'a lost connection',
      new CardVaultError('shop-server-unreachable', 'Lost.'),
      'cardNotRemoved',
      'shop-server-unreachable',
    ],
    ['an error of the adapter', new TypeError('x is undefined'), 'cardNotRemoved', 'unexpected'],
  ] as const)
    it(`brings the card back, with the reason, after ${what}`, async () => {
      const {wallet, told, last, row} = await sent();
      await last().refuse(error);
      expect(row('pm_a')).to.include({removal: undefined, problem});
      expect(tokensOf(wallet.methods)).to.deep.equal(['pm_a', 'pm_b']);
      expect(told.at(-1)).to.equal(`refused pm_a ${problem} ${code}`);
      wallet.remove('pm_a');
      expect(row('pm_a')!.problem).to.equal(undefined);
    });

  it('brings the card back where the adapter cannot remove one', async () => {
    const {wallet, told, world, row} = await removing();
    world.wallet = {};
    wallet.take(b);
    await nextTask();
    expect(told.at(-1)).to.equal('refused pm_a cardNotRemoved configuration-missing');
    expect(row('pm_a')!.problem).to.equal('cardNotRemoved');
  });

  it('is begun once, of a card that is there', async () => {
    const {wallet, told, asked} = await removing();
    wallet.remove('pm_a');
    wallet.remove('pm_x');
    expect(told).to.deep.equal(['removing pm_a']);
    wallet.take(b);
    wallet.remove('pm_a');
    expect([told.length, asked().length]).to.deep.equal([2, 1]);
  });

  it('is taken back, however long it was looked at', async () => {
    const {wallet, row, timers, told, asked} = await removing();
    timers.advance(3_600_000);
    wallet.undo('pm_a');
    expect(row('pm_a')!.removal).to.equal(undefined);
    wallet.take(b);
    expect([told, asked()]).to.deep.equal([['removing pm_a', 'kept pm_a'], []]);
  });

  it('is not taken back once it is sent, nor where there is none', async () => {
    const {wallet, told, tokens} = await sent();
    wallet.undo('pm_a');
    wallet.undo('pm_b');
    wallet.undo('pm_x');
    expect([told.at(-1), tokens()]).to.deep.equal(['sending pm_a', ['pm_b']]);
  });

  it('stays what it is when the cards are read anew meanwhile', async () => {
    const {wallet, last, row, tokens} = await removing();
    wallet.load();
    await last().answer([a, b]);
    expect(row('pm_a')!.removal).to.equal('undo');
    wallet.take(b);
    wallet.load();
    await last().answer([a, b]);
    expect(tokens()).to.deep.equal(['pm_b']);
  });

  it('stays done when cards arrive that were read before it', async () => {
    const {wallet, requests, tokens} = await removing();
    wallet.load();
    wallet.take(b);
    const [reading, removal] = requests.slice(-2);
    await removal!.answer();
    await reading!.answer([a, b]);
    expect(tokens()).to.deep.equal(['pm_b']);
  });

  it('is not sent for a card that is gone from the list', async () => {
    const {wallet, last, asked} = await removing();
    wallet.load();
    await last().answer([b]);
    wallet.take(b);
    expect(asked()).to.deep.equal(['list']);
  });
});

describe('WalletController: a page that is left', () => {
  afterEach(removeHosts);

  it('has pending removals sent when it is frozen: a browser may end it without another word', async () => {
    const {asked, last} = await removing();
    document.dispatchEvent(new Event('freeze'));
    expect([asked(), last().keepalive]).to.deep.equal([['remove pm_a'], true]);
  });

  it('asks what became of the cards when it comes back from the browser’s memory', async () => {
    const {asked, last, tokens} = await removing();
    dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}));
    dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    expect(asked()).to.deep.equal(['remove pm_a', 'list']);
    await last().answer([a, b]);
    expect(tokens(), 'on its way').to.deep.equal(['pm_b']);
  });

  it('says nothing of a removal whose answer it has lost, and reads the cards anew', async () => {
    const {told, asked, requests, tokens} = await removing();
    dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}));
    await requests.at(-1)!.refuse(new CardVaultError('service-unreachable', 'Lost.'));
    expect(asked()).to.deep.equal(['remove pm_a', 'list']);
    await requests.at(-1)!.answer([b]);
    expect([tokens(), told.some((one) => one.startsWith('refused'))]).to.deep.equal([['pm_b'], false]);
  });

  it('has pending removals sent at once, so that they outlive it', async () => {
    const {asked, last} = await removing();
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect([asked(), last().keepalive]).to.deep.equal([['remove pm_a'], true]);
  });

  it('has them sent when only the list leaves, and not when it is moved', async () => {
    const {host, asked, last} = await removing();
    document.body.prepend(host);
    await nextTask();
    expect(asked()).to.deep.equal([]);
    host.remove();
    expect(asked()).to.deep.equal([]);
    await nextTask();
    expect([asked(), last().keepalive]).to.deep.equal([['remove pm_a'], true]);
  });

  it('is no matter of a list that has left it', async () => {
    const {host, wallet, asked} = setup();
    document.body.append(host);
    host.remove();
    await nextTask();
    wallet.take(a);
    wallet.remove('pm_a');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(asked()).to.deep.equal(['list']);
  });
});
