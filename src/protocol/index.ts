export * from './vocabulary.js';
export * from './brands.js';
export * from './errors.js';
export * from './types.js';
export * from './shell.js';
export {readSession} from './session.js';
export type {SessionAnswer} from './session.js';
export {readCaptureContext} from './capture-context-answer.js';
export {readCaptureContextToken} from './capture-context.js';
export {readAuthorization, readEnrollment, readSetup} from './authentication.js';
export {readCompletion, readPayment, readPaymentMethods} from './payment.js';
export {currencyDigits, isCurrency, toDecimalText, toMinorUnits} from './currencies.js';
export {moneyText} from './money-text.js';
export type {Price} from './price.js';
export {readServiceError} from './service-error.js';
export type {AnswerSide} from './service-error.js';
export {
  bodySignatureHeader,
  isBodySignature,
  signBody,
  signWebhook,
  webhookFault,
  webhookHeaders,
  webhookKey,
  webhookSchemes,
  webhookSecretFault,
  webhookTolerance,
} from './webhook-signature.js';
export type {SignatureFault, SignedMessage, StandardHeaders, WebhookScheme} from './webhook-signature.js';
