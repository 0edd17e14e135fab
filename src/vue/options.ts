import type {PropType} from 'vue';
import type {CardVaultElement} from '../element/index.js';

/** A prop with the type of the element's property of that name. */
export interface Option<Name extends keyof CardVaultElement> {
  readonly type: PropType<NonNullable<CardVaultElement[Name]>>;
}

/** The element's own default is repeated here, for an option that is taken back after a render that had it. */
function choice<Name extends keyof CardVaultElement>(
  fallback: CardVaultElement[Name] & string,
): Option<Name> & {readonly default: CardVaultElement[Name] & string} {
  return {type: String as unknown as Option<Name>['type'], default: fallback};
}

function text<Name extends keyof CardVaultElement>(): Option<Name> {
  return {type: String as unknown as Option<Name>['type']};
}

function thing<Name extends keyof CardVaultElement>(): Option<Name> {
  return {type: Object as unknown as Option<Name>['type']};
}

/**
 * The element's options as Vue props; leaving one out, or `undefined`, means its default. An `adapter` is made
 * once, outside the template: another one is another session.
 */
export const options = {
  sessionUrl: text<'sessionUrl'>(),
  adapter: thing<'adapter'>(),
  stepUp: choice<'stepUp'>('dialog'),
  challengeWindow: choice<'challengeWindow'>('auto'),
  layout: choice<'layout'>('stacked'),
  theme: choice<'theme'>('auto'),
  locale: text<'locale'>(),
  messages: thing<'messages'>(),
  billingFields: choice<'billingFields'>('none'),
  billing: thing<'billing'>(),
  cardholderName: Boolean,
  consent: choice<'consent'>('none'),
  validateOn: choice<'validateOn'>('blur'),
  autoAdvance: Boolean,
  acceptedBrands: text<'acceptedBrands'>(),
  entryMode: choice<'entryMode'>('flex'),
  savedCard: Boolean,
  hideButton: Boolean,
  buttonFeedback: choice<'buttonFeedback'>('auto'),
  afterRedirect: choice<'afterRedirect'>('submit'),
  merchant: text<'merchant'>(),
  shopName: text<'shopName'>(),
  name: choice<'name'>(''),
  required: Boolean,
  disabled: Boolean,
  quiet: Boolean,
};

export type OptionName = keyof typeof options;
export const optionNames = Object.keys(options) as OptionName[];
