import type {FieldName as HostedField} from '../../gateways/index.js';
import type {FieldName} from '../options.js';

export interface ClearingOptions {
  readonly entries: {
    readonly fields: readonly FieldName[];
    consent: unknown;
    typeExpiry(text: string): void;
    typeName(text: string): void;
    typeBilling(field: FieldName, text: string): void;
    hide(field: FieldName): void;
  };
  /** The fields can be filled. */
  readonly canType: () => boolean;
  readonly clearFrame: (field: HostedField) => void;
  /** The raw inputs, where they take the place of the frames. */
  readonly raw: () => {clearOne(field: 'number' | 'security-code'): void} | undefined;
  /** Forgets the edits of the inputs: what was cleared does not come back by undoing. */
  readonly forget: () => void;
}

/** Empties one field that is shown, for a page that asks for it. */
export function clearField(field: FieldName, options: ClearingOptions): void {
  const {entries, canType, clearFrame, raw, forget} = options;
  if (!canType() || !entries.fields.includes(field)) return;
  forget();
  if (field === 'number' || field === 'security-code') {
    const inputs = raw();
    if (inputs) inputs.clearOne(field);
    else clearFrame(field === 'number' ? 'number' : 'securityCode');
  } else if (field === 'expiry') entries.typeExpiry('');
  else if (field === 'name') entries.typeName('');
  else if (field === 'consent') entries.consent = undefined;
  else entries.typeBilling(field, '');
  entries.hide(field);
}
