import type {CSSResult} from 'lit';
import type {FetchAdapterOptions, StagedAdapter} from '../../adapter/index.js';
import type {
  ContextRenewal,
  EntryPorts,
  Flow,
  RunMemory,
  State,
  StepUp,
  Timers,
  VaultAdapter,
} from '../../flow/index.js';
import type {
  DeviceDataOptions,
  FieldEvent,
  MicroformFields,
  MicroformOptions,
  PreparedCollection,
  StepUpOptions,
} from '../../gateways/index.js';
import type {CardVaultError} from '../../protocol/index.js';
import type * as EarlyFields from '../fields/early-fields.js';
import type {Entries} from '../fields/entries.js';
import type {FieldStore} from '../fields/field-store.js';
import type {Frames} from '../fields/frames.js';
import type {PlacesController} from '../fields/places.js';
import type {RawEntry} from '../fields/raw-entry.js';
import type {Renewal} from '../fields/renewal.js';
import type {FormValue} from '../form/form-value.js';
import type {OwnerFormController, SubmitButton} from '../form/owner-form.js';
import type {Submitting} from '../form/submitting.js';
import type {CardVaultHost, BegunSession} from '../host.js';
import type {Messages} from '../../texts/shapes.js';
import type {FieldName} from '../options.js';
import type {Lifecycle} from '../session/lifecycle.js';
import type {LastEnding} from '../session/last-ending.js';
import type {Saving} from '../session/saving.js';
import type {SessionController} from '../session/session.js';
import type {Announcer} from '../shopper/announcer.js';
import type {AppearanceController} from '../shopper/appearance.js';
import type {Focus} from '../shopper/focus.js';
import type {LocaleController} from '../shopper/locale.js';
import type {Waiting} from '../form/waiting.js';
import type * as DialogModule from '../step-up/dialog.js';
import type * as BillingModule from '../views/billing.js';
import type {formView} from '../views/form.js';
import type * as OutcomeModule from '../views/outcome.js';
import type {LateModule} from '../late-module.js';

/** Surroundings of the element. `browser.ts` has the ports of a browser; tests pass others. */
export interface ElementPorts {
  /** The script that brings a drawn element to live fields; asked for while the form is being drawn. */
  loadEngine(): Promise<Engine>;
  /**
   * Loads the script that mounts fields before the form works; missing where the form is always there first.
   */
  loadFields?(): Promise<typeof EarlyFields>;
  /** False when no element of this page can have left a run unfinished. */
  readonly remembers: () => boolean;
  /** Begins the request for a session while the engine, which will read its answer, is being loaded. */
  readonly beginSession: (url: string) => BegunSession;
  readonly timers: Timers;
}

/** Engine behind the form. The one of browsers is `engine.ts`. */
export interface Engine {
  readonly createLive: (host: CardVaultHost, drawn: Drawn, engine: Engine) => Live;
  /** Handling of live fields; loaded once they are, ahead of its use. */
  readonly loadInteraction: () => Promise<InteractionModule>;
  createMemory(key: string): RunMemory;
  createAdapter(
    options: Pick<FetchAdapterOptions, 'sessionUrl' | 'begun' | 'timers'>,
  ): StagedAdapter | VaultAdapter;
  createHostedFields(options: MicroformOptions): MicroformFields;
  /** @param save what the ports of a save are made of, once it is near. */
  createFlow(ports: EntryPorts, save: SaveNeeds): Flow;
}

/** First stage: the form is drawn, and keeps what is typed and pressed. */
export interface Drawn {
  readonly timers: Timers;
  readonly locale: LocaleController;
  readonly announcer: Announcer;
  readonly appearance: AppearanceController;
  readonly lifecycle: Lifecycle;
  readonly ownerForm: OwnerFormController;
  readonly formValue: FormValue;
  /** Entries of the shopper. */
  readonly store: FieldStore;
  /** The inputs of the billing address and the consent. */
  readonly billing: LateModule<typeof BillingModule>;
  /** The second stage. */
  readonly live: LateModule<Live>;
  /** The third stage, once it is loaded. */
  readonly interaction: () => Interaction | undefined;
  readonly state: () => State;
  /** Draws the form; placed parts draw it otherwise. */
  draw: typeof formView;
  /** Mounts the fields of a plain form before it works; `draw` draws it. */
  readonly beginFields: (draw: () => ShadowRoot) => void;
  /**
   * Loads the third stage for something that the shopper or the page has asked for.
   * @param pressed it is a save: the form is busy until the script is there.
   */
  readonly load: (pressed: boolean) => Promise<Interaction>;
  /** Does something with the third stage: now, or when it is loaded. */
  readonly use: (action: (interaction: Interaction) => void, pressed?: boolean) => void;
  /** Into the first field that needs something. */
  readonly focus: (byLabel?: boolean) => void;
  /** The browser does not submit the form, because of the card. */
  refuse(event: Event): void;
  readonly reset: () => void;
  /** The page sets the value. */
  write(value: unknown): void;
}

/** Second stage: a session and its fields can be opened. */
export interface Live {
  readonly session: SessionController;
  readonly frames: Frames;
  readonly places: PlacesController;
  /** Calls the form's life cycle when the form comes near the part of the page that is seen. */
  readonly visibility: {watch(): void};
  /** How a run has ended, the words for errors, and the marks of the brands. */
  readonly outcome: LateModule<typeof OutcomeModule>;
  /** The dialog around the bank's page. */
  readonly dialog: LateModule<typeof DialogModule>;
  /** The third stage, and what happens before it is loaded. */
  readonly interactionLoader: InteractionLoader;
  /**
   * From the press for a complete card to the end of its save; also while the script for it is on its way.
   */
  readonly busy: boolean;
  /** True when a run of this element was left unfinished by an earlier page. */
  readonly remembers: () => boolean;
  cancel(): void;
  /** Empties the fields where they can be typed into; else ends the run, and answers false. */
  clear(): boolean;
  /** A card is being typed: what its save needs is loaded. */
  readonly typed: () => void;
  /**
   * Calls back each time a shopper begins to type a card; the signal aborts when that card's run is over. One
   * callback at a time: the last one counts.
   */
  readonly whenTyped: (prepare: (signal: AbortSignal) => void) => void;
}

/** The third stage while it is being loaded. */
export interface InteractionLoader {
  readonly value: Interaction | undefined;
  /** Why the script for the last press could not be loaded. */
  readonly failure: CardVaultError | undefined;
  /** A press waits for the script. */
  readonly held: boolean;
  readonly renewal: ContextRenewal;
  /** @throws CardVaultError when it cannot be loaded, or when `cancel()` came first. */
  load(pressed: boolean): Promise<Interaction>;
  preload(): void;
  /** Takes an event of a hosted field. */
  hear(event: FieldEvent): void;
}

export interface InteractionModule {
  readonly createInteraction: (host: CardVaultHost, drawn: Drawn, live: Live) => Interaction;
  readonly messages: Partial<Messages>;
  readonly styles: CSSResult;
}

/** Third stage: what a shopper does with live fields. */
export interface Interaction {
  readonly entries: Entries;
  readonly focus: Focus;
  readonly lastEnding: LastEnding;
  readonly raw: RawEntry;
  readonly renewal: Renewal;
  readonly saving: Saving;
  readonly submitting: Submitting;
  readonly waiting: Waiting;
  /** Sentence above the button. */
  problem(state: State): {readonly text: string; readonly info: boolean} | undefined;
  /** Takes an event of a hosted field. */
  hear(event: FieldEvent): void;
  /** Hears the inputs of another tree, where the page has placed some. */
  listen(root: EventTarget): void;
  stateChanged(state: State, previous: State): void;
  /** Tells the page about the steps of a save and its result. */
  report(state: State, previous: State): void;
  /** The button of an outcome. */
  again(): void;
  /** The page empties the element. */
  clear(): void;
  readonly clearField: (field: FieldName) => void;
  /** Into the first field that needs something, unless the shopper has left `asked` meanwhile. */
  focusFirst(asked: Element | null, byLabel: boolean): void;
  /** The browser has refused to submit the form; `button` was pressed. */
  readonly refused: (button: SubmitButton | undefined) => void;
  /** Takes up what the browser has kept with the form. */
  readonly restore: (kept: unknown) => void;
}

/** Fourth stage: what the ports of a save are made of. */
export interface SaveNeeds {
  readonly host: CardVaultHost;
  readonly adapter: StagedAdapter | VaultAdapter;
  readonly locale: LocaleController;
  readonly live: Live;
}

/** The gateways that only a save needs. */
export interface SaveGateways {
  createDeviceData(options: DeviceDataOptions): PreparedCollection;
  createStepUp(options: StepUpOptions): StepUp;
}
