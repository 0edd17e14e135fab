import {passesLuhn} from '../pages/card-number.js';

/** An id of our own making, which by chance may hold such a run; or the run. */
const idOrDigitRun =
  /([a-z]+_[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})(?![\da-f-])|\d(?:[ -]?\d){11,}/g;
const secrets = [
  /\bsk_[\w-]+/g,
  /\bwhsec_[\w+/=-]+/g,
  // A JWT or JWE: base64url of something that begins with `{"`.
  /\beyJ[\w-]*(?:\.[\w-]*){1,4}/g,
];

/** Any 12 to 19 digits in a row that pass Luhn make the whole run a card number, also inside a longer run. */
function holdsCardNumber(run: string): boolean {
  const digits = run.replace(/\D/g, '');
  for (let length = 12; length <= 19; length++) {
    for (let start = 0; start + length <= digits.length; start++) {
      if (passesLuhn(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}

/**
 * The last filter before a log line leaves (guarantees 4.9): card numbers, secret keys, signing secrets and
 * tokens.
 */
export function redact(text: string): string {
  const masked = text.replace(idOrDigitRun, (run, id: string | undefined) =>
    id === undefined && holdsCardNumber(run) ? '[card]' : run,
  );
  return secrets.reduce((line, pattern) => line.replace(pattern, '[secret]'), masked);
}
