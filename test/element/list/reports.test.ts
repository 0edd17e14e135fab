import {expect} from '@open-wc/testing';
import type {CardVaultErrorEvent} from '../../../src/element/events.js';
import type {CardVaultDefaultEvent, CardVaultRemovedEvent} from '../../../src/element/list/events.js';
import type {Choosing} from '../../../src/element/list/choosing.js';
import {reportsOf} from '../../../src/element/list/reports.js';
import {CardVaultError, type PaymentMethod} from '../../../src/protocol/index.js';
import {FakeHost} from '../../support/fake-host.js';
import {card} from './wallet-setup.js';

const [a, b] = [card('pm_a'), card('pm_b', {brand: 'unknown'})];
const names = {a: '\u2066Visa ••••\u00a0pm_a\u2069', b: '\u2066unknownBrand ••••\u00a0pm_b\u2069'};

const rowOf = ({token}: PaymentMethod): string =>
  `<div class="card" data-token="${token}"><button class="tool"></button><button class="tool"></button></div>`;

function setup() {
  const host = new FakeHost();
  host.attachShadow({mode: 'open'}).innerHTML = rowOf(a) + rowOf(b);
  document.body.append(host);
  const calls: string[] = [];
  const choosing = {
    dropped: ({token}: PaymentMethod) => calls.push(`dropped ${token}`),
    kept: ({token}: PaymentMethod) => calls.push(`kept ${token}`),
    focus: () => calls.push('focus'),
  };
  const on = reportsOf(host, {
    announcer: {say: (text) => calls.push(`say ${text}`)},
    say: (key, values) => (values ? `${key} ${String(values['card'])}` : key),
    choosing: () => choosing as unknown as Choosing,
    loaded: () => calls.push('loaded'),
  });
  const note = ({type, detail: {paymentMethod}}: CardVaultRemovedEvent | CardVaultDefaultEvent): void =>
    void calls.push(`${type} ${paymentMethod.token}`);
  host.addEventListener('card-vault-removed', note);
  host.addEventListener('card-vault-default', note);
  host.addEventListener('card-vault-error', ({detail}: CardVaultErrorEvent) =>
    calls.push(`card-vault-error ${detail.code}`),
  );
  const tools = (method: PaymentMethod): HTMLElement[] => [
    ...host.shadowRoot!.querySelectorAll<HTMLElement>(`[data-token=${method.token}] .tool`),
  ];
  return {host, on, calls, tools, focused: () => host.shadowRoot!.activeElement};
}

const unreachable = new CardVaultError('shop-server-unreachable', 'Lost.');

describe('the reports of a list', () => {
  afterEach(() => document.querySelectorAll('fake-host').forEach((host) => host.remove()));

  for (const [what, report, expected] of [
    ['hand on that the cards are loaded', ({on}) => on.loaded(), ['loaded']],
    [
      'announce a removal by the name of its card, which is no choice any more',
      ({on}) => on.removing(a),
      [`say cardRemoved ${names.a}`, 'dropped pm_a'],
    ],
    [
      'announce a card that is kept, which may be the choice again',
      ({on}) => on.kept(b),
      [`say cardKept ${names.b}`, 'kept pm_b'],
    ],
    ['say nothing of a removal that is sent', ({on}) => on.sending(a), []],
    ['tell the page of a removal that is confirmed', ({on}) => on.removed(a), ['card-vault-removed pm_a']],
    [
      'announce a new default, of which the page hears',
      ({on}) => on.madeDefault(a),
      [`say defaultChanged ${names.a}`, 'card-vault-default pm_a'],
    ],
    [
      'announce what was refused of a card, with the reason, of which the page hears',
      ({on}) => on.refused(a, 'defaultNotChanged', unreachable),
      [`say ${names.a}: defaultNotChanged`, 'card-vault-error shop-server-unreachable'],
    ],
    [
      'announce a removal that was refused, whose card may be the choice again',
      ({on}) => on.refused(a, 'cardInUse', unreachable),
      [`say ${names.a}: cardInUse`, 'kept pm_a', 'card-vault-error shop-server-unreachable'],
    ],
    [
      'announce that the cards could not be loaded, of which the page hears',
      ({on}) => on.failed(unreachable),
      ['say cardsNotLoaded', 'card-vault-error shop-server-unreachable'],
    ],
    [
      'announce that the shopper is signed out where that is why',
      ({on}) => on.failed(new CardVaultError('login-required', 'Who?')),
      ['say cardsSignedOut', 'card-vault-error login-required'],
    ],
  ] as [string, (page: ReturnType<typeof setup>) => void, string[]][])
    it(what, async () => {
      const page = setup();
      report(page);
      await page.host.updateComplete;
      expect(page.calls).to.deep.equal(expected);
    });

  for (const what of ['removing', 'kept', 'madeDefault'] as const)
    describe(`of ${what}`, () => {
      it('keep the focus in the row that had it, on its last button, once that is drawn', async () => {
        const {host, on, tools, focused} = setup();
        tools(a)[0]!.focus();
        on[what](a);
        const [drawn] = tools(a).slice(-1);
        drawn!.replaceWith(drawn!.cloneNode());
        await host.updateComplete;
        expect(focused()).to.equal(tools(a)[1]);
      });

      it('leave the focus alone where it is in another row', async () => {
        const {host, on, tools, focused} = setup();
        tools(b)[0]!.focus();
        on[what](a);
        await host.updateComplete;
        expect(focused()).to.equal(tools(b)[0]);
      });

      it('leave the focus alone where the row is gone when the list is drawn', async () => {
        const {host, on, tools, focused} = setup();
        tools(a)[0]!.focus();
        on[what](a);
        host.shadowRoot!.querySelector('.card')!.remove();
        await host.updateComplete;
        expect(focused()).to.equal(null);
      });
    });

  it('move the focus to the choice where the row that had it goes', async () => {
    const {host, on, tools, calls} = setup();
    tools(a)[0]!.focus();
    on.sending(b);
    await host.updateComplete;
    expect(calls).to.deep.equal([]);
    on.sending(a);
    expect(calls).to.deep.equal([]);
    await host.updateComplete;
    expect(calls).to.deep.equal(['focus']);
  });
});
