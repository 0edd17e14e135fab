import {passesLuhn} from '../pages/card-number.js';

const digitRun = /\d(?:[ -]?\d){11,}/g;
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

/** The last filter before a log line leaves (guarantees 4.9): card numbers, secret keys, signing secrets and tokens. */
export function redact(text: string): string {
  const masked = text.replace(digitRun, (run) => (holdsCardNumber(run) ? '[card]' : run));
  return secrets.reduce((line, pattern) => line.replace(pattern, '[secret]'), masked);
}
