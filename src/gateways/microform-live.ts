import type {TokenRequest} from '../flow/index.js';
import {CardVaultError} from '../protocol/index.js';
import {fromMicroformError} from './microform-errors.js';
import {readAutofill, readChange, readCovered, type FieldEvent} from './microform-events.js';
import type {Heard, Mounted} from './microform-mounted.js';
import {scoped} from './scoped.js';

export {fromMicroformError};

/** Three parts of base64url; a transient token (wire 2.4) is well below the limit. */
const tokenForm = /^[\w-]{2,4096}\.[\w-]{2,16384}\.[\w-]{2,4096}$/;

/** Event for the page from one of the library; undefined where it means nothing here. */
export function readEvent(mounted: Mounted, {event, field, data}: Heard): FieldEvent | undefined {
  if (event === 'focus' || event === 'blur') return {type: event, field};
  if (event === 'inputSubmitRequest') return {type: 'submit', field};
  if (event === 'autocomplete') return readAutofill(data);
  if (event === 'covered') return readCovered(field, data);
  const change = readChange(field, data);
  if (!change) return undefined;
  if (field === 'number') mounted.brandLength = change.securityCodeLength ?? 4;
  else mounted.hasCode = !change.empty;
  fitSecurityCode(mounted);
  return change;
}

/**
 * The security code takes as many digits as the brand has (four on American Express). Not fewer while there
 * is a code: a library may cut it, unseen behind its dots.
 */
function fitSecurityCode(mounted: Mounted): void {
  const {codeLength = 4, hasCode, brandLength: length = codeLength} = mounted;
  if (length === codeLength || (length < codeLength && hasCode)) return;
  mounted.codeLength = length;
  mounted.fields.securityCode.update({maxLength: length});
}

/** The token of the card in the fields. */
export async function tokenize(
  mounted: Mounted | undefined,
  {expirationMonth, expirationYear, cardType: type}: TokenRequest,
  signal: AbortSignal,
): Promise<string> {
  if (mounted === undefined) throw new CardVaultError('not-ready', 'There are no live card fields.');
  const over = AbortSignal.any([signal, mounted.end.signal]);
  try {
    return await scoped<string>(over, (done, fail) => {
      // A security code is asked for alone where the card is known.
      const options =
        'number' in mounted.fields ? {expirationMonth, expirationYear, ...(type && {type})} : {};
      mounted.session.createToken(options, (error, token) => {
        if (error !== null && error !== undefined) fail(error);
        else if (typeof token === 'string' && tokenForm.test(token)) done(token);
        else fail({reason: 'MALFORMED_TOKENS_RESPONSE'});
      });
    });
  } catch (error) {
    throw over.aborted ? over.reason : fromMicroformError(error);
  }
}
