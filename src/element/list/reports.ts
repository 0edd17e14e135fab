import type {PaymentMethod} from '../../protocol/index.js';
import {listed} from '../../gateways/listed.js';
import type {Announcer} from '../shopper/announcer.js';
import type {Say} from '../shopper/locale.js';
import {CardVaultErrorEvent} from '../events.js';
import {CardVaultDefaultEvent, CardVaultRemovedEvent} from './events.js';
import type {Choosing} from './choosing.js';
import {cardName} from './view.js';
import type {WalletOptions} from './wallet.js';

export interface ReportsHost extends HTMLElement {
  readonly renderRoot: ShadowRoot;
  readonly updateComplete: Promise<unknown>;
}

export interface ReportsOptions {
  readonly announcer: Pick<Announcer, 'say'>;
  readonly say: Say;
  readonly choosing: () => Choosing;
  readonly loaded: () => void;
}

/** Dispatches and announces each change of the list, and moves the focus when its place is gone. */
export function reportsOf(host: ReportsHost, options: ReportsOptions): WalletOptions['on'] {
  const {announcer, say, choosing, loaded} = options;
  const named = (method: PaymentMethod) => ({card: cardName(method, say)});
  const rowOf = ({token}: PaymentMethod) =>
    listed(host.renderRoot.querySelectorAll<HTMLElement>('.card')).find(
      ({dataset}) => dataset['token'] === token,
    );
  const isInside = (method: PaymentMethod) => rowOf(method)?.contains(host.renderRoot.activeElement) === true;
  /** After the next drawing, when the focus was in the row. */
  const refocus = (method: PaymentMethod, find: () => HTMLElement | null | undefined): void => {
    if (isInside(method)) void host.updateComplete.then(() => find()?.focus());
  };
  /** The last of its tools that is in sight: a narrow list has them behind a button. */
  const tool = (method: PaymentMethod) => () =>
    listed(rowOf(method)?.querySelectorAll<HTMLElement>('.tool') ?? [])
      .filter((one) => one.getClientRects().length > 0)
      .at(-1);
  return {
    late: () => announcer.say(say('stillLoadingCards')),
    loaded,
    removing(method) {
      announcer.say(say('cardRemoved', named(method)));
      choosing().dropped(method);
      refocus(method, tool(method));
    },
    kept(method) {
      announcer.say(say('cardKept', named(method)));
      choosing().kept(method);
      refocus(method, tool(method));
    },
    sending(method) {
      if (isInside(method)) void host.updateComplete.then(() => choosing().focus());
    },
    removed(paymentMethod) {
      host.dispatchEvent(new CardVaultRemovedEvent({paymentMethod}));
    },
    madeDefault(paymentMethod) {
      announcer.say(say('defaultChanged', named(paymentMethod)));
      host.dispatchEvent(new CardVaultDefaultEvent({paymentMethod}));
      refocus(paymentMethod, tool(paymentMethod));
    },
    refused(method, problem, error) {
      announcer.say(`${cardName(method, say)}: ${say(problem)}`);
      // A removal that failed has kept the card.
      if (problem !== 'defaultNotChanged') choosing().kept(method);
      host.dispatchEvent(new CardVaultErrorEvent(error));
    },
    failed(error) {
      announcer.say(say(error.code === 'login-required' ? 'cardsSignedOut' : 'cardsNotLoaded'));
      host.dispatchEvent(new CardVaultErrorEvent(error));
    },
  };
}
