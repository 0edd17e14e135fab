/** Readers of the answers to a save, in a module of their own: it is loaded beside the first request of one. */
export {
  readAuthorization,
  readCompletion,
  readEnrollment,
  readPayment,
  readPaymentMethods,
  readSetup,
} from '../protocol/index.js';
