import type {BillingAddress} from '../../protocol/index.js';
import {digitsOf} from './expiry.js';
import type {MessageKey} from '../../texts/shapes.js';
import type {FieldName} from '../options.js';

/** Fault of a field, as a message. */
export interface Problem {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** How the rules of a billing address judge one field; loaded with the address inputs. */
export type BillingRule = (field: FieldName, address: BillingAddress) => Problem | undefined;

/** Message about an expiry that cannot be taken. */
export const expiryMessages = {
  missing: 'expiryMissing',
  incomplete: 'expiryIncomplete',
  month: 'expiryMonth',
  past: 'expiryPast',
  far: 'expiryFar',
} as const;

/** A card number typed into the name would leave the frames: it is refused before it is sent. */
export function nameProblem(name: string): Problem | undefined {
  if (name.trim() === '') return {key: 'nameMissing'};
  return digitsOf(name).length >= 12 ? {key: 'nameIsNumber'} : undefined;
}

/** The label of each field, as a message. */
export const labels = {
  number: 'number',
  expiry: 'expiry',
  'security-code': 'securityCode',
  name: 'name',
  street1: 'street1',
  street2: 'street2',
  city: 'city',
  state: 'state',
  'postal-code': 'postalCode',
  country: 'country',
  consent: 'consentLabel',
} as const satisfies Record<FieldName, string>;
