import type {ReactiveController} from 'lit';
import type {RawCardFields, State} from '../../flow/index.js';
import {CardVaultError, type EntryMode} from '../../protocol/index.js';
import {readPastedCard} from '../../protocol/pasted-card.js';
import {digitsOf, parseExpiry} from './expiry.js';
import {hasEnded} from '../phases.js';
import type {FieldName} from '../options.js';
import type {RawInputs} from '../views/raw.js';
import type {Entries} from './entries.js';
import {LateModule} from '../late-module.js';
import type {DrawnHost} from '../host.js';

export interface RawEntryHost {
  readonly entryMode: EntryMode;
}

export interface RawEntryOptions {
  readonly entries: Entries;
  readonly now: () => Date;
  /** Entry mode of the session; undefined before there is one. */
  readonly sessionMode: () => EntryMode | undefined;
  /** Forgets the edits of the inputs. */
  readonly forget: () => void;
}

/**
 * Plain inputs for the card number and the security code, where both the shop and its session ask for them.
 */
export class RawEntry implements ReactiveController, RawCardFields {
  readonly #options: RawEntryOptions;
  readonly #inputs: LateModule<RawInputs>;

  constructor(host: RawEntryHost & DrawnHost, options: RawEntryOptions) {
    host.addController(this);
    this.#options = options;
    this.#inputs = new LateModule(
      host,
      async () => {
        const {RawInputs} = await import('../views/raw.js');
        const {entries, now} = options;
        const {store} = entries;
        const readers = {
          digitsOf,
          expiry: () => parseExpiry(store.expiry, now()),
          pasted: readPastedCard,
        };
        const rootOf = (field: FieldName) => store.placed?.rootOf(field) ?? host.renderRoot;
        return new RawInputs(entries, readers, rootOf);
      },
      () => host.entryMode === 'raw' && (options.sessionMode() ?? 'raw') === 'raw',
    );
  }

  /** The inputs; undefined in flex mode and until they are loaded. */
  get inputs(): RawInputs | undefined {
    return this.#inputs.inUse;
  }

  /** The card as it stands in the inputs. */
  read(): ReturnType<RawCardFields['read']> {
    if (!this.inputs) throw new CardVaultError('not-ready', 'The card inputs are not loaded yet.');
    return this.inputs.read();
  }

  clear(): void {
    this.#inputs.value?.clear();
    this.#options.forget();
  }

  /** No card number outlives its run. */
  stateChanged(state: State): void {
    if (hasEnded(state)) this.clear();
  }

  hostDisconnected(): void {
    this.clear();
  }
}
