import {passesLuhn} from '../pages/card-number.js';

/**
 * Either a random UUID, with the prefix of an id of this service or by itself as the id of a request, or a
 * run of digits. One UUID in a hundred contains digits that pass for a card number by chance. It is kept,
 * because an operator searches the log for it.
 */
const idOrDigitRun =
  /((?:[a-z]+_|(?<![\w-]))[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})(?![\da-f-])|\d(?:[ -]?\d){11,}/g;
const secrets = [
  /\bsk_[\w-]+/g,
  /\bwhsec_[\w+/=-]+/g,
  // A JWT or JWE: base64url of text that begins with `{"`.
  /\beyJ[\w-]*(?:\.[\w-]*){1,4}/g,
];

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
  return secrets.reduce((line, pattern) => line.replace(pattern, '[secret]'), masked);
}
