import type {StepUp} from '../../flow/index.js';
import type {CardVaultHost} from '../host.js';
import type {SaveGateways} from '../stages/contracts.js';
import type * as DialogModule from './dialog.js';
import type {LateModule} from '../stages/late-module.js';
import type {LocaleController} from '../shopper/locale.js';
import type {SessionController} from '../session/session.js';
import {tell} from '../option.js';
import {stepUpMode} from './mode.js';
import {shopOfPage} from './shop-name.js';

export interface StepUpWindowOptions {
  readonly host: CardVaultHost;
  readonly gateways: SaveGateways;
  readonly dialog: LateModule<typeof DialogModule>;
  readonly session: SessionController;
  readonly locale: LocaleController;
  /** Holds hidden frames. */
  readonly offstage: () => HTMLElement;
}

/** The flow's step-up port: the gateway, with a dialog of the element around the bank's page. */
export function createStepUpWindow({
  host,
  gateways,
  dialog,
  session,
  locale,
  offstage,
}: StepUpWindowOptions): StepUp {
  let loaded: () => void = () => undefined;
  return gateways.createStepUp({
    mode: () => stepUpMode(host),
    title: () => locale.say('stepUpFrame'),
    returnUrl: () => session.state.session?.returnUrl,
    host: offstage,
    onLoaded: () => loaded(),
    onFault: (error) => tell(host, error),
    async open(request) {
      const module = await dialog.load();
      request.signal.throwIfAborted();
      const root = host.renderRoot;
      const opened = module.openDialog(
        {
          place: root.querySelector<HTMLElement>('.overlay')!,
          root,
          inline: host.stepUp === 'inline',
          setting: host.challengeWindow,
          shop: host.shopName ?? shopOfPage(host.ownerDocument),
          card: session.state.card,
          say: locale.say,
        },
        request,
      );
      loaded = () => opened.loaded();
      return opened;
    },
  });
}
