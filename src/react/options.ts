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
  | 'acceptedBrands'
  | 'entryMode'
  | 'hideButton'
  | 'buttonFeedback'
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
  acceptedBrands: undefined,
  entryMode: 'flex',
  hideButton: false,
  buttonFeedback: 'auto',
  shopName: undefined,
  name: '',
  required: false,
  disabled: false,
  quiet: false,
};

class Options {}
Object.assign(Options.prototype, optionDefaults);

/**
 * What `createComponent` asks which props are properties: exactly the options. The element's own class would also claim
 * what every HTML element has (`id`, `title`, `hidden` …), which then would be missing from what a server renders, and
 * what is read-only on a form control (`form`).
 */
export const optionClass = Options as unknown as new () => CardVaultElement;
