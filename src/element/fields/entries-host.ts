import type {BillingAddress} from '../../protocol/index.js';
import type {BillingFields, ValidateOn} from '../options.js';
import type {BrandsHost} from './brands.js';

/** The options of the element that decide what is entered, and when an error is shown. */
export interface EntriesHost extends Pick<BrandsHost, 'acceptedBrands' | 'quiet'> {
  readonly billingFields: BillingFields;
  readonly billing: BillingAddress | undefined;
  readonly consent: 'none' | 'optional' | 'required';
  readonly cardholderName: boolean;
  readonly validateOn: ValidateOn;
}
