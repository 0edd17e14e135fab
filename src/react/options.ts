import type {CardVaultElement} from '../element/index.js';

/** What is not listed reaches the tag the way React writes any other prop. */
type OptionName =
  | 'sessionUrl'
  | 'adapter'
  | 'stepUp'
  | 'challengeWindow'
  | 'layout'
  | 'theme'
  | 'locale'
  | 'messages'
  | 'billingFields'
  | 'billing'
  | 'cardholderName'
  | 'consent'
  | 'validateOn'
  | 'autoAdvance'
  | 'acceptedBrands'
  | 'entryMode'
  | 'savedCard'
  | 'hideButton'
  | 'buttonFeedback'
  | 'afterRedirect'
  | 'merchant'
  | 'shopName'
  | 'name'
  | 'required'
  | 'disabled'
  | 'quiet';

/**
 * The element's options by their property; leaving one out, or `undefined`, means its default. An `adapter`
 * is made once, outside the component: another one is another session.
 */
export type CardVaultOptions = {readonly [Name in OptionName]?: CardVaultElement[Name] | undefined};

/** The element's own defaults, for an option that is taken back after a render that had it. */
export const optionDefaults: {readonly [Name in OptionName]: CardVaultElement[Name]} = {
  sessionUrl: undefined,
  adapter: undefined,
  stepUp: 'dialog',
  challengeWindow: 'auto',
  layout: 'stacked',
  theme: 'auto',
  locale: undefined,
  messages: undefined,
  billingFields: 'none',
  billing: undefined,
  cardholderName: false,
  consent: 'none',
  validateOn: 'blur',
  autoAdvance: false,
  acceptedBrands: undefined,
  entryMode: 'flex',
  savedCard: false,
  hideButton: false,
  buttonFeedback: 'auto',
  afterRedirect: 'submit',
  merchant: undefined,
  shopName: undefined,
  name: '',
  required: false,
  disabled: false,
  quiet: false,
};
