/** The element without side effects: importing this registers nothing. `card-vault/define` does. */
export {CardVaultElement} from './card-vault.js';
export {CardVaultSubscribeElement} from './subscribe/card-vault-subscribe.js';
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
} from './events.js';
export type {CardVaultCoveredDetail, CardVaultCoveredEvent} from './shopper/covered.js';
export type {CardVaultBlurEvent, CardVaultFieldDetail, CardVaultFocusEvent} from './shopper/field-events.js';
export type {CardVaultPaidEvent} from './session/paid.js';
export type {
  CardVaultSubscribeStartedDetail,
  CardVaultSubscribeStartedEvent,
} from './subscribe/subscribe-events.js';
export type {
  CardVaultBeforeSaveDetail,
  CardVaultChangeDetail,
  CardVaultErrorDetail,
  CardVaultReadyDetail,
  CardVaultStepDetail,
  CardVaultStepUpCloseDetail,
  CardVaultStepUpOpenDetail,
} from './events.js';
export {CardVaultError} from '../protocol/index.js';
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
} from '../protocol/index.js';
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
} from '../flow/index.js';
export type {MessageKey, Messages, PlaceholderKey} from '../texts/shapes.js';
export type {
  BillingFields,
  AfterRedirectSetting,
  ButtonFeedback,
  ChallengeWindowSetting,
  ConsentSetting,
  FieldName,
  FieldStatus,
  Layout,
  StepUpMode,
  Theme,
  ValidateOn,
} from './options.js';
