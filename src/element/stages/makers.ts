import type {FetchAdapterOptions, StagedAdapter} from '../../adapter/index.js';
import type {EntryPorts, Flow, RawCardFields, StepUp, VaultAdapter} from '../../flow/index.js';
import type {
  DeviceDataOptions,
  MicroformFields,
  MicroformOptions,
  PreparedCollection,
  StepUpOptions,
} from '../../gateways/index.js';
import type {Lazy} from './lazy.js';
import type {LocaleController} from '../shopper/locale.js';
import type {SessionController} from '../session/session.js';
import type {CardVaultHost} from '../host.js';
import type * as DialogModule from '../step-up/dialog.js';

/**
 * What runs behind the form: flow, adapter and gateways, as makers. The one of browsers is in `engine.ts`.
 */
export interface Engine {
  createAdapter(
    options: Pick<FetchAdapterOptions, 'sessionUrl' | 'begun' | 'timers'>,
  ): StagedAdapter | VaultAdapter;
  createHostedFields(options: MicroformOptions): MicroformFields;
  /** @param saving what the ports of a save are made of, once it is near. */
  createFlow(ports: EntryPorts, saving: SavingOptions): Flow;
}

/** What the ports of a save are made of. */
export interface SavingOptions {
  readonly host: CardVaultHost;
  readonly adapter: StagedAdapter | VaultAdapter;
  readonly dialog: Lazy<typeof DialogModule>;
  readonly session: SessionController;
  readonly locale: LocaleController;
  readonly readRaw: RawCardFields['read'];
  /**
   * Calls back each time a shopper begins to type a card; the signal aborts when that card's run is over. One
   * callback at a time: the last one counts.
   */
  readonly whenTyped: (prepare: (signal: AbortSignal) => void) => void;
}

/** What a save needs beside that. */
export interface SavingMakers {
  createDeviceData(options: DeviceDataOptions): PreparedCollection;
  createStepUp(options: StepUpOptions): StepUp;
}
