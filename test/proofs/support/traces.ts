/** The same text in another form, as it could come to lie about (B1). */
type Form = (text: string) => readonly Buffer[];

/** Base64 of a string inside a longer one: the three ways in which its bytes can fall, without the characters at the edges. */
const base64 =
  (encoding: 'base64' | 'base64url'): Form =>
  (text) =>
    [0, 1, 2].map((shift) => {
      const whole = Buffer.from('\0'.repeat(shift) + text).toString(encoding);
      const start = shift === 0 ? 0 : shift + 1;
      return Buffer.from(whole.replace(/=+$/, '').slice(start, -2));
    });

const hex: Form = (text) => {
  const digits = Buffer.from(text).toString('hex');
  return [Buffer.from(digits), Buffer.from(digits.toUpperCase())];
};
const grouped: Form = (text) =>
  [' ', '-', '+', '%20'].map((gap) => Buffer.from(text.replace(/(.{4})(?=.)/g, `$1${gap}`)));
const percent: Form = (text) => [
  Buffer.from([...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')),
];

/** Eight encodings, by name. */
export const encodings: Readonly<Record<string, Form>> = {
  plain: (text) => [Buffer.from(text)],
  grouped,
  hex,
  base64: (text) => [...base64('base64')(text), ...base64('base64url')(text)],
  percent,
  utf16: (text) => [Buffer.from(text, 'utf16le')],
  reversed: (text) => [Buffer.from([...text].reverse().join(''))],
  'last twelve': (text) => [Buffer.from(text.slice(-12))],
};

/** The encodings in which a string lies among bytes. */
export function tracesOf(text: string, bytes: Buffer): readonly string[] {
  return Object.entries(encodings)
    .filter(([, form]) => form(text).some((needle) => bytes.includes(needle)))
    .map(([name]) => name);
}

/** A string that holds another in every encoding, so that a search can be shown to find each. */
export const plantOf = (text: string): readonly string[] =>
  Object.values(encodings).flatMap((form) => form(text).map((needle) => needle.toString('latin1')));
