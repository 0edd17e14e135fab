/** The element without side effects: importing this registers nothing. `card-vault/define` does. */
export {CardVaultElement} from '../card-vault.js';
export {CardVaultSubscribeElement} from '../subscribe/card-vault-subscribe.js';
/** Classes that a shop may compare with; all other names of events are types. */
export {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultErrorEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
} from '../events.js';
export type * from '../events.js';
export type * from '../list/events.js';
export {CardVaultError} from '../../protocol/index.js';
export type {
  AuthenticationStatus,
  BillingAddress,
  BrandId,
  CardSummary,
  CardVaultErrorCode,
  Consent,
  EntryMode,
  ErrorAudience,
  KeptConsent,
  PaidAmount,
  PaymentMethod,
  SessionPayment,
} from '../../protocol/index.js';
export type {
  Authentication,
  Given,
  PaidOutcome,
  SavedOutcome,
  SaveOutcome,
  StateName,
  StopCause,
  StoppedOutcome,
  StopReason,
  VaultAdapter,
} from '../../flow/index.js';
export type {MessageKey, Messages, PlaceholderKey} from '../../texts/shapes.js';
export type {
  BillingFields,
  AfterRedirectSetting,
  BrandMarks,
  ButtonFeedback,
  ChallengeWindowSetting,
  AddressLookup,
  AddressLookupContext,
  AddressSuggestion,
  ConsentSetting,
  FieldName,
  FieldStatus,
  LabelPlacement,
  Layout,
  StepUpMode,
  Theme,
  ValidateOn,
} from '../options.js';
