import type {BrandId, ChallengeWindow} from '../protocol/index.js';

/** Where the bank's page appears. */
export type StepUpMode = 'dialog' | 'inline' | 'redirect';
/** `auto` takes the size the bank named when there is room for it, else the largest EMV size that fits. */
export type ChallengeWindowSetting = 'auto' | ChallengeWindow;
export type Layout = 'stacked' | 'inline' | 'compact';
export type Theme = 'auto' | 'light' | 'dark';
export type BillingFields = 'none' | 'postal' | 'full';
/** Whether the shopper is asked to agree to later charges of the card, and must. */
export type ConsentSetting = 'none' | 'optional' | 'required';
/** `auto`: the submit button of the owner's form shows what happens; `none`: the element leaves it alone. */
export type ButtonFeedback = 'auto' | 'none';
/** Whether the owner's form is submitted by itself when the page is back from the bank with a saved card. */
export type AfterRedirectSetting = 'submit' | 'wait';
export type ValidateOn = 'blur' | 'change' | 'submit';

/** The inputs of the element, by the names that its parts, errors and `detail.fields` use. */
export type FieldName =
  | 'number'
  | 'expiry'
  | 'security-code'
  | 'name'
  | 'street1'
  | 'street2'
  | 'city'
  | 'state'
  | 'postal-code'
  | 'country'
  | 'consent';

/** Facts that the page may know of an input while it is being filled. Never its digits. */
export interface FieldStatus {
  readonly empty: boolean;
  readonly valid: boolean;
}

export type KnownBrand = BrandId | 'unknown';
