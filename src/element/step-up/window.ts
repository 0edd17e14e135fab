import type {StepUp} from '../../flow/index.js';
import type {CardVaultHost} from '../host.js';
import type {StepUpOptions} from '../../gateways/index.js';
import type * as DialogModule from './dialog.js';
import type {LateModule} from '../late-module.js';
import type {LocaleController} from '../shopper/locale.js';
import type {SessionController} from '../session/session.js';
import {tell} from '../option.js';
import {stepUpMode} from './mode.js';
import {shopOfPage} from '../shopper/shop-name.js';

export interface StepUpWindowOptions {
  readonly host: CardVaultHost;
  readonly createStepUp: (options: StepUpOptions) => StepUp;
  readonly dialog: LateModule<typeof DialogModule>;
  readonly session: SessionController;
  readonly locale: LocaleController;
  /** Holds hidden frames. */
  readonly offstage: () => HTMLElement;
}

/** The flow's step-up port: the gateway, with a dialog of the element around the bank's page. */
export function createStepUpWindow({
  host,
  createStepUp,
  dialog,
  session,
  locale,
  offstage,
}: StepUpWindowOptions): StepUp {
  let loaded: () => void = () => undefined;
  return createStepUp({
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
