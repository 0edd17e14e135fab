import {passesLuhn} from '../pages/card-number.js';

/** A random UUID, with the prefix of an id of this service, or by itself as the id of a request. */
const uuid = /(?:(?<![a-z])[a-z]+_|(?<![\w-]))[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/;
/** The id of a merchant or of its endpoint: 16 digits of a digest, of which one at least is a letter. */
const merchantId = /(?<![\w-])(?:mer|whe)_(?=\d*[a-f])[\da-f]{16}/;
/**
 * Either an id or a run of digits. One UUID in a hundred, and one digest in five hundred, contains digits that
 * pass for a card number by chance. It is kept, because an operator searches the log for it, and the lines of a
 * merchant are found by its id.
 */
const idOrDigitRun = new RegExp(
  String.raw`(${uuid.source}|${merchantId.source})(?![\da-f-])|\d(?:[ -]?\d){11,}`,
  'g',
);
const secrets = [/\bsk_[\w-]+/g, /\bwhsec_[\w+/=-]+/g];
/** A JWT or JWE: base64url of text that begins with `{"`. Without a dot it is none. */
const tokenOrWord = /\beyJ[\w-]*(?:\.[\w-]*){0,4}/g;

/** Whether any 12 to 19 consecutive digits of the run pass the Luhn check. Then the whole run is masked. */
function holdsCardNumber(run: string): boolean {
  const digits = run.replace(/\D/g, '');
  for (let length = 12; length <= 19; length++) {
    for (let start = 0; start + length <= digits.length; start++) {
      if (passesLuhn(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}

/** Masks card numbers, secret keys, webhook secrets and tokens in a log line (guarantees 4.9). */
export function redact(text: string): string {
  const masked = text.replace(idOrDigitRun, (run, id: string | undefined) =>
    id === undefined && holdsCardNumber(run) ? '[card]' : run,
  );
  const withoutTokens = masked.replace(tokenOrWord, (run) => (run.includes('.') ? '[secret]' : run));
  return secrets.reduce((line, pattern) => line.replace(pattern, '[secret]'), withoutTokens);
}
